import { FailureMessage } from '../../components/failure-message.js';
import { PageLink } from '../../components/page-link.js';
import type { SignUpMessage } from './sign-up-message.js';
import { signUpWords } from './sign-up-words.en.js';

/** The specification's sentence, with advice or a link below. */
export function SignUpNotice({ message }: { message: SignUpMessage }) {
  const { sentence, advice, exists } = message;
  const signIn = exists ? <PageLink to="/login">{signUpWords.signIn}</PageLink> : null;
  return (
    <FailureMessage
      advice={
        advice || signIn ? (
          <>
            {advice} {signIn}
          </>
        ) : undefined
      }
    >
      {sentence}
    </FailureMessage>
  );
}

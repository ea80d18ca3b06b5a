import { Notice } from '../../components/notice.js';
import { PageLink } from '../../components/page-link.js';
import type { SignUpMessage } from './sign-up-message.js';
import { signUpWords } from './sign-up-words.js';

/** The exact sentence, with the way out under it. */
export function SignUpNotice({ message }: { message: SignUpMessage }) {
  const { sentence, advice, exists } = message;
  const signIn = exists ? <PageLink to="/login">{signUpWords.signIn}</PageLink> : null;
  return (
    <Notice
      advice={
        advice || signIn ? (
          <>
            {advice} {signIn}
          </>
        ) : undefined
      }
    >
      {sentence}
    </Notice>
  );
}

import { FailureMessage } from '../../components/failure-message.js';
import { PageLink } from '../../components/page-link.js';
import type { ResetMessage } from './reset-message.js';
import { resetWords } from './reset-password-words.en.js';

/** The specification's sentence, with advice or a link below. */
export function ResetNotice({ message }: { message: ResetMessage }) {
  const { sentence, advice, newUser } = message;
  if (!newUser) return <FailureMessage advice={advice}>{sentence}</FailureMessage>;
  return (
    <FailureMessage
      advice={
        <>
          {advice} <PageLink to="/signup">{resetWords.signUp}</PageLink>
        </>
      }
    >
      {sentence}
    </FailureMessage>
  );
}

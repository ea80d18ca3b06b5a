import { type ReactNode, useState } from 'react';
import styles from '../entry/entry.module.css';
import { FailureMessage } from '../failure-message.js';
import type { Flow } from './flow.js';
import { twoStepsWords } from './two-steps-words.en.js';
import type { SentCode } from './use-kept-step.js';
import { useMailRefused } from './use-mail-refused.js';

/** Help for a user whose code does not arrive. */
export function CodeMissing(props: {
  flow: Pick<Flow, 'askCode' | 'addressNotice'>;
  sent: SentCode;
  tell: (line: string) => void;
  sentAgain: (sent: SentCode) => void;
  startAgain: () => void;
}) {
  const { flow, sent, tell, sentAgain, startAgain } = props;
  const { email, mail: mailId } = sent;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();
  const isRefused = useMailRefused(mailId);

  async function askAgain() {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    // A screen reader repeats the same line only after the line was empty.
    tell('');
    try {
      const nextMailId = await flow.askCode(email);
      sentAgain(nextMailId === undefined ? { email } : { email, mail: nextMailId });
      tell(twoStepsWords.sentAgain);
    } catch (error) {
      tell(twoStepsWords.sentTo(email));
      setFailure(flow.addressNotice(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {isRefused ? (
        <FailureMessage advice={twoStepsWords.mailRefusedAdvice}>
          {twoStepsWords.mailRefused(email)}
        </FailureMessage>
      ) : null}
      {failure}
      <div className={styles.ways}>
        {/* Only `aria-disabled`: a disabled button would lose the keyboard focus. */}
        <button type="button" className={styles.quiet} onClick={() => void askAgain()} aria-disabled={busy}>
          {twoStepsWords.again}
        </button>
        <button type="button" className={styles.quiet} onClick={startAgain}>
          {twoStepsWords.wrongAddress}
        </button>
      </div>
    </>
  );
}

import { type ReactNode, useState } from 'react';
import styles from '../entry/entry.module.css';
import { Notice } from '../notice.js';
import type { Flow } from './flow.js';
import { twoStepsWords } from './two-steps-words.js';
import type { SentCode } from './use-kept-step.js';
import { useMailRefused } from './use-mail-refused.js';

/** Where the code was sent, and what to do when it does not come. */
export function SentCodeLine(props: {
  flow: Flow;
  sent: SentCode;
  codeSent: (sent: SentCode) => void;
  startAgain: () => void;
}) {
  const { flow, sent, codeSent, startAgain } = props;
  const { email, mail } = sent;
  const [busy, setBusy] = useState(false);
  const [line, setLine] = useState<ReactNode>(twoStepsWords.sentTo(email));
  const [failure, setFailure] = useState<ReactNode>();
  const isRefused = useMailRefused(mail);

  async function sendAgain() {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const next = await flow.askCode(email);
      codeSent(next === undefined ? { email } : { email, mail: next });
      setLine(twoStepsWords.sentAgain);
    } catch (error) {
      setFailure(flow.addressNotice(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <p className={styles.small} role="status">
        {line}
      </p>
      {isRefused ? (
        <Notice advice={twoStepsWords.mailRefusedAdvice}>{twoStepsWords.mailRefused(email)}</Notice>
      ) : null}
      {failure}
      <div className={styles.ways}>
        <button type="button" className={styles.quiet} onClick={() => void sendAgain()} disabled={busy}>
          {twoStepsWords.again}
        </button>
        <button type="button" className={styles.quiet} onClick={startAgain}>
          {twoStepsWords.wrongAddress}
        </button>
      </div>
    </>
  );
}

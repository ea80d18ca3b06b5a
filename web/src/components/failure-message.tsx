import { CircleAlertIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './messages.module.css';

/**
 * The message of a failure. `children` is the sentence, alone in its element, so that a screen reader
 * announces it at once. `advice` names the next step, in its own element.
 */
export function FailureMessage({ children, advice }: { children: ReactNode; advice?: ReactNode }) {
  return (
    <div className={styles.notice}>
      <CircleAlertIcon className={styles.icon} size={20} aria-hidden />
      <div>
        <div className={styles.sentence} role="alert">
          {children}
        </div>
        {advice ? <div className={styles.advice}>{advice}</div> : null}
      </div>
    </div>
  );
}

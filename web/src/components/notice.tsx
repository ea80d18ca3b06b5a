import { CircleAlertIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

/**
 * A failure. `children` is the sentence, alone in its element and announced at once. `advice` names the next
 * step, in an element of its own.
 */
export function Notice({ children, advice }: { children: ReactNode; advice?: ReactNode }) {
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

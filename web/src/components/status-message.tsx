import { CircleCheckIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './messages.module.css';

/** A message that reports no failure, mostly a success. `advice` names the next step, in its own element. */
export function StatusMessage({ children, advice }: { children: ReactNode; advice?: ReactNode }) {
  return (
    <div className={styles.note}>
      <CircleCheckIcon className={styles.goodIcon} size={20} aria-hidden />
      <div>
        <div className={styles.sentence} role="status">
          {children}
        </div>
        {advice ? <div className={styles.advice}>{advice}</div> : null}
      </div>
    </div>
  );
}

import { CircleCheckIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

/** A success. `advice` names the next step, in an element of its own. */
export function Note({ children, advice }: { children: ReactNode; advice?: ReactNode }) {
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

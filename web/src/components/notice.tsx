import { CircleAlertIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

/**
 * Says that something did not work. `children` is the sentence, alone in its element and announced at once; `advice`
 * says what to do next and stands apart from it.
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

import { CheckIcon } from 'lucide-react';
import styles from './pictures.module.css';

/** Whether each of the drawn pages is kept. */
const kept = [true, true, false, true];

/** The pages of a document, one of them left out. */
export function PagesPicture() {
  return (
    <div className={styles.pages}>
      {kept.map((isKept, at) => (
        <span key={at} className={styles.sheet} data-kept={isKept || undefined}>
          <i />
          <i />
          <i />
          {isKept ? <CheckIcon size={16} className={styles.tick} /> : null}
        </span>
      ))}
    </div>
  );
}

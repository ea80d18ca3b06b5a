import { CheckIcon } from 'lucide-react';
import styles from './pictures.module.css';

const kept = [true, true, false, true];

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

import { CodeDigits } from '@sixpence/theme/code-digits';
import { IconCheck, IconFileText } from '@tabler/icons-react';
import styles from './scene.module.css';

const code = '471902';

/** A phone with a code and the printer's panel that takes it: the product's own pieces, drawn as a picture. */
export function Scene() {
  return (
    <div className={styles.scene} aria-hidden>
      <div className={styles.panel}>
        <div className={styles.screen}>
          <span className={styles.small}>Demo library · ready</span>
          <div className={styles.row}>
            <IconCheck size={18} className={styles.tick} />
            <span>thesis.pdf</span>
            <span className={styles.pages}>12 pages</span>
            <b>60p</b>
          </div>
          <div className={styles.row}>
            <IconCheck size={18} className={styles.tick} />
            <span>photo.jpg</span>
            <span className={styles.pages}>1 page</span>
            <b>20p</b>
          </div>
          <div className={styles.total}>
            <span>
              Total <b>80p</b> of £10.00
            </span>
            <span className={styles.print}>PRINT</span>
          </div>
        </div>
        <div className={styles.slot}>
          <div className={styles.sheet}>
            <i />
            <i />
            <i />
            <i />
            <i />
          </div>
        </div>
      </div>
      <div className={styles.phone}>
        <span className={styles.small}>Your code</span>
        <span className={styles.code}>
          <CodeDigits digits={code} label="A print code" />
        </span>
        <span className={styles.small}>good for 4:31</span>
        <div className={styles.file}>
          <IconFileText size={18} /> thesis.pdf
        </div>
      </div>
    </div>
  );
}

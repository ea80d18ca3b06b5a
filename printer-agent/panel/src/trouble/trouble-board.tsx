import { PrinterPicture } from './printer-picture.js';
import type { Trouble } from './trouble-words.js';
import styles from './trouble.module.css';

/** Trouble as the main content of a screen. */
export function TroubleBoard({ trouble }: { trouble: Trouble }) {
  return (
    <div className={styles.board} role="alert">
      <PrinterPicture trouble={trouble.picture} />
      <div className={styles.words}>
        <h1 className={styles.sentence}>{trouble.sentence}</h1>
        <p className={styles.money}>{trouble.money}</p>
      </div>
    </div>
  );
}

import { CheckIcon } from 'lucide-react';
import { pictureWords } from './picture-words.js';
import styles from './pictures.module.css';

/** The list on the printer's screen: what each document costs, all of it together, and what is missing. */
export function PricePicture() {
  return (
    <div className={styles.screen}>
      {pictureWords.documents.map(({ name, pages, price, ticked }) => (
        <div key={name} className={styles.row} data-ticked={ticked || undefined}>
          <span className={styles.box}>{ticked ? <CheckIcon size={14} /> : null}</span>
          <span className={styles.name}>{name}</span>
          <span className={styles.small}>{pages}</span>
          <b>{price}</b>
        </div>
      ))}
      <div className={styles.sums}>
        <span>
          {pictureWords.total} <b>{pictureWords.cost}</b>
        </span>
        <span>
          {pictureWords.balance} <b>{pictureWords.available}</b>
        </span>
        <b className={styles.short}>{pictureWords.short}</b>
      </div>
    </div>
  );
}

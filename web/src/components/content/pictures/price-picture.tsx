import { CheckIcon } from 'lucide-react';
import { pictureWords } from '@sixpence/content/picture-words';
import styles from './pictures.module.css';

/** The list on the printer's screen: the price of each document, the total, and the balance. */
export function PricePicture() {
  return <PrintList balance={pictureWords.enough} />;
}

export function ShortfallPicture() {
  return <PrintList balance={pictureWords.tooLittle} short={pictureWords.short} />;
}

function PrintList({ balance, short }: { balance: string; short?: string }) {
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
          {pictureWords.balance} <b>{balance}</b>
        </span>
        {short === undefined ? null : <b className={styles.short}>{short}</b>}
      </div>
    </div>
  );
}

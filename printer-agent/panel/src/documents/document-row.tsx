import { money } from '@sixpence/money/money';
import type { ViewOf } from '../views.js';
import { Money } from '@sixpence/theme/money';
import { CheckIcon } from 'lucide-react';
import { Copies } from './copies.js';
import styles from './document-row.module.css';
import { detailWords } from './documents-words.en.js';
import { pictureAddress } from './picture-address.js';

/** A row to tick, high enough for a thumb. A ticked row also shows its copies. */
export function DocumentRow(props: {
  document: ViewOf<'documents'>['documents'][number];
  /** The number of copies; undefined when the row is not ticked. */
  copies: number | undefined;
  /** The most copies of one document. */
  mostCopies: number;
  /** True when a further copy would exceed the limit of one release. */
  isFull: boolean;
  disabled: boolean;
  onToggle: () => void;
  onCopies: (copies: number) => void;
}) {
  const { document, copies, mostCopies, isFull, disabled, onToggle, onCopies } = props;
  const ticked = copies !== undefined;
  const { minor, currency } = document.price;
  return (
    <div className={styles.line}>
      <button
        type="button"
        role="checkbox"
        aria-checked={ticked}
        className={styles.row}
        disabled={disabled}
        onClick={onToggle}
      >
        <span className={styles.box} aria-hidden>
          {ticked ? <CheckIcon size="1.75rem" strokeWidth={3} /> : null}
        </span>
        {document.picture === undefined ? null : (
          <img className={styles.picture} src={pictureAddress(document.picture)} alt="" draggable={false} />
        )}
        <span className={styles.words}>
          <span className={styles.name}>{document.fileName}</span>
          <span className={styles.detail}>{detailWords(document)}</span>
        </span>
        <span className={styles.price}>
          <Money amount={money(minor * (copies ?? 1), currency)} />
        </span>
      </button>
      {ticked && mostCopies > 1 ? (
        <Copies
          fileName={document.fileName}
          copies={copies}
          most={mostCopies}
          isFull={isFull}
          disabled={disabled}
          onChange={onCopies}
        />
      ) : null}
    </div>
  );
}

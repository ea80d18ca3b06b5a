import type { PanelDocument } from '@sixpence/contracts/agent/gateway';
import { Money } from '@sixpence/theme/money';
import { CheckIcon } from 'lucide-react';
import styles from './document-row.module.css';
import { detailWords } from './documents-words.js';

/** A row to tick, as high as a thumb. */
export function DocumentRow(props: {
  document: PanelDocument;
  ticked: boolean;
  disabled: boolean;
  onToggle: () => void;
}) {
  const { document, ticked, disabled, onToggle } = props;
  return (
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
      <span className={styles.words}>
        <span className={styles.name}>{document.fileName}</span>
        <span className={styles.detail}>{detailWords(document)}</span>
      </span>
      <span className={styles.price}>
        <Money amount={document.price} />
      </span>
    </button>
  );
}

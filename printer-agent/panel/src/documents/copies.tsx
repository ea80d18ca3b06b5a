import { MinusIcon, PlusIcon } from 'lucide-react';
import styles from './copies.module.css';
import { copiesWords } from './documents-words.en.js';

/** Buttons for fewer and more copies of a ticked document, with the number between them. */
export function Copies(props: {
  fileName: string;
  copies: number;
  /** The most copies of one document. */
  most: number;
  /** True when a further copy would exceed the limit of one release. */
  isFull: boolean;
  disabled: boolean;
  onChange: (copies: number) => void;
}) {
  const { fileName, copies, most, isFull, disabled, onChange } = props;
  const words = copiesWords(fileName, copies);
  return (
    <div className={styles.copies} role="group" aria-label={words.group}>
      <button
        type="button"
        className={styles.step}
        aria-label={words.fewer}
        disabled={disabled || copies === 1}
        onClick={() => onChange(copies - 1)}
      >
        <MinusIcon size="1.5rem" aria-hidden />
      </button>
      <span className={styles.number} role="status" aria-label={words.number}>
        {copies}
      </span>
      <button
        type="button"
        className={styles.step}
        aria-label={words.more}
        disabled={disabled || isFull || copies >= most}
        onClick={() => onChange(copies + 1)}
      >
        <PlusIcon size="1.5rem" aria-hidden />
      </button>
    </div>
  );
}

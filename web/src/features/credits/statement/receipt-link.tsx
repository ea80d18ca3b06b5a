import { addressOf } from '@sixpence/contracts/http/call';
import type { EntryView } from './entry-view.js';
import { FileLink } from './file-link.js';
import styles from './statement.module.css';
import { statementWords } from '../credits-words.en.js';

/** The link to the receipt of a top-up; empty for entries without a receipt. */
export function ReceiptLink({ entry, onFailure }: { entry: EntryView; onFailure: () => void }) {
  if (entry.receipt === undefined) return null;
  return (
    <FileLink
      address={addressOf({ method: 'GET', path: '/receipt/:id' }, { id: entry.receipt })}
      name={statementWords.receiptName}
      onFailure={onFailure}
      className={styles.receipt}
    >
      {statementWords.receipt}
    </FileLink>
  );
}

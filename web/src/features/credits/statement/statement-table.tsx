import type { EntryView } from './entry-view.js';
import { ReceiptLink } from './receipt-link.js';
import styles from './statement.module.css';
import { statementWords } from '../credits-words.en.js';

/** The statement as a table, for wide screens. */
export function StatementTable(props: { entries: EntryView[]; onFileFailure: () => void }) {
  const { entries, onFileFailure } = props;
  const { type, pages, amount, date } = statementWords.columns;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{type}</th>
          <th scope="col" className={styles.number}>
            {pages}
          </th>
          <th scope="col" className={styles.number}>
            {amount}
          </th>
          <th scope="col">{date}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={styles.type}>
              {entry.type}
              {entry.details.map((detail) => (
                <span key={detail} className={styles.detail}>
                  {detail}
                </span>
              ))}
              <ReceiptLink entry={entry} onFailure={onFileFailure} />
            </td>
            <td className={styles.number}>{entry.pages}</td>
            <td className={styles.number} data-gain={entry.isGain || undefined}>
              {entry.amount}
            </td>
            <td>
              <time dateTime={entry.timeStamp}>{entry.date}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

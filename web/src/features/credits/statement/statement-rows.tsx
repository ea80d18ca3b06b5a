import { ChevronDownIcon } from 'lucide-react';
import { useId, useState } from 'react';
import type { EntryView } from './entry-view.js';
import { ReceiptLink } from './receipt-link.js';
import { useSessionCheck } from '../../../lib/session-guard.js';
import styles from './statement.module.css';
import { statementWords } from '../credits-words.en.js';

/** The statement on a phone: each entry shows its type and amount, and opens to show the rest. */
export function StatementRows(props: { entries: EntryView[]; onFileFailure: () => void }) {
  return (
    <ul className={styles.rows}>
      {props.entries.map((entry) => (
        <Row key={entry.id} entry={entry} onFileFailure={props.onFileFailure} />
      ))}
    </ul>
  );
}

function Row({ entry, onFileFailure }: { entry: EntryView; onFileFailure: () => void }) {
  const checkSession = useSessionCheck();
  const [isOpen, setOpen] = useState(false);
  const rest = useId();
  const { pages, amount, date } = statementWords.columns;

  function toggle() {
    void checkSession();
    setOpen(!isOpen);
  }

  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.rowHead}
        aria-expanded={isOpen}
        aria-controls={rest}
        onClick={toggle}
      >
        {/* The space separates both words in the button's name. */}
        <span className={styles.type}>{entry.type}</span>{' '}
        <span className={styles.number} data-gain={entry.isGain || undefined}>
          {entry.amount}
        </span>
        <ChevronDownIcon className={styles.chevron} size={18} aria-hidden />
      </button>
      <div id={rest} className={styles.rest} hidden={!isOpen}>
        <dl className={styles.facts}>
          <dt>{pages}</dt>
          <dd>{entry.pages === '' ? statementWords.noPages : entry.pages}</dd>
          <dt>{amount}</dt>
          <dd>{entry.amount}</dd>
          <dt>{date}</dt>
          <dd>
            <time dateTime={entry.timeStamp}>{entry.date}</time>
          </dd>
        </dl>
        {entry.details.map((detail) => (
          <span key={detail} className={styles.detail}>
            {detail}
          </span>
        ))}
        <ReceiptLink entry={entry} onFailure={onFileFailure} />
      </div>
    </li>
  );
}

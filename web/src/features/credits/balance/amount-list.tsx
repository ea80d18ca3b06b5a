import type { Money as Amount } from '@sixpence/money/money';
import { Money } from '@sixpence/theme/money';
import type { ReactNode } from 'react';
import styles from './balance-card.module.css';

/** An amount, with words for its purpose or destination. */
export interface AmountRow {
  id: string;
  amount: Amount;
  words: string;
}

export function AmountRows({ rows }: { rows: readonly AmountRow[] }) {
  return (
    <ul className={styles.rows}>
      {rows.map(({ id, amount, words }) => (
        <li key={id}>
          <Money amount={amount} /> {words}
        </li>
      ))}
    </ul>
  );
}

/** A titled list of amounts with advice below; hidden when it is empty. */
export function AmountList(props: { title: string; advice: ReactNode; rows: readonly AmountRow[] }) {
  const { title, advice, rows } = props;
  if (rows.length === 0) return null;
  return (
    <div className={styles.beside}>
      <h2 className={styles.besideTitle}>{title}</h2>
      <AmountRows rows={rows} />
      <p className={styles.soft}>{advice}</p>
    </div>
  );
}

import { add, type Money as Amount } from '@sixpence/money/money';
import { Money } from '@sixpence/theme/money';
import styles from './top-up-card.module.css';
import { topUpWords } from '../credits-words.en.js';

/** A sum in one line: the balance, the top-up, and the balance after it. */
export function Sums({ balance, charged }: { balance: Amount | undefined; charged: Amount }) {
  const after = balance && add(balance, charged);
  return (
    <dl className={styles.sums}>
      <Sum name={topUpWords.now} amount={balance} />
      <span className={styles.sign} aria-hidden>
        +
      </span>
      <Sum name={topUpWords.charged} amount={charged} />
      <span className={styles.sign} aria-hidden>
        =
      </span>
      <Sum name={topUpWords.after} amount={after} />
    </dl>
  );
}

function Sum({ name, amount }: { name: string; amount: Amount | undefined }) {
  return (
    <div className={styles.sum}>
      <dt>{name}</dt>
      <dd>{amount ? <Money amount={amount} /> : '–'}</dd>
    </div>
  );
}

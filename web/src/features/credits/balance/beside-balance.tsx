import type { MyWalletsAnswer } from '@sixpence/contracts/http/payments';
import type { Currency } from '@sixpence/contracts/money';
import type { Money as Amount } from '@sixpence/money/money';
import { Money } from '@sixpence/theme/money';
import { whenInWords } from '../../../lib/when-in-words.js';
import styles from './balance-card.module.css';
import { balanceWords } from './balance-words.js';
import { RefundToCard } from './refund-to-card.js';
import type { Refund } from './use-refund.js';

/**
 * What is set aside of a balance, what is on its way into it, what there is in the other currency, and what can go back
 * to a card; nothing where there is nothing of it.
 */
export function BesideBalance(props: {
  currency: Currency | undefined;
  wallets: MyWalletsAnswer | undefined;
  locked: boolean;
  refund: Refund;
  onRefund: () => void;
}) {
  const { currency, wallets, locked, refund, onRefund } = props;
  if (currency === undefined || !wallets) return null;
  const own = wallets.wallets.find(({ available }) => available.currency === currency);
  const setAside = own?.setAside ?? [];
  const underWay = wallets.underWay.filter(({ amount }) => amount.currency === currency);
  const others = wallets.wallets
    .map(({ available }) => available)
    .filter((available) => available.currency !== currency && available.minor !== 0);
  return (
    <section className={styles.besides} aria-label={balanceWords.beside}>
      <AmountList
        title={balanceWords.setAside}
        advice={balanceWords.setAsideAdvice}
        rows={setAside.map(({ jobId, held, fileName }) => ({
          id: jobId,
          amount: held,
          words: balanceWords.for(fileName),
        }))}
      />
      <AmountList
        title={balanceWords.underWay}
        advice={balanceWords.underWayAdvice}
        rows={underWay.map(({ id, amount, createdAt }) => ({
          id,
          amount,
          words: balanceWords.since(whenInWords(createdAt)),
        }))}
      />
      {others.map((available) => (
        <p key={available.currency} className={styles.soft}>
          {balanceWords.alsoHere} <Money amount={available} />.
        </p>
      ))}
      {own ? (
        <RefundToCard refundable={own.refundable} locked={locked} refund={refund} onBegin={onRefund} />
      ) : null}
    </section>
  );
}

function AmountList(props: {
  title: string;
  advice: string;
  rows: { id: string; amount: Amount; words: string }[];
}) {
  const { title, advice, rows } = props;
  if (rows.length === 0) return null;
  return (
    <div className={styles.beside}>
      <h2 className={styles.besideTitle}>{title}</h2>
      <ul className={styles.rows}>
        {rows.map(({ id, amount, words }) => (
          <li key={id}>
            <Money amount={amount} /> {words}
          </li>
        ))}
      </ul>
      <p className={styles.soft}>{advice}</p>
    </div>
  );
}

import type { MyWalletsAnswer } from '@sixpence/contracts/http/payments';
import type { Currency } from '@sixpence/contracts/currencies';
import { Money } from '@sixpence/theme/money';
import { whenInWords } from '../../../lib/when-in-words.js';
import { AmountList } from './amount-list.js';
import styles from './balance-card.module.css';
import { balanceWords, refundWords } from '../credits-words.en.js';
import { RefundToCard } from './refund-to-card.js';
import type { Refund } from './use-refund.js';

/**
 * Amounts that are not in the balance: holds, payments under way, refunds under way, and the other currency;
 * and the refund to a card. Each is hidden when there is none.
 */
export function OutsideBalance(props: {
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
  const goingBack = wallets.refunds.filter(({ amount }) => amount.currency === currency);
  const others = wallets.wallets
    .map(({ available }) => available)
    .filter((available) => available.currency !== currency && available.minor !== 0);
  return (
    <section className={styles.outside} aria-label={balanceWords.outside}>
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
      <AmountList
        title={refundWords.goingBack}
        advice={refundWords.goingBackAdvice}
        rows={goingBack.map(({ id, amount, card, state, since }) => ({
          id,
          amount,
          words: `${refundWords.to(card)}: ${refundWords.states[state](whenInWords(since))}`,
        }))}
      />
      {others.map((available) => (
        <p key={available.currency} className={styles.soft}>
          {balanceWords.alsoHere} <Money amount={available} />.
        </p>
      ))}
      {own ? <RefundToCard wallet={own} locked={locked} refund={refund} onBegin={onRefund} /> : null}
    </section>
  );
}

import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { currencies, type Currency } from '@sixpence/contracts/currencies';
import type { Money as Amount } from '@sixpence/money/money';
import { Money } from '@sixpence/theme/money';
import { EuroIcon, PoundSterlingIcon } from 'lucide-react';
import { NotLoaded } from '../../../components/not-loaded.js';
import styles from './balance-card.module.css';
import { balanceWords } from '../credits-words.en.js';

/** The available balance, and the choice of its currency. */
export function BalanceCard(props: {
  currency: Currency | undefined;
  choose: (currency: Currency) => void;
  /** Locked while a payment is running. */
  locked: boolean;
  balance: { balance: Amount | undefined; failed: boolean; refetch: () => void };
}) {
  const { currency, choose, locked } = props;
  const { balance, failed, refetch } = props.balance;
  const Sign = currency === 'EUR' ? EuroIcon : PoundSterlingIcon;
  return (
    <section className={styles.card} aria-label={balanceWords.title}>
      <div className={styles.coin}>
        <span className={styles.icon}>
          <Sign size={24} aria-hidden />
        </span>
        <dl className={styles.available}>
          <dt>{balanceWords.available}</dt>
          <dd aria-live="polite">
            {balance ? <Money amount={balance} /> : <span title={balanceWords.unknown}>–</span>}
          </dd>
        </dl>
      </div>
      {failed ? <NotLoaded sentence={balanceWords.notLoaded} again={refetch} /> : null}
      <NativeSelect
        label={balanceWords.currency}
        size="md"
        value={currency ?? ''}
        disabled={locked}
        onChange={(event) => choose(event.currentTarget.value as Currency)}
      >
        {currency === undefined ? (
          <option value="" disabled>
            {balanceWords.currencyToCome}
          </option>
        ) : null}
        {currencies.map((one) => (
          <option key={one} value={one}>
            {balanceWords.currencies[one]}
          </option>
        ))}
      </NativeSelect>
    </section>
  );
}

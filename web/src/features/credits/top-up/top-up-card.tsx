import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Checkbox } from '@mantine/core';
import type { Currency } from '@sixpence/contracts/currencies';
import { money, type Money } from '@sixpence/money/money';
import type { RefObject } from 'react';
import { StatusMessage } from '../../../components/status-message.js';
import { FailureMessage } from '../../../components/failure-message.js';
import { PageLink } from '../../../components/page-link.js';
import { formattedAmount } from './formatted-amount.js';
import { useAfter } from '../../../lib/use-after.js';
import { useOutcomeFocus } from '../use-outcome-focus.js';
import { AmountSelect } from './amount-select.js';
import type { UsableForm } from './card-form.js';
import { PaymentDetails } from './payment-details.js';
import { Sums } from './sums.js';
import styles from './top-up-card.module.css';
import { shortInWords, topUpWords } from '../credits-words.en.js';
import type { TopUp } from './use-top-up.js';

/** The top-up: amount, payment details, terms, PAY. */
export function TopUpCard(props: {
  topUp: TopUp;
  form: RefObject<UsableForm | undefined>;
  currency: Currency | undefined;
  balance: Money | undefined;
  /** The missing amount from the QR code of a panel; undefined without a scan. */
  shortfall: Money | undefined;
  closed: boolean;
}) {
  const { topUp, form, currency, balance, shortfall, closed } = props;
  const charged = money((topUp.amount ?? 0) * 100, currency ?? 'GBP');
  return (
    <section className={styles.card} aria-labelledby="top-up">
      <h2 id="top-up" className={styles.title}>
        {topUpWords.title}
      </h2>
      {closed ? <FailureMessage advice={topUpWords.closedAdvice}>{topUpWords.closed}</FailureMessage> : null}
      {shortfall ? (
        <p className={styles.advice} role="status">
          {shortInWords(shortfall)}
        </p>
      ) : null}
      <AmountSelect
        currency={currency}
        amount={topUp.amount}
        disabled={topUp.paying || closed}
        choose={topUp.choose}
      />
      <Sums balance={balance} charged={charged} />
      <PaymentDetails topUp={topUp} form={form} />
      <Outcome topUp={topUp} />
      <Checkbox
        checked={topUp.accepted}
        disabled={topUp.paying}
        onChange={(event) => topUp.accept(event.currentTarget.checked)}
        label={
          <>
            {topUpWords.accept}{' '}
            <PageLink to="/terms" target="_blank">
              {topUpWords.terms}
            </PageLink>
          </>
        }
      />
      <Button size="md" fullWidth loading={topUp.paying} onClick={() => void topUp.pay()}>
        {topUpWords.pay}
        {topUp.amount === undefined ? null : ` ${formattedAmount(topUp.amount, charged.currency)}`}
      </Button>
    </section>
  );
}

/** The outcome of the payment, below its form. */
function Outcome({ topUp: { message, resuming, paying } }: { topUp: TopUp }) {
  const element = useOutcomeFocus(
    message ?? (resuming ? 'resuming' : undefined),
    message !== undefined && 'done' in message,
  );
  return (
    <div ref={element} tabIndex={-1} className={styles.outcome}>
      {message && 'done' in message ? <StatusMessage>{message.done}</StatusMessage> : null}
      {message && 'problem' in message ? (
        <>
          <p className={styles.problem} role="alert">
            {message.problem}
          </p>
          {message.advice === undefined ? null : <p className={styles.advice}>{message.advice}</p>}
        </>
      ) : null}
      {paying ? <Confirming /> : null}
    </div>
  );
}

/** Shown after 300 ms, so that a short wait shows no message. */
function Confirming() {
  const isLong = useAfter(300);
  if (!isLong) return null;
  return (
    <p className={styles.advice} role="status">
      {topUpWords.confirming}
    </p>
  );
}

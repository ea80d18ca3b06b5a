import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import { NativeSelect, Tooltip } from '@mantine/core';
import { topUpAmounts } from '@sixpence/contracts/http/payments';
import type { Currency } from '@sixpence/contracts/currencies';
import { CircleHelpIcon } from 'lucide-react';
import { formattedAmount } from './formatted-amount.js';
import styles from './top-up-card.module.css';
import { topUpWords } from '../credits-words.en.js';

/** The choice of an amount, with an explanation of what a top-up is. */
export function AmountSelect(props: {
  currency: Currency | undefined;
  amount: number | undefined;
  disabled: boolean;
  choose: (amount: number | undefined) => void;
}) {
  const { currency, amount, disabled, choose } = props;
  return (
    <div className={styles.amount}>
      <NativeSelect
        label={topUpWords.amount}
        size="md"
        value={amount ?? ''}
        disabled={disabled || currency === undefined}
        onChange={({ currentTarget: { value } }) => choose(value === '' ? undefined : Number(value))}
      >
        <option value="">{topUpWords.chooseAmount}</option>
        {topUpAmounts.map((one) => (
          <option key={one} value={one}>
            {formattedAmount(one, currency ?? 'GBP')}
          </option>
        ))}
      </NativeSelect>
      <Tooltip
        label={topUpWords.explanation}
        events={{ hover: true, focus: true, touch: true }}
        multiline
        maw={280}
        withArrow
      >
        <button type="button" className={styles.hint}>
          <CircleHelpIcon size={16} aria-hidden /> {topUpWords.whatIsThis}
        </button>
      </Tooltip>
    </div>
  );
}

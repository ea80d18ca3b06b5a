import { topUpAmounts } from '@sixpence/contracts/http/payments';
import type { Currency } from '@sixpence/contracts/currencies';
import { Refusal } from '@sixpence/contracts/refusals';
import { money, type Money } from '@sixpence/money/money';

/**
 * One of the fixed amounts, given in major units.
 * @throws Refusal `payment.amount`
 */
export function topUpOf(major: number, currency: Currency): Money {
  const amount = topUpAmounts.find((each) => each === major);
  if (amount === undefined) throw new Refusal('payment.amount');
  return money(amount * 100, currency);
}

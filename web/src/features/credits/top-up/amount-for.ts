import { topUpAmounts } from '@sixpence/contracts/http/payments';
import type { MoneyShape } from '@sixpence/contracts/money';

/** The least amount to top up that reaches, in major units; the most that there is where none does. */
export function amountFor({ minor }: MoneyShape): number {
  return topUpAmounts.find((amount) => amount * 100 >= minor) ?? Math.max(...topUpAmounts);
}

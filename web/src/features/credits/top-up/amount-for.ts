import { topUpAmounts } from '@sixpence/contracts/http/payments';
import type { MoneyShape } from '@sixpence/contracts/money';

/** The smallest top-up that covers the shortfall, in major units; the largest top-up when none covers it. */
export function amountFor({ minor }: MoneyShape): number {
  return topUpAmounts.find((amount) => amount * 100 >= minor) ?? Math.max(...topUpAmounts);
}

import type { Currency } from '@sixpence/contracts/currencies';
import { money } from '@sixpence/money/money';
import { formatMoney } from '@sixpence/theme/money-words';

/** An amount in whole pounds or euros: `£5`. */
export function formattedAmount(major: number, currency: Currency): string {
  return formatMoney(money(major * 100, currency)).replace(/[.,]00(?=\D*$)/, '');
}

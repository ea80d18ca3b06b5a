import type { Currency } from '@sixpence/contracts/money';
import { formatMoney, money } from '@sixpence/money/money';

/** An amount that can be topped up: `£5`, without pence, of which none has any. */
export function amountInWords(major: number, currency: Currency): string {
  return formatMoney(money(major * 100, currency)).replace(/\.00$/, '');
}

import { formatMoney as inEnglish, type Money } from '@sixpence/money/money';
import { language, locale } from './language.js';

/** An amount in the form of the current language: `£0.60`, `0,60 £`. */
export function formatMoney(amount: Money): string {
  if (language() === 'en') return inEnglish(amount);
  const style = { style: 'currency', currency: amount.currency } as const;
  return new Intl.NumberFormat(locale(), style).format(amount.minor / 100);
}

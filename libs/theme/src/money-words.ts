import { formatMoney as inEnglish, type Money } from '@sixpence/money/money';
import { language, locale } from './language.js';

const smallCoin = { GBP: 'p', EUR: 'c' } as const;

/** An amount as it is written in the language that is spoken: `£1.20`, `1,20 £`. */
export function formatMoney(amount: Money): string {
  if (language() === 'en') return inEnglish(amount);
  const style = { style: 'currency', currency: amount.currency } as const;
  return new Intl.NumberFormat(locale(), style).format(amount.minor / 100);
}

/** An amount as people say it in a sentence: `5p`, `60p`, `£1.20`, `40c`, `€3.00`. */
export function sayMoney(amount: Money): string {
  const minor = Math.abs(amount.minor);
  if (minor >= 100 || language() !== 'en') return formatMoney(amount);
  return `${amount.minor < 0 ? '-' : ''}${minor}${smallCoin[amount.currency]}`;
}

import { formatMoney, type Money } from '@sixpence/money/money';

const smallCoin = { GBP: 'p', EUR: 'c' } as const;

/** An amount as people say it in a sentence: `5p`, `60p`, `£1.20`, `40c`, `€3.00`. */
export function sayMoney(amount: Money): string {
  const minor = Math.abs(amount.minor);
  if (minor >= 100) return formatMoney(amount);
  return `${amount.minor < 0 ? '-' : ''}${minor}${smallCoin[amount.currency]}`;
}

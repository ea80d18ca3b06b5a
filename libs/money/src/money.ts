import type { Currency } from '@sixpence/contracts/currencies';
import type { MoneyShape } from '@sixpence/contracts/money';

/** An amount in minor units (pence, cents) of one currency. Always a safe integer. */
export type Money = MoneyShape;

/** @throws RangeError when `minor` is not a safe integer: money is never rounded silently */
export function money(minor: number, currency: Currency): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError('An amount must be a safe integer of minor units');
  return { minor, currency };
}

/** @throws RangeError when the currencies differ: nothing is converted silently */
export function add(left: Money, right: Money): Money {
  if (left.currency !== right.currency) {
    throw new RangeError(`Cannot add ${left.currency} and ${right.currency}`);
  }
  return money(left.minor + right.minor, left.currency);
}

export function sum(amounts: readonly Money[], currency: Currency): Money {
  return amounts.reduce(add, money(0, currency));
}

/**
 * Major units as a JSON number with two decimals: the form of the specification's calls, used by controllers
 * only.
 */
export function toMajor(amount: Money): number {
  return amount.minor / 100;
}

/**
 * Parses an amount in major units without a currency sign, such as `'12.50'`.
 * @throws RangeError for anything but digits with at most two decimals
 */
export function parseMajor(text: string, currency: Currency): Money {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) throw new RangeError(`Not an amount: give digits with at most two decimals, such as 12.50`);
  return money(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')), currency);
}

const symbols: Record<Currency, string> = { GBP: '£', EUR: '€' };

/** `£0.60`, `-€1.05`: for people, the operator's screen, and logs. */
export function formatMoney(amount: Money): string {
  const digits = Math.abs(amount.minor).toString().padStart(3, '0');
  const sign = amount.minor < 0 ? '-' : '';
  return `${sign}${symbols[amount.currency]}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

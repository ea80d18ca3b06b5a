import { currencies } from './currencies.js';
import type { MoneyShape } from './money.js';

/**
 * The place in the address of `/credits` to which the QR code of a panel leads: how much somebody lacks there, as in
 * `#short-95-GBP`. It stands behind the #, which no browser sends to anybody, and opens nothing: whoever scans it signs in as themselves.
 */
export function shortfallAnchor({ minor, currency }: MoneyShape): string {
  return `short-${minor}-${currency}`;
}

/** The amount that such an address names; undefined where it names none. */
export function shortfallIn(hash: string): MoneyShape | undefined {
  const [, minor, named] = /^#short-([1-9]\d{0,5})-([A-Z]{3})$/.exec(hash) ?? [];
  const currency = currencies.find((known) => known === named);
  return currency && { minor: Number(minor), currency };
}

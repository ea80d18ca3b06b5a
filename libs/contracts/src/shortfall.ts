import { currencies } from './currencies.js';
import type { MoneyShape } from './money.js';

/**
 * The fragment of the address of `/credits` in a panel's QR code: the amount that the user lacks, as in
 * `#short-95-GBP`. Browsers do not send the fragment to any server. It grants no access: a user who scans the
 * code must sign in.
 */
export function shortfallAnchor({ minor, currency }: MoneyShape): string {
  return `short-${minor}-${currency}`;
}

/** The amount in such a fragment; undefined where there is none. */
export function shortfallIn(hash: string): MoneyShape | undefined {
  const [, minor, named] = /^#short-([1-9]\d{0,5})-([A-Z]{3})$/.exec(hash) ?? [];
  const currency = currencies.find((known) => known === named);
  return currency && { minor: Number(minor), currency };
}

/** A part of a payment, in minor units. */
export interface Share {
  paymentId: string;
  minor: number;
}

/** The refundable amount: the spendable money, at most the sum of the unrefunded parts of payments. */
export function refundableOf(unrefunded: readonly Share[], availableMinor: number): number {
  const total = unrefunded.reduce((sum, { minor }) => sum + minor, 0);
  return Math.min(availableMinor, total);
}

/** Divides an amount among payments in their order, at most the unrefunded part of each. */
export function sharesOf(unrefunded: readonly Share[], minor: number): Share[] {
  const shares: Share[] = [];
  let remainingMinor = minor;
  for (const payment of unrefunded) {
    const share = Math.min(remainingMinor, payment.minor);
    if (share > 0) shares.push({ paymentId: payment.paymentId, minor: share });
    remainingMinor -= share;
  }
  return shares;
}

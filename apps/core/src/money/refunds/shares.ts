/** A part of a payment, in minor units. */
export interface Share {
  paymentId: string;
  minor: number;
}

/** The refundable amount: the spendable money, at most the sum of what remains of the payments. */
export function refundableOf(left: readonly Share[], availableMinor: number): number {
  const paid = left.reduce((sum, { minor }) => sum + minor, 0);
  return Math.min(availableMinor, paid);
}

/** Divides an amount among payments in their order, at most the remaining amount of each. */
export function sharesOf(left: readonly Share[], minor: number): Share[] {
  const shares: Share[] = [];
  let rest = minor;
  for (const payment of left) {
    const share = Math.min(rest, payment.minor);
    if (share > 0) shares.push({ paymentId: payment.paymentId, minor: share });
    rest -= share;
  }
  return shares;
}

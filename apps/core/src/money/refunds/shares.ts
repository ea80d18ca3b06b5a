/** Some of a payment, in minor units. */
export interface Share {
  paymentId: string;
  minor: number;
}

/** What may go back to cards: so much as there is to spend, and no more than is left of payments. */
export function refundableOf(left: readonly Share[], availableMinor: number): number {
  const paid = left.reduce((sum, { minor }) => sum + minor, 0);
  return Math.min(availableMinor, paid);
}

/** How an amount is divided among payments in their order, never more than is left of each. */
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

/** The VAT contained in a price, rounded to the nearest minor unit. */
export function vatIn(minor: number, basisPoints: number): number {
  return Math.sign(minor) * Math.round((Math.abs(minor) * basisPoints) / (10_000 + basisPoints));
}

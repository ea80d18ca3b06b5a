const signs: Record<string, string> = { gbp: '£', eur: '€' };

/** Formats minor units as `£5.00`. */
export function shownAmount(minor: number, currency: string): string {
  return `${signs[currency] ?? ''}${(minor / 100).toFixed(2)}`;
}

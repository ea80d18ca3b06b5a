/**
 * The user's clock may be minutes wrong. Codes and documents expire by the database's clock, so countdowns
 * use the server's time, which every answer carries.
 */
let offsetMs = 0;

/** Reads the `Date` header of an answer. A header that is missing or no date changes nothing. */
export function noteServerTime(header: string | null): void {
  const serverMs = Date.parse(header ?? '');
  const difference = serverMs - Date.now();
  // The header has whole seconds: a difference under two seconds is rounding, not a wrong clock.
  if (Number.isFinite(difference)) offsetMs = Math.abs(difference) < 2000 ? 0 : difference;
}

export function serverNow(): number {
  return Date.now() + offsetMs;
}

/**
 * The user's clock minus the server's may be minutes. Codes and documents expire by the database's clock, so
 * countdowns use the time in the server's answers.
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

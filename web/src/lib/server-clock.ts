/**
 * Codes and documents live by the database's clock; a person's own may be minutes off. Every answer carries the
 * server's time, and countdowns run by that.
 */
let offsetMs = 0;

/** Takes the `Date` header of an answer; anything that is no date changes nothing. */
export function noteServerTime(header: string | null): void {
  const serverMs = Date.parse(header ?? '');
  const difference = serverMs - Date.now();
  // The header counts whole seconds: smaller differences are its rounding, not a wrong clock.
  if (Number.isFinite(difference)) offsetMs = Math.abs(difference) < 2000 ? 0 : difference;
}

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

const firstMs = 500;
const longestMs = 20_000;

/**
 * The pause before the next attempt, in milliseconds. It doubles up to 20 s. `chance` (0 to 1) spreads it, so
 * that all browsers do not reconnect at the same moment after a restart of core.
 */
export function reconnectDelayMs(tries: number, chance: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(tries, 10));
  return Math.round(full * (0.5 + chance / 2));
}

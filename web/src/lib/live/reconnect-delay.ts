const firstMs = 500;
const longestMs = 20_000;

/**
 * Pause before the next try: doubles up to 20 s and is spread by `chance` (0 to 1), so that a restart of core is not
 * met by every browser at the same moment.
 */
export function reconnectDelayMs(tries: number, chance: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(tries, 10));
  return Math.round(full * (0.5 + chance / 2));
}

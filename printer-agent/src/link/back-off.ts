/**
 * How long to wait before try number `attempt` (from 0): doubling from `firstMs` to `mostMs`, and of that a random
 * half, so that a site full of boxes does not come back in one moment. `random` is in [0, 1).
 */
export function backOffMs(
  attempt: number,
  waits: { readonly firstMs: number; readonly mostMs: number },
  random: number,
): number {
  const full = Math.min(waits.mostMs, waits.firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(full / 2 + (full / 2) * random);
}

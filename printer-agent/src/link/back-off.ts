/** A tenth of the wait is always waited, so that nobody asks in a tight loop. */
const leastShare = 0.1;

/**
 * How long to wait before try number `attempt` (from 0): doubling from `firstMs` to `mostMs`, and of that a random
 * share, so that boxes which lost core in the same moment come back spread over all of it. `random` is in [0, 1).
 */
export function backOffMs(
  attempt: number,
  waits: { readonly firstMs: number; readonly mostMs: number },
  random: number,
): number {
  const full = Math.min(waits.mostMs, waits.firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(full * (leastShare + (1 - leastShare) * random));
}

/** A wait that core asked for, and up to as much again: whoever was turned away together does not come back together. */
export function askedWaitMs(retryAfterSeconds: number, random: number): number {
  return Math.round(retryAfterSeconds * 1_000 * (1 + random));
}

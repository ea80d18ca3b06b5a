/** The least part of each wait, so that no box retries in a tight loop. */
const leastShare = 0.1;

/**
 * The wait before try number `attempt` (from 0): the full wait doubles from `firstMs` up to `mostMs`. A
 * random part of it is taken, so that boxes which lost core at the same moment reconnect spread over time.
 * `random` is in [0, 1).
 */
export function backOffMs(
  attempt: number,
  waits: { readonly firstMs: number; readonly mostMs: number },
  random: number,
): number {
  const full = Math.min(waits.mostMs, waits.firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(full * (leastShare + (1 - leastShare) * random));
}

/**
 * The wait that core asked for, plus a random part up to the same length, so that boxes that were refused
 * together do not return together.
 */
export function retryAfterWaitMs(retryAfterSeconds: number, random: number): number {
  return Math.round(retryAfterSeconds * 1_000 * (1 + random));
}

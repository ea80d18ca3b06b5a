import { setTimeout as pause } from 'node:timers/promises';

/** Rare enough that a test that waits for minutes stays below core's limit of requests per minute. */
const POLL_MS = 120;

/**
 * The limit of every wait in tests. It promises nothing about the service: on a machine that runs several
 * suites, an action of one second may take twenty.
 */
export const PATIENCE_MS = 120_000;

/**
 * Polls until the answer is neither `undefined` nor `false`. Errors of `ask` are thrown at once.
 * @throws Error that names `what` at the timeout
 */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  { what = 'what this test waits for', timeoutMs = PATIENCE_MS, pollMs = POLL_MS } = {},
): Promise<Exclude<T, undefined | false>> {
  // A test may fake `Date`.
  const end = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
    if (performance.now() > end) throw new Error(`Not within ${timeoutMs / 1000} s: ${what}.`);
    await pause(pollMs);
  }
}

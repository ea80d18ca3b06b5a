import { setTimeout as pause } from 'node:timers/promises';

/** Few enough that a test that waits for minutes stays within what core lets one person ask in a minute. */
const POLL_MS = 120;

/**
 * How long a test waits for anything. No promise of the service: on a machine that runs several suites at once,
 * whatever takes a second may take twenty.
 */
export const PATIENCE_MS = 120_000;

/**
 * Asks again until there is an answer other than `undefined` or `false`. What the question throws is passed on at once.
 * @throws Error naming what was waited for when the time is up
 */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  { what = 'what this test waits for', timeoutMs = PATIENCE_MS } = {},
): Promise<Exclude<T, undefined | false>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
    if (Date.now() > end) throw new Error(`Not within ${timeoutMs / 1000} s: ${what}.`);
    await pause(POLL_MS);
  }
}

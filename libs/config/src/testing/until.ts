import { setTimeout as pause } from 'node:timers/promises';

/** Promises nothing about the service: a busy machine may take minutes. Jest's own timeout is longer. */
const patienceMs = 120_000;
/** Node's own clock, also while a test fakes it. */
const now = performance.now.bind(performance);

/**
 * Waits until a condition holds.
 * @throws Error that quotes the condition at the timeout
 */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = now() + patienceMs;
  while (!(await condition())) {
    if (now() > deadline) throw new Error(`Not within ${patienceMs / 1000} s: ${condition.toString()}`);
    await pause(2);
  }
}

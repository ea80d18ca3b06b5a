import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds. @throws Error when it does not in time */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 10_000,
  what = condition.toString(),
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Still not so after ${timeoutMs} ms: ${what}`);
    await sleep(25);
  }
}

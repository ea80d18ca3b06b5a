import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `condition` returns true. Fails after `withinMs`, so that a spec does not hang. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`Still not so after ${withinMs} ms: ${condition.toString()}`);
    await sleep(2);
  }
}

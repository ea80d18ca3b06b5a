import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `holds` returns true. Fails after `withinMs`, so that a spec does not hang. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error(`Still not so after ${withinMs} ms: ${holds.toString()}`);
    await sleep(2);
  }
}

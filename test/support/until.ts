import { eventually, PATIENCE_MS } from './eventually.js';

/** Waits until a condition holds. @throws Error when it does not in time */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = PATIENCE_MS,
  what = condition.toString(),
): Promise<void> {
  await eventually(condition, { what, timeoutMs });
}

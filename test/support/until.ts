import { eventually, PATIENCE_MS } from './eventually.js';

/**
 * Waits until a condition holds.
 * @throws Error at the timeout
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = PATIENCE_MS,
  what = condition.toString(),
): Promise<void> {
  await eventually(condition, { what, timeoutMs });
}

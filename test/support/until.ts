import { eventually } from './eventually.js';

/** Waits until a condition holds. @throws Error when it does not in time */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 10_000,
  what = condition.toString(),
): Promise<void> {
  await eventually(condition, { what, timeoutMs });
}

import type { PrintLimits } from './limits.js';

/**
 * The pause between two polls of a job whose document the printer has. While the job is young, the pause is a
 * third of the job's age so far, up to `eagerPollMs`; later it is `pollMs`. The user waits at the printer,
 * and a small job prints in milliseconds. Polls do not speed up a long job.
 */
export function lookAgainMs(
  watchedMs: number,
  limits: Pick<PrintLimits, 'firstPollMs' | 'eagerPollMs' | 'eagerMs' | 'pollMs'>,
): number {
  if (watchedMs >= limits.eagerMs) return limits.pollMs;
  return Math.min(limits.eagerPollMs, Math.max(limits.firstPollMs, watchedMs / 3));
}

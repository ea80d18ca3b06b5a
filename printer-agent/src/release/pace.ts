import type { PrintLimits } from './limits.js';

/**
 * How long after a look at a job that the printer has got the next one is due: for the first moment a share of the time
 * that the job has taken so far, up to the eager pace, then the usual pace. Somebody stands there and waits for a page or
 * two, of which a small one is done in milliseconds; a long job is not hurried by looks.
 */
export function lookAgainMs(
  watchedMs: number,
  limits: Pick<PrintLimits, 'firstPollMs' | 'eagerPollMs' | 'eagerMs' | 'pollMs'>,
): number {
  if (watchedMs >= limits.eagerMs) return limits.pollMs;
  return Math.min(limits.eagerPollMs, Math.max(limits.firstPollMs, watchedMs / 3));
}

import type { PrintLimits } from './limits.js';

/**
 * How long to wait before the next look at a job that the printer has got: doubling up to the eager pace for the first
 * moment, then the usual pace. Somebody stands there and waits for a page or two; a long job is not hurried by looks.
 */
export function lookAgainMs(
  { looks, watchedMs }: { looks: number; watchedMs: number },
  limits: Pick<PrintLimits, 'firstPollMs' | 'eagerPollMs' | 'eagerMs' | 'pollMs'>,
): number {
  if (watchedMs >= limits.eagerMs) return limits.pollMs;
  return Math.min(limits.eagerPollMs, limits.firstPollMs * 2 ** Math.min(looks, 20));
}

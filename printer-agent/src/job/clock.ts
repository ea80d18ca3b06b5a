/**
 * Milliseconds since 1970, by the wall clock of this process's start and the monotonic clock from then on: a box whose
 * clock is set while it runs, as one without a battery is soon after it starts, takes no wait for over or for endless.
 */
export function now(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

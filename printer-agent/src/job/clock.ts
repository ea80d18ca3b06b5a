/**
 * Milliseconds since 1970: the wall clock at the start of this process, plus the monotonic clock since then.
 * A box without a battery sets its clock soon after it starts. Such a jump must neither end a wait nor make
 * it endless.
 */
export function now(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

const hour = 60 * 60;

/**
 * How many codes may be mailed to one address, for all purposes together. `own` limits the codes that one
 * network or device requests, `all` those of all networks and devices together. So a stranger who uses up
 * their own limit does not use up the limit of the address's owner.
 */
const codeAllowances = {
  own: [
    { codes: 3, seconds: hour },
    { codes: 10, seconds: 24 * hour },
  ],
  all: [
    { codes: 9, seconds: hour },
    { codes: 30, seconds: 24 * hour },
  ],
} as const;

/**
 * Seconds until one more code may be mailed; 0 when a code may be mailed now. `sentAt` is in any order. All
 * times come from the database's clock.
 */
export function codePauseSeconds(
  sentAt: readonly Date[],
  { now, of }: { now: Date; of: keyof typeof codeAllowances },
): number {
  const newestFirst = sentAt.map((time) => time.getTime()).sort((one, other) => other - one);
  const pauses = codeAllowances[of].map(({ codes, seconds }) => {
    const last = newestFirst[codes - 1];
    return last === undefined ? 0 : Math.ceil((last + seconds * 1_000 - now.getTime()) / 1_000);
  });
  return Math.max(0, ...pauses);
}

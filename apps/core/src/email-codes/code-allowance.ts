const hour = 60 * 60;

/** How many codes may be mailed to one address, whoever asks for them and whatever for. */
const codeAllowances = [
  { codes: 3, seconds: hour },
  { codes: 10, seconds: 24 * hour },
] as const;

/** Seconds until one more code may be mailed; 0 when it may be now. Times are the database's, in any order. */
export function codePauseSeconds(sentAt: readonly Date[], now: Date): number {
  const newestFirst = sentAt.map((time) => time.getTime()).sort((one, other) => other - one);
  const pauses = codeAllowances.map(({ codes, seconds }) => {
    const last = newestFirst[codes - 1];
    return last === undefined ? 0 : Math.ceil((last + seconds * 1_000 - now.getTime()) / 1_000);
  });
  return Math.max(0, ...pauses);
}

/** The tries at all printers in the last 15 minutes, and the number of active codes. */
export interface ServiceTries {
  right: number;
  wrong: number;
  active: number;
}

/** How many wrong tries the whole service has: usual, or enough for an alarm or a pause of all printers. */
export type WrongTryLevel = 'usual' | 'alarm' | 'pause';

/**
 * A limit is a floor plus a share of the right tries. People mistype: about one code in twenty that is read
 * from one screen and typed on another is wrong or expired. Active codes count as right tries to come, so
 * that a lecture that has just ended does not look like an attack. Below the floor, an attack cannot be told
 * from chance.
 *
 * At 17 sign-ins a second (15,300 right tries in 15 minutes, 1,000 active codes) 800 wrong tries are usual;
 * the alarm comes at 1,730 and the pause at 3,560. With ten active codes and 150 right tries the alarm comes
 * at 116 and the pause at 332.
 *
 * The gain of a guesser: a guess opens a stranger's list with a probability of `active` in a million. A
 * typing slip never does, because no two active codes are one slip apart. Before a pause, the share of
 * strangers' lists in all opened lists is at most a fifth of that probability (one in 5,000 at 1,000 active
 * codes), plus the lists that 300 more guesses open: 0.003 at ten active codes, 0.3 at 1,000. Pauses double
 * up to 15 minutes; after a pause right tries are counted anew. A guesser who redeems five codes of their own
 * raises the limit by one guess, but not at a printer that pauses. A box can make at most four times 15
 * guesses in 15 minutes, and one more at each of its printers, so that 3,560 guesses need fifty boxes with
 * ten printers each.
 */
const shares = {
  alarm: { floor: 100, share: 0.1 },
  pause: { floor: 300, share: 0.2 },
} as const;

export function levelOf({ right, wrong, active }: ServiceTries): WrongTryLevel {
  const reaches = ({ floor, share }: { floor: number; share: number }): boolean =>
    wrong >= floor + Math.floor(share * (right + active));
  if (reaches(shares.pause)) return 'pause';
  return reaches(shares.alarm) ? 'alarm' : 'usual';
}

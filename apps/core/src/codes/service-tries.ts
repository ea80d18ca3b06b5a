/** The tries at all printers in the last 15 minutes, and the number of active codes. */
export interface ServiceTries {
  taken: number;
  wrong: number;
  active: number;
}

/** The state of the whole service after a wrong try. */
export type Strain = 'usual' | 'alarm' | 'pause';

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
 * typing slip never does, because no two active codes are one slip apart. Before a pause, guesses open at
 * most a fifth of `active` in a million of all opened lists (one in 5,000 at 1,000 active), and those of 300
 * guesses more: 0.003 lists at ten active, 0.3 at 1,000. Pauses double up to 15 minutes, after which right
 * tries are counted anew. A guesser who redeems codes of their own buys one guess for five of them, and none
 * at a printer that pauses. A box gets at most four bursts of 15 in 15 minutes, and one guess more at each of
 * its printers, so that 3,560 guesses take fifty boxes of ten printers.
 */
const shares = {
  alarm: { floor: 100, share: 0.1 },
  pause: { floor: 300, share: 0.2 },
} as const;

export function strainOf({ taken, wrong, active }: ServiceTries): Strain {
  const reaches = ({ floor, share }: { floor: number; share: number }): boolean =>
    wrong >= floor + Math.floor(share * (taken + active));
  if (reaches(shares.pause)) return 'pause';
  return reaches(shares.alarm) ? 'alarm' : 'usual';
}

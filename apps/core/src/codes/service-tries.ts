/** What all printers saw together within the last quarter of an hour, and what a guess could hit. */
export interface ServiceTries {
  taken: number;
  wrong: number;
  /** Codes that are active now. */
  active: number;
}

/** What a wrong try means for the whole service. */
export type Strain = 'usual' | 'alarm' | 'pause';

/**
 * People slip: of codes that are read off one screen and typed on another about one in twenty is wrong, or too late. So
 * what is unusual is a share of the tries that are right, those to come counted too: each active code is one, and a
 * lecture that has just ended must not look like an attack. Below a floor nobody can tell chance from habit.
 *
 * At 17 sign-ins a second (15,300 right in a quarter of an hour, 1,000 active) 800 slips are usual; the alarm comes at
 * 1,730 and the pause at 3,560. A service with ten active codes and 150 right ones has its alarm at 116, its pause at 332.
 *
 * What a guesser gets: a guess opens somebody's queue with a chance of `active` in a million, and nobody's slip does,
 * because no two codes are one slip apart. Before a pause that is a fifth of `active` in a million of all that is opened,
 * one in 5,000 at 1,000 active, and 300 guesses more: 0.003 queues at ten active, 0.3 at 1,000. Pauses double up to a
 * quarter of an hour, after which right tries are counted anew. Who redeems codes of their own buys one guess for five
 * of them, and none at a printer that pauses: four bursts of 15 in a quarter of an hour, and one more at each of its
 * printers, are all that a box gets, so that 3,560 take fifty boxes of ten printers.
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

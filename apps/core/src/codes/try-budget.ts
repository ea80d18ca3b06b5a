/** The number of wrong codes after which a printer, an agent, a site, or a person is paused. */
export interface TryBudget {
  wrongTries: number;
}

/** The count so far. Times are by the database's clock. */
export interface Tally {
  wrong: number;
  /** When counting began. */
  since: Date;
  /** The number of recent pauses; each pause is twice as long as the one before. */
  pauses: number;
  pausedUntil: Date | null;
}

/**
 * Every wrong print code counts for the printer, its agent, and its site. A pairing code counts for the
 * person who types it: twice, because the page first asks which panel the code opens. `service-tries.ts`
 * bounds the guesses in the whole service.
 *
 * The pause of an agent or a site applies to the printers that have seen a wrong code in the last 15 minutes.
 * So a guesser at one printer does not block the other printers. The guesser gets one more guess at each of
 * them: this guess counts, and then that printer pauses too. When pauses are 15 minutes long, an agent with p
 * printers allows at most 15 + p wrong codes in 15 minutes, a site at most 30 + p, and each printer 5. At
 * 1,000 active codes, a site of 20 printers allows 50 guesses in 15 minutes: on average, they open one list
 * in five hours.
 */
export const tryBudgets = {
  printer: { wrongTries: 5 },
  agent: { wrongTries: 15 },
  site: { wrongTries: 30 },
  person: { wrongTries: 10 },
} as const satisfies Record<string, TryBudget>;

/** Wrong codes that are further apart than this do not count together. */
export const windowSeconds = 15 * 60;
const firstPauseSeconds = 60;
const longestPauseSeconds = 15 * 60;
/** After this long without a pause, the next pause has the first length again. */
export const forgetPausesSeconds = 60 * 60;

const noPause = { pauses: 0, pausedUntil: null };

/**
 * The tally after one more wrong code. A right code does not lower it, because a guesser may have a right
 * code too.
 */
export function afterWrongTry(budget: TryBudget, tally: Tally | undefined, now: Date): Tally {
  const isNew = tally === undefined || !sawWrongLately(tally, now);
  const current = isNew ? { ...noPause, ...tally, wrong: 0, since: now } : tally;
  const wrong = current.wrong + 1;
  return wrong < budget.wrongTries ? { ...current, wrong } : pausedAgain(current, now);
}

/** The tally when a pause begins. */
export function pausedAgain(tally: Tally, now: Date): Tally {
  const { pausedUntil } = tally;
  const noRecentPause = pausedUntil === null || ageSeconds(pausedUntil, now) >= forgetPausesSeconds;
  const pauses = noRecentPause ? 0 : tally.pauses;
  const seconds = Math.min(firstPauseSeconds * 2 ** pauses, longestPauseSeconds);
  return {
    wrong: 0,
    since: now,
    pauses: pauses + 1,
    pausedUntil: new Date(now.getTime() + seconds * 1_000),
  };
}

/** Seconds until codes are accepted again; 0 without a pause. */
export function remainingPauseSeconds(tally: Tally | undefined, now: Date): number {
  if (!tally?.pausedUntil) return 0;
  return Math.max(0, Math.ceil((tally.pausedUntil.getTime() - now.getTime()) / 1_000));
}

/**
 * Whether a wrong code was counted within the window. A pause begins with a wrong code, and counts as well.
 */
export function sawWrongLately({ since }: Tally, now: Date): boolean {
  return ageSeconds(since, now) < windowSeconds;
}

function ageSeconds(then: Date, now: Date): number {
  return (now.getTime() - then.getTime()) / 1_000;
}

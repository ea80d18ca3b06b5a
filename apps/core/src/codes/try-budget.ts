/** How many wrong codes a printer (an agent, a site) may see before it pauses. */
export interface TryBudget {
  wrongTries: number;
}

/** What was counted so far; times by the database's clock. */
export interface Tally {
  wrong: number;
  /** When counting began. */
  since: Date;
  /** How often it paused lately; each pause is twice as long as the one before. */
  pauses: number;
  pausedUntil: Date | null;
}

/**
 * Every print code that is typed counts for printer, agent, and site. A panel's code counts for the person who gives it:
 * twice, because the page that takes it asks first whose panel it would open. What the whole service may guess together
 * is in `service-tries.ts`.
 *
 * The pause of a box or a site holds for the printers that have seen a wrong code in the last quarter of an hour. A guesser
 * at one printer leaves the others open, and gets one more guess at each: it counts, and the printer pauses with its box.
 * Once pauses are a quarter of an hour long, a box with p printers gets at most 15 + p wrong codes in that time, a site
 * at most 30 + p, and each printer 5. At 1,000 active codes 50 guesses at a site of 20 printers open one queue in 20 such
 * times.
 */
export const tryBudgets = {
  printer: { wrongTries: 5 },
  agent: { wrongTries: 15 },
  site: { wrongTries: 30 },
  person: { wrongTries: 10 },
} as const satisfies Record<string, TryBudget>;

/** Slips further apart than this are not one attack. */
export const windowSeconds = 15 * 60;
const firstPauseSeconds = 60;
const longestPauseSeconds = 15 * 60;
/** After this long without a pause the next one is short again. */
export const forgetPausesSeconds = 60 * 60;

const none = { pauses: 0, pausedUntil: null };

/** The tally after one more wrong code. A right code does not lower it: whoever guesses may own one. */
export function afterWrongTry(budget: TryBudget, tally: Tally | undefined, now: Date): Tally {
  const isNew = tally === undefined || !sawWrongLately(tally, now);
  const current = isNew ? { ...none, ...tally, wrong: 0, since: now } : tally;
  const wrong = current.wrong + 1;
  return wrong < budget.wrongTries ? { ...current, wrong } : pausedAgain(current, now);
}

/** The tally when a pause begins. After an hour of peace it is a short one again. */
export function pausedAgain(tally: Tally, now: Date): Tally {
  const { pausedUntil } = tally;
  const inPeace = pausedUntil === null || ageSeconds(pausedUntil, now) >= forgetPausesSeconds;
  const pauses = inPeace ? 0 : tally.pauses;
  const seconds = Math.min(firstPauseSeconds * 2 ** pauses, longestPauseSeconds);
  return {
    wrong: 0,
    since: now,
    pauses: pauses + 1,
    pausedUntil: new Date(now.getTime() + seconds * 1_000),
  };
}

/** Seconds until codes are looked at again; 0 when they are now. */
export function pauseLeftSeconds(tally: Tally | undefined, now: Date): number {
  if (!tally?.pausedUntil) return 0;
  return Math.max(0, Math.ceil((tally.pausedUntil.getTime() - now.getTime()) / 1_000));
}

/** Whether a wrong code has counted since the window began: pauses, too, begin with one. */
export function sawWrongLately({ since }: Tally, now: Date): boolean {
  return ageSeconds(since, now) < windowSeconds;
}

function ageSeconds(then: Date, now: Date): number {
  return (now.getTime() - then.getTime()) / 1_000;
}

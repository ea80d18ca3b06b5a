/** An untouched panel session ends after this; the time while a job runs does not count. */
export const idleSeconds = 60;

/**
 * What core allows on top: a panel counts touches for itself and tells core of them by listing again, at most every
 * third of the idle time. It must never show a session that core has ended.
 */
export const idleGraceSeconds = 30;

/** No panel session lives longer, whatever happens in it. */
export const longestSessionSeconds = 10 * 60;

/** A stall (paper, jam, cover) keeps the hold this long; then the agent cancels the job and it is settled. */
export const stallSeconds = 10 * 60;

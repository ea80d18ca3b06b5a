/** Pauses after the first tries that failed; later ones are an hour apart. */
const pausesSeconds = [5, 15, 60, 5 * 60, 15 * 60];
const lastPauseSeconds = 60 * 60;

/** Whether it was the address that was refused for good, and not the text. */
export function isAddressRefused(error: unknown): boolean {
  return isRefusedForGood(error) && (error as { code?: unknown }).code === 'EENVELOPE';
}

/** How long a mail waits after so many tries, all of which failed. */
export function pauseSeconds(tries: number): number {
  return pausesSeconds[tries - 1] ?? lastPauseSeconds;
}

/**
 * Whether the next server refused this mail itself, so that asking again is of no use: a permanent reply (5xx, RFC 5321
 * section 4.2.1) to its addresses or its text. A refused sign-in is ours to mend, and the mail waits.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown };
  const isOfThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isOfThisMail && typeof responseCode === 'number' && responseCode >= 500;
}

/** Pauses after the first tries that failed; later ones are an hour apart. */
const pausesSeconds = [5, 15, 60, 5 * 60, 15 * 60];
const lastPauseSeconds = 60 * 60;

/** How long a mail waits after so many tries, all of which failed. */
export function pauseSeconds(tries: number): number {
  return pausesSeconds[tries - 1] ?? lastPauseSeconds;
}

/**
 * Whether the next server refused this mail itself, so that asking again is of no use: a permanent reply (5xx, RFC 5321
 * section 4.2.1) to its address or its text. A refused sign-in and a refused sender are ours to mend, and the mail waits.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { command, isPermanent } = replyTo(error);
  return isPermanent && (command === 'RCPT TO' || command === 'DATA');
}

/** Whether it was the address that was refused for good, and not the text. */
export function isAddressRefused(error: unknown): boolean {
  const { command, isPermanent } = replyTo(error);
  return isPermanent && command === 'RCPT TO';
}

/** To which command of ours the server said no. */
function replyTo(error: unknown): { command: unknown; isPermanent: boolean } {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return { command, isPermanent: typeof responseCode === 'number' && responseCode >= 500 };
}

/** Pauses after the first failed tries. Later pauses are an hour. */
const pausesSeconds = [5, 15, 60, 5 * 60, 15 * 60];
const lastPauseSeconds = 60 * 60;

/** Seconds until the next try, after this many failed ones. */
export function pauseSeconds(tries: number): number {
  return pausesSeconds[tries - 1] ?? lastPauseSeconds;
}

/**
 * Whether the server refused this mail for good, so that a retry is useless: a permanent reply (5xx, RFC 5321
 * section 4.2.1) to its address or its text. When the server refuses our sign-in or our sender, the operator
 * has to fix it, and the mail waits.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { command, isPermanent } = replyTo(error);
  return isPermanent && (command === 'RCPT TO' || command === 'DATA');
}

/** Whether the server refused the address for good, and not the text. */
export function isAddressRefused(error: unknown): boolean {
  const { command, isPermanent } = replyTo(error);
  return isPermanent && command === 'RCPT TO';
}

/** The SMTP command that the server refused, and whether for good. */
function replyTo(error: unknown): { command: unknown; isPermanent: boolean } {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return { command, isPermanent: typeof responseCode === 'number' && responseCode >= 500 };
}

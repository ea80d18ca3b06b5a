/**
 * The progress of a job at the box. The journal stores a step before the next act outside the box:
 *
 * - `ready`: core holds the price; nothing was sent to the printer.
 * - `preflight`: Create-Job may have been sent.
 * - `created`: the printer has given a job-id; Send-Document may have been sent.
 * - `sent`: the printer has the whole document. From here on the document is never sent again.
 * - `printing`, `stalled`: the printer works on the job, or waits for paper, a cover, or a person.
 * - `ended`: the outcome is known, or known to be unknowable; core has not confirmed it.
 * - `settled`: core has captured and given back, or is checking the job.
 */
export const jobSteps = [
  'ready',
  'preflight',
  'created',
  'sent',
  'printing',
  'stalled',
  'ended',
  'settled',
] as const;
export type JobStep = (typeof jobSteps)[number];

/**
 * Allowed moves. `created → preflight` is the only way back: the printer was proven to hold no document. If
 * the printer's answer to Send-Document already shows progress, the step `sent` is skipped: one write stores
 * both.
 */
const jobMoves: Readonly<Record<JobStep, readonly JobStep[]>> = {
  ready: ['preflight', 'ended'],
  preflight: ['created', 'ended'],
  created: ['sent', 'printing', 'stalled', 'preflight', 'ended'],
  sent: ['printing', 'stalled', 'ended'],
  printing: ['stalled', 'ended'],
  stalled: ['printing', 'ended'],
  ended: ['settled'],
  settled: [],
};

export function canMove(from: JobStep, to: JobStep): boolean {
  return jobMoves[from].includes(to);
}

/** Steps in which the printer may work on the job, and core receives progress reports. */
export function isUnderWay(step: JobStep): boolean {
  return step === 'sent' || step === 'printing' || step === 'stalled';
}

export function isOver(step: JobStep): boolean {
  return step === 'ended' || step === 'settled';
}

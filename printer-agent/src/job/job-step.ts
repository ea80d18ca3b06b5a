/**
 * How far the agent got with a job. A step is journalled before the next thing happens outside:
 *
 * - `ready`: core holds its price; nothing was said to the printer.
 * - `preflight`: Create-Job may have been sent.
 * - `created`: the printer has given a job-id; Send-Document may have been sent.
 * - `sent`: the printer has the whole document. From here on nothing is ever sent again.
 * - `printing`, `stalled`: seen at work, or waiting for paper, a cover, a person.
 * - `ended`: the outcome is known (or known to be unknowable); core has not confirmed it.
 * - `settled`: core has captured and given back.
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
 * Allowed moves. `created → preflight` is the only way back: the printer was proven to hold no document. A printer that
 * answers the document with more than its arrival spares the step `sent`: one write says both.
 */
export const jobMoves: Readonly<Record<JobStep, readonly JobStep[]>> = {
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

/** Steps in which the printer may be working on the job and core is told how it goes. */
export function isUnderWay(step: JobStep): boolean {
  return step === 'sent' || step === 'printing' || step === 'stalled';
}

export function isOver(step: JobStep): boolean {
  return step === 'ended' || step === 'settled';
}

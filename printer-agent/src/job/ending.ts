import type { JobState } from '@sixpence/contracts/http/release';
import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import type { JobEnding, JobRecord } from './job-record.js';

/** job-state of RFC 8011 §5.3.7 for jobs that are over. */
export type TerminalState = 7 | 8 | 9;

export function isTerminal(state: number): state is TerminalState {
  return state === 7 || state === 8 || state === 9;
}

/**
 * The outcome core settles by, from the printer's last word. A job that we cancelled while it was still waiting in
 * the printer never began. One that was aborted may have begun between two looks, so it is reported as aborted.
 */
export function endingOf(
  state: TerminalState,
  seen: {
    readonly began: boolean;
    readonly canceledByUs: boolean;
    /** What the printer says of the end beyond the state. */
    readonly told?: JobReason | undefined;
  },
): JobEnding {
  const { began, canceledByUs, told } = seen;
  if (state === 9) return { outcome: 'completed' };
  if (state === 8) {
    return { outcome: 'aborted', reason: canceledByUs ? 'stalled-too-long' : (told ?? 'aborted-by-printer') };
  }
  if (!canceledByUs) return { outcome: 'canceled', reason: told ?? 'canceled-at-printer' };
  return { outcome: began ? 'canceled' : 'never-began', reason: 'stalled-too-long' };
}

/** What a person is shown of a job that has ended, until core has settled it and knows better. */
export function endedState(ending: JobEnding, impressions: number): JobState {
  switch (ending.outcome) {
    case 'completed':
      return 'completed';
    case 'unknown':
      return 'checking';
    case 'never-began':
      return ending.reason === 'canceled-by-person' ? 'canceled' : 'failed';
    case 'canceled':
      return impressions > 0 ? 'partial' : 'canceled';
    case 'aborted':
      return impressions > 0 ? 'partial' : 'failed';
  }
}

/** Impressions only rise and never pass what was sent: a printer that says otherwise is not believed. */
export function risenImpressions(job: Pick<JobRecord, 'impressions' | 'pages'>, reported: number): number {
  return Math.min(job.pages, Math.max(job.impressions, reported));
}

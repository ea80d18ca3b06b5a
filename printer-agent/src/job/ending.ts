import type { JobState } from '@sixpence/contracts/http/release';
import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import type { JobEnding, JobRecord } from './job-record.js';

/** Terminal values of job-state, RFC 8011 §5.3.7. */
export type TerminalState = 7 | 8 | 9;

export function isTerminal(state: number): state is TerminalState {
  return state === 7 || state === 8 || state === 9;
}

/**
 * The outcome by which core settles, derived from the printer's final state. A job that the box cancelled
 * while it still waited in the printer never began. An aborted job may have begun between two polls, so its
 * outcome is `aborted`.
 */
export function endingOf(
  state: TerminalState,
  final: {
    readonly began: boolean;
    readonly canceledByUs: boolean;
    /** The reason that the printer gives for the end, beyond the state. */
    readonly printerReason?: JobReason | undefined;
  },
): JobEnding {
  const { began, canceledByUs, printerReason } = final;
  if (state === 9) return { outcome: 'completed' };
  if (state === 8) {
    return {
      outcome: 'aborted',
      reason: canceledByUs ? 'stalled-too-long' : (printerReason ?? 'aborted-by-printer'),
    };
  }
  if (!canceledByUs) return { outcome: 'canceled', reason: printerReason ?? 'canceled-at-printer' };
  return { outcome: began ? 'canceled' : 'never-began', reason: 'stalled-too-long' };
}

/** The state that a screen shows for an ended job until core has settled it. */
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

/**
 * The count of impressions only rises and never exceeds the pages that were sent. A contrary report of the
 * printer is ignored.
 */
export function risenImpressions(job: Pick<JobRecord, 'impressions' | 'pages'>, reported: number): number {
  return Math.min(job.pages, Math.max(job.impressions, reported));
}

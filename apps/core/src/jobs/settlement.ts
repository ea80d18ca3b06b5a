import type { Counting, JobOutcome } from '@sixpence/contracts/agent/gateway';
import type { Side } from '@sixpence/contracts/http/documents';
import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import type { FinalState } from './job-state.js';

/** How a job ended, in page faces (impressions). */
export interface Ending {
  outcome: JobOutcome;
  counting: Counting;
  /** The highest reported count, as `facesPrinted` returns it. */
  impressions: number;
  /** Impressions that were sent, whose price is held. */
  total: number;
  reason?: JobReason | undefined;
}

/**
 * How many pages to capture; or undecided: then the hold stays, staff see the job, and the 24-hour rule ends
 * it.
 */
export type Verdict =
  | { decided: true; state: FinalState; capture: number; countedShort: boolean }
  | { decided: false };

/**
 * Converts a printer's count to page faces, never more than were sent. A printer that counts sheets reports
 * sheets, which carry two faces when printed on both sides. A printer that does not count gives 0.
 */
export function facesPrinted(
  reported: number,
  job: { counting: Counting; side: Side; total: number },
): number {
  const perUnit = { impressions: 1, sheets: job.side === '2-Sided' ? 2 : 1, none: 0 }[job.counting];
  return Math.min(job.total, Math.max(0, reported) * perUnit);
}

/**
 * The settlement table: what an ending costs. People pay for printed pages. When the printer cannot say how
 * many, the verdict is undecided.
 */
export function verdictOn(ending: Ending): Verdict {
  const { outcome, counting, impressions, total } = ending;
  switch (outcome) {
    case 'completed':
      // Only a count in impressions is believed when it is lower than `total`. With any other printer a
      // completed job counts as printed whole.
      return counting === 'impressions' ? decide(ending, impressions) : decide(ending, total);
    case 'canceled':
    case 'aborted':
      if (counting === 'impressions' || impressions > 0) return decide(ending, impressions);
      return { decided: false };
    case 'never-began':
      // Counted pages prove that the job began, whatever the last report says.
      return decide(ending, impressions);
    case 'unknown':
      // Counted pages were printed, even if the printer's last report is missing.
      return counting === 'impressions' && impressions >= total ? decide(ending, total) : { decided: false };
  }
}

/**
 * The 24-hour rule: how many pages are paid for when neither printer nor staff have decided. The count of a
 * silent printer is taken, because counted pages were printed.
 */
export function pagesAfterADay(ending: Ending): number {
  const verdict = verdictOn(ending);
  if (verdict.decided) return verdict.capture;
  return ending.outcome === 'unknown' ? ending.impressions : 0;
}

function decide(ending: Ending, capture: number): Verdict {
  const countedShort = ending.outcome === 'completed' && capture < ending.total;
  return { decided: true, state: finalState(ending, capture), capture, countedShort };
}

function finalState({ outcome, total, reason }: Ending, capture: number): FinalState {
  if (capture >= total) return 'completed';
  if (capture > 0) return 'partial';
  return outcome === 'canceled' || reason === 'canceled-by-person' ? 'canceled' : 'failed';
}

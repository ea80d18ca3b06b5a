import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import type { PrinterJob } from '../ipp/client.js';
import { jobState } from '../ipp/job-status.js';
import { endingReason } from '../ipp/reasons.js';
import { endingOf, isTerminal, risenImpressions } from '../job/ending.js';
import type { JobEnding } from '../job/job-record.js';
import type { PrintLimits } from './limits.js';

/** The result of one poll. `gone`: the printer does not know the job. `silent`: it did not answer. */
export interface Sight {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly job: PrinterJob | 'gone' | 'silent';
  /** The condition that stops the printer, if it reports one. */
  readonly stopped?: JobReason | undefined;
}

/** The state of a job that is carried from one poll to the next. */
export interface Watched {
  readonly pages: number;
  readonly impressions: number;
  readonly began: boolean;
  readonly stalledAt: number | null;
  readonly reason?: JobReason | undefined;
  /** When the job began or its count last rose; before that, when the box started to watch it. */
  readonly movedAt: number;
  readonly canceledAt: number | null;
}

export type Next = { readonly do: 'wait' | 'cancel' } | { readonly do: 'end'; readonly ending: JobEnding };

/**
 * Judges one poll of a job whose document the printer has: whether the job prints or stalls, and whether to
 * wait, to cancel, or to end it. No result leads to sending the document again.
 */
export function judge(
  before: Watched,
  sight: Sight,
  limits: Pick<PrintLimits, 'noticeMs' | 'pendingMs' | 'cancelMs' | 'quietPerPageMs'> & {
    readonly stallMs: number;
  },
): { readonly watched: Watched; readonly next: Next } {
  if (sight.job === 'gone') {
    const canceledUnbegun = before.canceledAt !== null && !before.began;
    const ending: JobEnding = canceledUnbegun
      ? { outcome: 'never-began', reason: 'stalled-too-long' }
      : { outcome: 'unknown', reason: 'unknown-outcome' };
    return { watched: before, next: { do: 'end', ending } };
  }

  const watched = sight.job === 'silent' ? stalled(before, sight.at, 'printer-unreachable') : seen(sight.job);
  if (sight.job !== 'silent' && isTerminal(sight.job.state)) {
    const ending = endingOf(sight.job.state, {
      began: watched.began,
      canceledByUs: watched.canceledAt !== null,
      printerReason: endingReason(sight.job.reasons),
    });
    return { watched, next: { do: 'end', ending } };
  }
  const next = decideNext(watched);
  // A silent printer may be printing. If its job is cancelled now, the job counts as begun.
  const isUnseen = sight.job === 'silent' && next.do === 'cancel';
  return { watched: isUnseen ? { ...watched, began: true } : watched, next };

  function seen(job: PrinterJob): Watched {
    const impressions = risenImpressions(before, job.impressionsCompleted);
    const rose = impressions > before.impressions;
    const began = before.began || isAtWork(job) || impressions > 0;
    const moved = {
      ...before,
      impressions,
      began,
      movedAt: rose || began !== before.began ? sight.at : before.movedAt,
    };
    const reason = rose ? undefined : reasonToStall(job, moved);
    return reason ? stalled(moved, sight.at, reason) : { ...moved, stalledAt: null, reason: undefined };
  }

  function reasonToStall(job: PrinterJob, now: Watched): JobReason | undefined {
    const quietMs = sight.at - now.movedAt;
    const isStopped = job.state === jobState.processingStopped;
    if (sight.stopped && (isStopped || quietMs >= limits.noticeMs)) return sight.stopped;
    if (isStopped) return 'printer-stopped';
    const waits = isPending(job) && quietMs >= limits.pendingMs;
    return waits ? 'printer-busy' : undefined;
  }

  function decideNext(now: Watched): Next {
    if (now.canceledAt !== null) {
      if (sight.at - now.canceledAt < limits.cancelMs) return { do: 'wait' };
      return { do: 'end', ending: { outcome: 'unknown', reason: 'stalled-too-long' } };
    }
    const stalledTooLong = now.stalledAt !== null && sight.at - now.stalledAt >= limits.stallMs;
    const quietLimitMs = limits.stallMs + now.pages * limits.quietPerPageMs;
    return { do: stalledTooLong || sight.at - now.movedAt >= quietLimitMs ? 'cancel' : 'wait' };
  }
}

function stalled(before: Watched, at: number, reason: JobReason): Watched {
  return { ...before, stalledAt: before.stalledAt ?? at, reason };
}

/** True when the printer holds the job but waits for its document: job-state-reasons of RFC 8011 §5.3.8. */
export function awaitsDocument(job: PrinterJob): boolean {
  const waiting = job.reasons.some(
    (reason) => reason === 'job-incoming' || reason === 'job-data-insufficient',
  );
  return isPending(job) && waiting && job.impressionsCompleted === 0;
}

function isPending({ state }: PrinterJob): boolean {
  return state === jobState.pending || state === jobState.pendingHeld;
}

export function isAtWork({ state }: PrinterJob): boolean {
  return state === jobState.processing || state === jobState.processingStopped;
}

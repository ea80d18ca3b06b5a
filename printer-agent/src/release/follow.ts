import type { Counting } from '@sixpence/contracts/agent/gateway';
import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import type { PrinterJob } from '../ipp/client.js';
import { jobState } from '../ipp/job-status.js';
import { now } from '../job/clock.js';
import { risenImpressions } from '../job/ending.js';
import type { JobRecord } from '../job/job-record.js';
import type { PrintLimits } from './limits.js';
import type { OpenJob } from './open-job.js';
import { lookAgainMs } from './pace.js';
import { attempt, lookForJob, type PrinterOperations } from './printer-operations.js';
import { inUnitOf } from './printer-unit.js';
import { judge, type Sight, type Watched } from './sight.js';

export interface FollowParts {
  readonly printer: PrinterOperations;
  readonly counting: Counting;
  /** The condition that stops the printer now, if any. */
  readonly stopReason: () => JobReason | undefined;
  readonly limits: PrintLimits & { readonly stallMs: number };
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Polls a job whose document the printer has, until the job ends. It sends nothing but a Cancel-Job for a
 * stuck job.
 * @param sendAnswer the printer's answer to Send-Document, which replaces the first poll. One journal write
 * then stores both that the printer has the document and how far the job is.
 */
export async function followJob(job: OpenJob, parts: FollowParts, sendAnswer?: PrinterJob): Promise<void> {
  const { limits, printer } = parts;
  const since = now();
  const look = async () => inUnitOf(parts.counting, await lookForJob(printer, job.record));
  let looking = sendAnswer ? Promise.resolve(inUnitOf(parts.counting, sendAnswer)) : look();
  let watched = watchedFromJournal(job.record, since);
  let cancelAskedAt = -Infinity;
  for (let looks = 0; ; looks += 1) {
    const seen = await looking;
    const at = now();
    const verdict = judge(watched, { at, job: seen, stopped: parts.stopReason() }, limits);
    watched = verdict.watched;
    if (verdict.next.do === 'end') {
      const impressions = await lastCount(seen);
      const isCounted = typeof seen !== 'object' || seen.countsImpressions || impressions > 0;
      const ending = isCounted ? verdict.next.ending : { ...verdict.next.ending, counted: false };
      job.endJob(ending, { impressions, began: watched.began || impressions > 0 });
      return;
    }
    if (verdict.next.do === 'cancel') watched = { ...watched, canceledAt: now() };
    // A poll changes nothing at the printer, so the first one starts before the journal says `sent`.
    const isAnswer = looks === 0 && sendAnswer !== undefined;
    if (isAnswer) looking = look();
    looking.catch(() => undefined);
    job.storeSight(watched, seen);
    if (isCancelDue(verdict.next.do, seen)) {
      cancelAskedAt = now();
      const { jobId } = typeof seen === 'object' ? seen : { jobId: job.printerJobId };
      await attempt(() => printer.cancelJob(jobId));
    }
    if (isAnswer) continue;
    // The time that the writes took is subtracted from the pause.
    await parts.pause(Math.max(0, at + lookAgainMs(at - since, limits) - now()));
    looking = look();
  }

  /**
   * Cancel-Job is repeated until the printer shows the job as ended: an earlier one may have met a printer
   * that was unreachable, busy, or restarting.
   */
  function isCancelDue(next: 'wait' | 'cancel', seen: Seen): boolean {
    if (next === 'cancel') return true;
    const isNotObeyed = watched.canceledAt !== null && typeof seen === 'object';
    return isNotObeyed && now() - cancelAskedAt >= limits.cancelAgainMs;
  }

  /**
   * The last count often arrives with the final state or just after it, so the box polls once more where the
   * printer counts. If a completed job is paid by its count, the box polls until all pages are counted, for
   * at most `lateCountMs`.
   */
  async function lastCount(seen: Seen): Promise<number> {
    let { impressions } = watched;
    const isCounting = parts.counting !== 'none' && typeof seen === 'object' && seen.countsImpressions;
    if (!isCounting || impressions >= watched.pages) return impressions;
    const isPaidByCount = parts.counting === 'impressions' && seen.state === jobState.completed;
    const deadline = now() + (isPaidByCount ? limits.lateCountMs : 0);
    for (;;) {
      const last = await look();
      if (typeof last === 'object')
        impressions = risenImpressions({ ...watched, impressions }, last.impressionsCompleted);
      if (impressions >= watched.pages || now() >= deadline) return impressions;
      await parts.pause(limits.pollMs);
    }
  }
}

type Seen = Sight['job'];

/**
 * The journal's record as the state to start from. A box that lost its power may have a wrong clock. No time
 * in the result lies in the future, so no wait becomes endless.
 */
function watchedFromJournal(record: JobRecord, at: number): Watched {
  const past = (moment: number | null) => moment && Math.min(moment, at);
  const { stalledAt, canceledAt } = record;
  return { ...record, stalledAt: past(stalledAt), canceledAt: past(canceledAt), movedAt: at };
}

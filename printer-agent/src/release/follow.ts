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
import { attempt, lookForJob, type PrinterDoor } from './printer-door.js';
import { inUnitOf } from './printer-unit.js';
import { judge, type Sight, type Watched } from './sight.js';

export interface FollowParts {
  readonly printer: PrinterDoor;
  readonly counting: Counting;
  /** The condition that stops the printer now, if any. */
  readonly stopReason: () => JobReason | undefined;
  readonly limits: PrintLimits & { readonly stallMs: number };
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Watches a job that the printer has got, to its end; nothing is sent from here on but a Cancel-Job for one that is
 * stuck.
 * @param answered what the printer said of it when it took the document, which saves the first look. That it has the
 *   document and what it does with it go into the journal together: nothing but a look happens between the two.
 */
export async function followJob(job: OpenJob, parts: FollowParts, answered?: PrinterJob): Promise<void> {
  const { limits, printer } = parts;
  const since = now();
  const look = async () => inUnitOf(parts.counting, await lookForJob(printer, job.record));
  let looking = answered ? Promise.resolve(inUnitOf(parts.counting, answered)) : look();
  let watched = remembered(job.record, since);
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
      job.end(ending, { impressions, began: watched.began || impressions > 0 });
      return;
    }
    if (verdict.next.do === 'cancel') watched = { ...watched, canceledAt: now() };
    // A look changes nothing: the first one is on its way while the disk still writes that the printer has the document.
    const isAnswer = looks === 0 && answered !== undefined;
    if (isAnswer) looking = look();
    looking.catch(() => undefined);
    job.see(watched, seen);
    if (isCancelDue(verdict.next.do, seen)) {
      cancelAskedAt = now();
      const { jobId } = typeof seen === 'object' ? seen : { jobId: job.printerJobId };
      await attempt(() => printer.cancelJob(jobId));
    }
    if (isAnswer) continue;
    // What was written meanwhile does not put the next look off.
    await parts.pause(Math.max(0, at + lookAgainMs(at - since, limits) - now()));
    looking = look();
  }

  /** Cancel-Job is repeated until the printer says that the job is over: it may have been away, or busy, or restarted. */
  function isCancelDue(next: 'wait' | 'cancel', seen: Seen): boolean {
    if (next === 'cancel') return true;
    const isAnswered = watched.canceledAt !== null && typeof seen === 'object';
    return isAnswered && now() - cancelAskedAt >= limits.cancelAgainMs;
  }

  /**
   * The last count often arrives together with the final state, or just after it. The box looks once more where the printer
   * counts; a completed job whose pages decide the price is looked at until all are counted, for a moment.
   */
  async function lastCount(seen: Seen): Promise<number> {
    let { impressions } = watched;
    const counts = parts.counting !== 'none' && typeof seen === 'object' && seen.countsImpressions;
    if (!counts || impressions >= watched.pages) return impressions;
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
 * What the journal remembers of a job. A box that lost its power may have lost the time as well: nothing that it remembers
 * lies ahead, so that no wait becomes endless.
 */
function remembered(record: JobRecord, at: number): Watched {
  const past = (moment: number | null) => moment && Math.min(moment, at);
  const { stalledAt, canceledAt } = record;
  return { ...record, stalledAt: past(stalledAt), canceledAt: past(canceledAt), movedAt: at };
}

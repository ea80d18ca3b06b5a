import type { Counting } from '@sixpence/contracts/agent/gateway';
import type { JobReason } from '@sixpence/contracts/job-reasons';
import type { PrinterJob } from '../ipp/client.js';
import { now } from '../job/clock.js';
import { risenImpressions } from '../job/ending.js';
import type { PrintLimits } from './limits.js';
import type { OpenJob } from './open-job.js';
import { lookAgainMs } from './pace.js';
import { attempt, lookForJob, type PrinterDoor } from './printer-door.js';
import { judge, type Watched } from './sight.js';

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
  const look = () => lookForJob(printer, job.record);
  let looking = answered ? Promise.resolve(answered) : look();
  let watched: Watched = { ...job.record, movedAt: since };
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
    job.see(watched);
    if (verdict.next.do === 'cancel') {
      const { jobId } = typeof seen === 'object' ? seen : { jobId: job.printerJobId };
      await attempt(() => printer.cancelJob(jobId));
    }
    if (isAnswer) continue;
    // What was written meanwhile does not put the next look off.
    await parts.pause(Math.max(0, at + lookAgainMs(at - since, limits) - now()));
    looking = look();
  }

  /** The last count often arrives together with the final state, or just after it; where it counts, it is waited for. */
  async function lastCount(seen: PrinterJob | 'gone' | 'silent'): Promise<number> {
    const counts = parts.counting !== 'none' && typeof seen === 'object' && seen.countsImpressions;
    if (!counts || watched.impressions >= watched.pages) return watched.impressions;
    const last = await look();
    return typeof last === 'object'
      ? risenImpressions(watched, last.impressionsCompleted)
      : watched.impressions;
  }
}

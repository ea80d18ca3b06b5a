import { setTimeout as sleep } from 'node:timers/promises';
import type { Counting } from '@sixpence/contracts/agent/gateway';
import type { Logger } from 'pino';
import type { PrinterJob } from '../ipp/job-status.js';
import { endingReason } from '../ipp/reasons.js';
import { now } from '../job/clock.js';
import { endingOf, isTerminal, risenImpressions } from '../job/ending.js';
import type { JobFacts, JobRecord } from '../job/job-record.js';
import type { JobBook } from '../journal/job-book.js';
import type { GatewayLink } from '../link/gateway-link.js';
import type { PrintLimits } from './limits.js';
import { withHighestUpTime } from './open-job.js';
import { attempt, lookForJob, type PrinterOperations } from './printer-operations.js';
import { inUnitOf } from './printer-unit.js';
import { isAtWork } from './sight.js';

export interface CheckingJobsParts {
  readonly printer: PrinterOperations;
  readonly printerId: string;
  readonly counting: Counting;
  readonly book: JobBook;
  readonly link: Pick<GatewayLink, 'askCore'>;
  readonly limits: Pick<PrintLimits, 'checkMs' | 'checkAgainMs' | 'lateCountMs'>;
  readonly log: Logger;
}

type Found = Partial<
  Pick<JobFacts, 'impressions' | 'began' | 'canceledAt' | 'ending' | 'reason' | 'printerSide'>
>;

const answerMs = 5_000;

/**
 * The jobs of one printer that core calls `checking`: their end is unknown, and core holds their money. The
 * queue goes on with the next job, and this class polls the printer for the jobs with an unknown end. It
 * cancels a job that becomes active again, because the user was told that the job is over. It tells core each
 * count that rises and each definite end, until core has settled the job.
 */
export class CheckingJobs {
  /** Job ids, each with the time of the last report to core. */
  private readonly waiting = new Map<string, number>();
  private readonly stopping = new AbortController();
  private working: Promise<void> | undefined;

  constructor(private readonly parts: CheckingJobsParts) {}

  /** Loads the jobs from the journal, and asks core at once whether it has settled them. */
  start(): void {
    for (const { jobId } of this.parts.book.checking(this.parts.printerId))
      this.waiting.set(jobId, -Infinity);
    this.wake();
  }

  /** Must be called when a job of this printer has changed in the journal. */
  jobChanged(job: JobRecord): void {
    if (!isChecking(job)) this.waiting.delete(job.jobId);
    else if (!this.waiting.has(job.jobId)) this.waiting.set(job.jobId, now());
    this.wake();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.working;
  }

  private wake(): void {
    if (this.working || this.waiting.size === 0 || this.isStopping()) return;
    this.working = this.work().finally(() => {
      this.working = undefined;
      this.wake();
    });
  }

  private async work(): Promise<void> {
    while (this.waiting.size > 0 && !this.isStopping()) {
      for (const jobId of [...this.waiting.keys()]) {
        try {
          await this.attend(jobId);
        } catch (error) {
          if (this.isStopping()) return;
          this.parts.log.warn(
            { jobId, err: error },
            'Polling a job with an unknown end failed; the box polls it again later',
          );
        }
      }
      await this.pause(this.parts.limits.checkMs);
    }
  }

  private async attend(jobId: string): Promise<void> {
    const before = this.checking(jobId);
    if (!before) return;
    const found = await this.lookAndCancel(before);
    const job = this.checking(jobId);
    if (!job || this.isStopping()) return;
    const isNews = found !== undefined && isDifferent(job, found);
    const current = isNews ? this.parts.book.note(job, found) : job;
    const reportedAt = this.waiting.get(jobId) ?? now();
    if (isNews || now() - reportedAt >= this.parts.limits.checkAgainMs) await this.reportEnding(current);
  }

  private checking(jobId: string): JobRecord | undefined {
    const job = this.parts.book.findJob(jobId);
    if (job && isChecking(job)) return job;
    this.waiting.delete(jobId);
    return undefined;
  }

  /**
   * Polls the printer for a job with an unknown end, and cancels the job if it has not ended there.
   * @returns what the printer shows of the job; undefined when it shows nothing of use, or when the job's end
   * is already definite
   */
  private async lookAndCancel(job: JobRecord): Promise<Found | undefined> {
    if (job.ending?.outcome !== 'unknown') return undefined;
    const seen = await this.lookForCount(job);
    if (typeof seen !== 'object' || this.isLaterJob(job, seen)) return undefined;
    const impressions = risenImpressions(job, seen.impressionsCompleted);
    const began = job.began || isAtWork(seen) || impressions > 0;
    const found = { impressions, began, printerSide: withHighestUpTime(job.printerSide, seen) };
    if (isTerminal(seen.state)) {
      const canceledByUs = job.canceledAt !== null;
      const ending = endingOf(seen.state, { began, canceledByUs, printerReason: endingReason(seen.reasons) });
      const isCounted = seen.countsImpressions || impressions > 0;
      return { ...found, reason: ending.reason, ending: isCounted ? ending : { ...ending, counted: false } };
    }
    await attempt(() => this.parts.printer.cancelJob(seen.jobId));
    return { ...found, canceledAt: job.canceledAt ?? now() };
  }

  /**
   * True when the job-id may belong to a later job of ours, because the printer has restarted. If neither
   * uuid nor name identifies the job, the journal decides. That works for a printer without an up-time, too.
   */
  private isLaterJob(job: JobRecord, { jobUuid, name }: PrinterJob): boolean {
    const isIdentified = name === job.jobId || (jobUuid !== null && jobUuid === job.printerSide?.jobUuid);
    return !isIdentified && this.parts.book.isJobIdReused(job);
  }

  /** Polls the printer for a job; an ended job is polled a second time when its count may still arrive. */
  private async lookForCount(job: JobRecord): Promise<PrinterJob | 'gone' | 'silent'> {
    const { printer, limits } = this.parts;
    const { counting = this.parts.counting } = job;
    const look = async () => inUnitOf(counting, await lookForJob(printer, job));
    const seen = await look();
    const isOver = typeof seen === 'object' && isTerminal(seen.state);
    if (!isOver || counting === 'none' || seen.impressionsCompleted >= job.pages) return seen;
    await this.pause(limits.lateCountMs);
    const last = await look();
    return typeof last === 'object' ? last : seen;
  }

  private async reportEnding({ jobId, impressions, ending }: JobRecord): Promise<void> {
    if (!ending) throw new Error(`Job ${jobId} was settled without an ending`);
    const answer = await this.parts.link.askCore('settle', { jobId, impressions, ...ending }, answerMs);
    if (answer.status === 'refused' && answer.code !== 'job.unknown') {
      this.parts.log.warn({ jobId, code: answer.code }, 'Core refused to settle a job; the agent asks again');
      return;
    }
    this.waiting.set(jobId, now());
    const job = this.checking(jobId);
    // After a restore from an older copy, core's database may not know the job. Then nothing remains to
    // settle.
    if (job) this.parts.book.note(job, { settlement: answer.status === 'ok' ? answer.body : null });
  }

  /** A pause that ends early when the agent stops. */
  private async pause(ms: number): Promise<void> {
    await Promise.allSettled([sleep(ms, undefined, { signal: this.stopping.signal })]);
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }
}

function isChecking({ step, settlement }: JobRecord): boolean {
  return step === 'settled' && settlement?.state === 'checking';
}

function isDifferent(job: JobRecord, found: Found): boolean {
  const { impressions, canceledAt = job.canceledAt, ending = job.ending } = found;
  return impressions !== job.impressions || canceledAt !== job.canceledAt || ending !== job.ending;
}

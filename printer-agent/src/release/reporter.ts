import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { JobBook } from '../journal/job-book.js';
import { backOffMs } from '../link/back-off.js';
import type { GatewayLink } from '../link/gateway-link.js';
import type { JobRecord } from '../job/job-record.js';
import { isOver, isUnderWay } from '../job/job-step.js';

const retryWaits = { firstMs: 500, mostMs: 60_000 };
/**
 * The delay before progress is sent. A small job ends within it, and then its ending replaces the progress.
 */
const progressDelayMs = 150;

/**
 * Reports the progress and the endings of jobs to core. Newer progress replaces unsent progress. An ending is
 * sent until core has settled the job; it waits in the journal while core is unreachable.
 */
export class Reporter {
  private readonly settling = new Set<string>();
  /** Jobs whose progress is being sent, each with its newest unsent record, or null when there is none. */
  private readonly unsentProgress = new Map<string, JobRecord | null>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly book: JobBook,
    private readonly link: Pick<GatewayLink, 'askCore'>,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.book.on('ending', (job) => void this.settleJob(job));
    this.book.on('changed', (job) => this.jobChanged(job));
    for (const job of this.book.awaitingSettlement()) this.jobChanged(job);
  }

  stop(): void {
    this.stopping.abort();
  }

  private jobChanged(job: JobRecord): void {
    if (job.step === 'ended') void this.settleJob(job);
    else if (isUnderWay(job.step) || (job.reason && !isOver(job.step))) this.reportJob(job);
  }

  private reportJob(job: JobRecord): void {
    const isSending = this.unsentProgress.has(job.jobId);
    this.unsentProgress.set(job.jobId, job);
    if (!isSending) void this.sendProgress(job.jobId);
  }

  private async sendProgress(jobId: string): Promise<void> {
    while (this.unsentProgress.get(jobId)) {
      await this.pause(progressDelayMs);
      const job = this.unsentProgress.get(jobId);
      if (!job || this.settling.has(jobId) || this.isStopping()) break;
      this.unsentProgress.set(jobId, null);
      const { sequence, impressions, reason } = job;
      const state = reason ? 'stalled' : 'printing';
      try {
        await this.link.askCore('progress', { jobId, sequence, state, impressions, reason });
      } catch (error) {
        this.log.debug(
          { jobId, err: error },
          'Core did not receive the progress of a job; the next report replaces this one',
        );
      }
    }
    this.unsentProgress.delete(jobId);
  }

  private async settleJob(job: JobRecord): Promise<void> {
    if (this.settling.has(job.jobId)) return;
    this.settling.add(job.jobId);
    // The ending replaces unsent progress.
    this.unsentProgress.delete(job.jobId);
    for (let tries = 0; !this.isStopping(); tries += 1) {
      try {
        if (await this.askToSettle(job)) break;
      } catch (error) {
        if (this.isStopping()) return;
        this.log.error(
          { jobId: job.jobId, err: error },
          'A job could not be settled; the agent asks core again',
        );
      }
      await this.pause(backOffMs(tries, retryWaits, Math.random()));
    }
    this.settling.delete(job.jobId);
  }

  /** A pause that ends early when the agent stops. */
  private async pause(ms: number): Promise<void> {
    await Promise.allSettled([sleep(ms, undefined, { signal: this.stopping.signal })]);
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** @returns true when the job needs no further question */
  private async askToSettle(job: JobRecord): Promise<boolean> {
    const { jobId, impressions, ending } = job;
    if (!ending) throw new Error(`Job ${jobId} has ended without an ending`);
    const answer = await this.link.askCore('settle', { jobId, impressions, ...ending }, Infinity);
    if (answer.status === 'ok') {
      this.storeSettlement(jobId, answer.body);
      return true;
    }
    if (answer.code === 'job.unknown') {
      this.log.error({ jobId }, 'Core does not know this job, so there is nothing to settle');
      this.storeSettlement(jobId, null);
      return true;
    }
    this.log.warn({ jobId, code: answer.code }, 'Core refused to settle a job; the agent asks again');
    return false;
  }

  /** @throws Error while the journal lacks the ending, because core is told before the disk has the write */
  private storeSettlement(jobId: string, settlement: JobRecord['settlement']): void {
    const job = this.book.findJob(jobId);
    if (job?.step !== 'ended') throw new Error(`The journal does not hold the ending of job ${jobId}`);
    this.book.settleJob(job, settlement);
  }
}

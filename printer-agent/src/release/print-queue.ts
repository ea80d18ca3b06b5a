import { setTimeout as sleep } from 'node:timers/promises';
import type { JobBook } from '../journal/job-book.js';
import type { JobOptions } from '../ipp/client.js';
import { now } from '../job/clock.js';
import type { JobRecord } from '../job/job-record.js';
import type { AgentRequest } from '@sixpence/contracts/agent/gateway';
import { jobOptions, JobRun, type JobRunParts } from './job-run.js';
import { OpenJob } from './open-job.js';
import { Validations } from './validations.js';

/** The parts of a `JobRun`, without those that the queue itself provides. */
export interface PrintQueueParts extends Omit<
  JobRunParts,
  'isGivenUp' | 'isInherited' | 'isLeaving' | 'isNew' | 'signal' | 'previousEndedAt' | 'validate'
> {
  readonly printerId: string;
  readonly book: JobBook;
}

/** The jobs of one printer, strictly one after another, in the order in which core held their prices. */
export class PrintQueue {
  private readonly leaving = new Set<string>();
  private readonly stopping = new AbortController();
  private working: Promise<void> | undefined;
  private previousEndedAt = 0;
  private readonly validations: Validations;
  /** The job that was added as `preflight`, until the queue takes it. */
  private begun: string | undefined;
  /**
   * When the current series of interrupted runs began. The usual cause is a journal that refuses writes.
   */
  private failingSince: number | undefined;
  /** The job whose runs were interrupted for too long. It is given back, unless its document was sent. */
  private givenUp: string | undefined;

  constructor(private readonly parts: PrintQueueParts) {
    this.validations = new Validations(parts.printer);
  }

  /** True while this printer has an open job, even one that still waits. */
  get isBusy(): boolean {
    return this.working !== undefined;
  }

  /**
   * Validates the jobs of a release while core still places the hold. Only Validate-Job is sent before core
   * has answered, because the printer keeps nothing of it.
   */
  validateAhead({ releaseId, documents }: Pick<AgentRequest<'release'>, 'releaseId' | 'documents'>): void {
    if (this.isBusy) return;
    const wanted = documents.map((document) => jobOptions(releaseId, document));
    const different = new Map(wanted.map((options) => [JSON.stringify(options), options]));
    for (const options of different.values()) this.validations.validateAhead(options);
  }

  /**
   * Starts the open jobs of the journal. Must be called at the start and whenever jobs were added.
   * @param begun the job that was added as `preflight`, because no other job precedes it
   */
  wake(begun?: string): void {
    this.begun = begun ?? this.begun;
    if (this.working || !this.first()) return;
    this.working = this.work().finally(() => {
      this.working = undefined;
      this.wake();
    });
  }

  /** Ends a release because the user pressed Home. Jobs that have not begun are given back. */
  leaveRelease(releaseId: string): void {
    this.leaving.add(releaseId);
    for (const job of this.parts.book.ofRelease(releaseId)) {
      if (job.step !== 'ready') continue;
      const ending = { outcome: 'never-began', reason: 'canceled-by-person' } as const;
      this.parts.book.move(job, 'ended', { ending, reason: ending.reason });
    }
  }

  /**
   * Stops polling the current job. The printer goes on with it, and the next start finds it through the
   * journal.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.working;
  }

  private async work(): Promise<void> {
    for (let next = this.first(); next; next = this.first()) {
      const isGivenUp = next.jobId === this.givenUp;
      try {
        await this.print(next, isGivenUp);
        if (!isGivenUp) this.failingSince = undefined;
      } catch (error) {
        if (this.isStopping) return;
        // A defect or a full disk stopped the run. As after a crash, the journal says what may be done next.
        this.parts.log.error(
          { jobId: next.jobId, err: error },
          'A job was interrupted; the queue takes it up again from the journal',
        );
        this.failingSince ??= now();
        const isTooLong = now() - this.failingSince >= this.parts.limits.journalRefusesMs;
        if (isTooLong && !isGivenUp) this.givenUp = next.jobId;
        else await this.pause();
      }
    }
  }

  private async print(next: JobRecord, isGivenUp: boolean): Promise<void> {
    const job = new OpenJob(next, this.parts.book, this.parts.log);
    const isLeaving = (releaseId: string) => this.leaving.has(releaseId);
    const isInherited = this.parts.book.isInherited(next);
    const isNew = next.jobId === this.begun && !isInherited;
    this.begun = undefined;
    const validate = (options: JobOptions) => this.validations.validate(options);
    const { previousEndedAt, stopping } = this;
    const { counting = this.parts.counting } = next;
    const signal = stopping.signal;
    const own = { counting, isGivenUp, isInherited, isLeaving, isNew, previousEndedAt, validate, signal };
    await new JobRun({ ...this.parts, ...own }, job).run();
    this.previousEndedAt = now();
  }

  private first(): JobRecord | undefined {
    return this.isStopping ? undefined : this.parts.book.openJobs(this.parts.printerId)[0];
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** A pause that ends early when the agent stops. */
  private async pause(): Promise<void> {
    const rested = sleep(this.parts.limits.retryMs, undefined, { signal: this.stopping.signal });
    await Promise.allSettled([rested]);
  }
}

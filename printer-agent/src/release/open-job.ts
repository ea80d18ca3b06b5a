import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import type { Logger } from 'pino';
import type { JobBook } from '../journal/job-book.js';
import type { JobEnding, JobFacts, JobRecord } from '../job/job-record.js';
import { now } from '../job/clock.js';
import type { JobStep } from '../job/job-step.js';
import type { Sight, Watched } from './sight.js';

/** A job in progress: the newest record of the journal, and the writer of the next one. */
export class OpenJob {
  constructor(
    private current: JobRecord,
    private readonly book: JobBook,
    private readonly log: Logger,
  ) {}

  get record(): JobRecord {
    return this.current;
  }

  /** @throws Error when the printer has given the job no job-id (yet) */
  get printerJobId(): number {
    if (!this.current.printerSide) throw new Error(`Job ${this.current.jobId} has no job-id at the printer`);
    return this.current.printerSide.jobId;
  }

  move(step: JobStep, changes: Partial<Pick<JobFacts, 'printerSide'>> = {}): void {
    this.current = this.book.move(this.current, step, { ...changes, reason: undefined });
  }

  /** Stores why the job does not progress; undefined clears the reason. */
  storeReason(reason: JobReason | undefined): void {
    if (reason !== this.current.reason) this.current = this.book.note(this.current, { reason });
  }

  /** Stores the state at the printer when it differs, together with the highest up-time of the printer. */
  storeSight({ impressions, began, stalledAt, reason, canceledAt }: Watched, job: Sight['job']): void {
    const seen = { impressions, began, stalledAt, reason, canceledAt };
    // The printer has the document of every job that is polled here.
    const { step: before } = this.current;
    const step = reason ? 'stalled' : began ? 'printing' : before === 'created' ? 'sent' : before;
    const keys = Object.keys(seen) as (keyof typeof seen)[];
    const changes = { ...seen, printerSide: withHighestUpTime(this.current.printerSide, job) };
    if (step !== this.current.step) this.current = this.book.move(this.current, step, changes);
    else if (keys.some((key) => seen[key] !== this.current[key]))
      this.current = this.book.note(this.current, changes);
  }

  endJob(ending: JobEnding, seen: Partial<Pick<JobFacts, 'impressions' | 'began'>> = {}): void {
    const changes = { ...seen, ending, reason: ending.reason, stalledAt: null };
    this.current = this.book.endJob(this.current, changes);
    const { jobId, impressions } = this.current;
    this.log.info({ jobId, ...ending, impressions }, 'A job has ended');
  }
}

/**
 * The job at the printer, with the printer's highest up-time so far and the time when it was seen. Both show
 * later whether the printer has restarted.
 */
export function withHighestUpTime(
  atPrinter: JobFacts['printerSide'],
  job: Sight['job'],
): JobFacts['printerSide'] {
  const upTime = typeof job === 'object' ? (job.printerUpTime ?? 0) : 0;
  return atPrinter && upTime > atPrinter.printerUpTime
    ? { ...atPrinter, printerUpTime: upTime, upTimeSeenAt: now() }
    : atPrinter;
}

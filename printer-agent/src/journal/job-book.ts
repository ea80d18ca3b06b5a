import { EventEmitter } from 'node:events';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { AgentJob } from '@sixpence/contracts/agent/gateway';
import { z } from 'zod';
import { jobFacts, type JobEnding, type JobFacts, type JobRecord } from '../job/job-record.js';
import { canMove, isOver, jobSteps, type JobStep } from '../job/job-step.js';
import { isReadable, rowVersion } from './row-version.js';
import { writeIfPossible, type Unwritten } from './unwritten.js';

const row = z.object({
  job_id: z.string(),
  release_id: z.string(),
  printer_id: z.string(),
  position: z.int(),
  step: z.enum(jobSteps),
  facts: z.string(),
});

type Changes = Partial<
  Omit<JobFacts, 'pages' | 'side' | 'isColor' | 'counting' | 'held' | 'heldAt' | 'sequence'>
>;

/**
 * The jobs in the journal. Emits `changed` for each new record; `endJob` and `settleJob` emit an event before
 * their write.
 *
 * Three writes keep a document from being sent twice, and throw when the disk refuses them: the job itself,
 * the step before Create-Job, and the step before Send-Document. No request to the printer depends on the
 * other writes, so those records count as soon as they are in memory. If the disk refuses them, they are
 * retried. A box that dies before the retry polls the printer again, and core answers a repeated settlement
 * with the first one.
 */
export class JobBook extends EventEmitter<{ changed: [JobRecord]; ending: [JobRecord] }> {
  /**
   * Records that were written or read here, by job id. They cannot become stale, because this object is the
   * only writer, and they save reads for every view of a screen. A settlement is here a moment before it is
   * on the disk.
   */
  private readonly known = new Map<string, JobRecord>();
  /** Jobs whose newest record the disk refused, each with the record on the disk. */
  private readonly behind = new Map<string, JobRecord>();
  private readonly statements = new Map<string, StatementSync>();
  /** The row id of the last release that an earlier run of the agent wrote. */
  private readonly lastInheritedRelease: SQLOutputValue | undefined;

  constructor(
    private readonly database: DatabaseSync,
    private readonly unwritten: Unwritten,
  ) {
    super();
    this.lastInheritedRelease = database.prepare('select max(rowid) as row from releases').get()?.['row'];
  }

  /**
   * Stores a job whose price core holds. A job with an `ending` is over at once and is never printed. A job
   * with `isBegun` starts in step `preflight`, and needs no write before Create-Job.
   */
  addJob(
    job: AgentJob,
    position: number,
    at: number,
    { ending, isBegun = false }: { ending?: JobEnding | undefined; isBegun?: boolean } = {},
  ): JobRecord {
    const facts: JobFacts = {
      pages: job.pages,
      side: job.side,
      isColor: job.isColor,
      counting: job.counting,
      held: job.held,
      printerSide: null,
      began: false,
      impressions: 0,
      sequence: 0,
      reason: ending?.reason,
      stalledAt: null,
      canceledAt: null,
      ending: ending ?? null,
      settlement: null,
      heldAt: at,
    };
    const step: JobStep = ending ? 'ended' : isBegun ? 'preflight' : 'ready';
    this.database
      .prepare(
        `insert into jobs (job_id, release_id, printer_id, position, step, facts, version)
         values (?, ?, ?, ?, ?, ?, ${rowVersion})`,
      )
      .run(job.jobId, job.releaseId, job.printerId, position, step, JSON.stringify(facts));
    const { jobId, releaseId, printerId } = job;
    return { ...facts, jobId, releaseId, printerId, position, step };
  }

  /**
   * @throws Error on a move that the table does not allow, when the record is not the newest, or when the
   * disk refuses a step before Create-Job or Send-Document
   */
  move(job: JobRecord, step: JobStep, changes: Changes = {}): JobRecord {
    const next = moved(job, step, changes);
    this.writeJob(job, next);
    this.emit('changed', next);
    return next;
  }

  /**
   * Stores how a job ended. Emits `ending` before the write, so that core settles while the disk works. This
   * order is safe because an ending is idempotent: core settles a job once, whatever later reports say, and a
   * box that dies before the write polls the printer again.
   */
  endJob(job: JobRecord, changes: Changes): JobRecord {
    const next = moved(job, 'ended', changes);
    this.emit('ending', next);
    this.writeJob(job, next);
    this.emit('changed', next);
    return next;
  }

  /**
   * Stores what core has settled; null when core does not know the job. Emits `changed` before the write, so
   * that the screen does not wait for the disk. This order is safe because core gives the same answer again.
   */
  settleJob(job: JobRecord, settlement: JobFacts['settlement']): void {
    const next = moved(job, 'settled', { settlement });
    this.known.set(job.jobId, next);
    try {
      this.emit('changed', next);
    } finally {
      this.writeOrDefer(job, next);
    }
  }

  /**
   * Retries the writes that the disk refused.
   * @returns true when all of them are on the disk
   */
  catchUp(): boolean {
    return [...this.behind].every(([jobId, onDisk]) => {
      const newest = this.known.get(jobId);
      return newest !== undefined && this.writeOrDefer(onDisk, newest);
    });
  }

  /** Stores changes of a job that stays in its step. */
  note(job: JobRecord, changes: Changes): JobRecord {
    const next = changed(job, job.step, changes);
    this.writeJob(job, next);
    this.emit('changed', next);
    return next;
  }

  findJob(jobId: string): JobRecord | undefined {
    return this.readJobs('where job_id = ?', jobId)[0];
  }

  /** Jobs that have not ended at the printer, in printing order. */
  openJobs(printerId: string): JobRecord[] {
    return this.unsettled(printerId).filter(({ step }) => !isOver(step));
  }

  /** Jobs that are not settled, in printing order. */
  unsettled(printerId: string): JobRecord[] {
    const found = this.readJobs("where printer_id = ? and step <> 'settled' order by rowid", printerId);
    return found.filter(({ step }) => step !== 'settled');
  }

  ofRelease(releaseId: string): JobRecord[] {
    return this.readJobs('where release_id = ? order by position', releaseId);
  }

  /** Jobs that have ended and that core has not settled, of all printers. */
  awaitingSettlement(): JobRecord[] {
    return this.readJobs("where step <> 'settled' order by rowid").filter(({ step }) => step === 'ended');
  }

  /** Jobs that core has settled as `checking`, because their end is unknown. */
  checking(printerId: string): JobRecord[] {
    const condition =
      "printer_id = ? and step = 'settled' and facts -> 'settlement' ->> 'state' = 'checking'";
    return this.readJobs(`where ${condition} order by rowid`, printerId);
  }

  /**
   * True when an earlier run of the agent wrote the job's release. That run may have sent more of the job
   * than the journal shows.
   */
  isInherited({ releaseId }: JobRecord): boolean {
    const before = this.statement('select 1 from releases where release_id = ? and rowid <= ?');
    return before.get(releaseId, this.lastInheritedRelease ?? null) !== undefined;
  }

  /** True when the printer has given a later job the same job-id, as a restarted printer may. */
  isJobIdReused({ jobId, printerId, printerSide }: JobRecord): boolean {
    if (!printerSide) return false;
    const later = this.statement(
      `select 1 from jobs where printer_id = ? and rowid > (select rowid from jobs where job_id = ?)
       and facts -> 'printerSide' ->> 'jobId' = ?`,
    );
    return later.get(printerId, jobId, printerSide.jobId) !== undefined;
  }

  /**
   * Deletes settled jobs that were held before `beforeMs`. A job that was settled as `checking`
   * stays until core gives its final settlement.
   */
  prune(beforeMs: number): void {
    this.database
      .prepare(
        `delete from jobs where ${isReadable} and step = 'settled' and facts ->> 'heldAt' < ?
         and facts -> 'settlement' ->> 'state' is not 'checking'`,
      )
      .run(beforeMs);
    for (const jobId of this.known.keys()) if (!this.behind.has(jobId)) this.known.delete(jobId);
  }

  /**
   * @throws Error when the record is not the newest, or when the disk refuses a step before Create-Job or
   * Send-Document
   */
  private writeJob(job: JobRecord, next: JobRecord): void {
    const newest = this.known.get(job.jobId) ?? this.load(job.jobId);
    if (newest.sequence !== job.sequence) throw new Error(`Job ${job.jobId} has moved on since it was read`);
    const mustBeOnDisk = next.step !== job.step && (next.step === 'preflight' || next.step === 'created');
    if (mustBeOnDisk) this.put(this.behind.get(job.jobId) ?? job, next);
    else this.writeOrDefer(job, next);
    this.known.set(job.jobId, next);
  }

  private writeOrDefer(job: JobRecord, next: JobRecord): boolean {
    const onDisk = this.behind.get(job.jobId) ?? job;
    const isWritten = writeIfPossible(this.unwritten, () => this.put(onDisk, next));
    if (!isWritten) this.behind.set(job.jobId, onDisk);
    return isWritten;
  }

  private put(onDisk: JobRecord, next: JobRecord): void {
    const { jobId, step, sequence } = onDisk;
    const written = this.statement(
      `update jobs set step = ?, facts = ?, version = ${rowVersion}
       where job_id = ? and step = ? and facts ->> 'sequence' = ?`,
    ).run(next.step, JSON.stringify(jobFacts.parse(next)), jobId, step, sequence);
    if (written.changes !== 1) throw new Error(`Job ${jobId} is not in the journal as it was written`);
    this.behind.delete(jobId);
  }

  private readJobs(condition: string, ...values: string[]): JobRecord[] {
    return this.statement(`select job_id, version from jobs ${condition}`)
      .all(...values)
      .filter(({ version }) => Number(version) <= rowVersion)
      .map((found) => this.known.get(String(found['job_id'])) ?? this.load(String(found['job_id'])));
  }

  private load(jobId: string): JobRecord {
    const found = this.statement('select * from jobs where job_id = ?').get(jobId);
    const { job_id, release_id, printer_id, position, step, facts } = row.parse(found);
    const ids = { jobId: job_id, releaseId: release_id, printerId: printer_id };
    const job = { ...jobFacts.parse(JSON.parse(facts)), ...ids, position, step };
    this.known.set(jobId, job);
    return job;
  }

  private statement(sql: string): StatementSync {
    const statement = this.statements.get(sql) ?? this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}

/** @throws Error on a move that the table does not allow */
function moved(job: JobRecord, step: JobStep, changes: Changes): JobRecord {
  if (!canMove(job.step, step)) throw new Error(`A job cannot go from ${job.step} to ${step}`);
  return changed(job, step, changes);
}

function changed(job: JobRecord, step: JobStep, changes: Changes): JobRecord {
  return { ...job, ...changes, step, sequence: job.sequence + 1 };
}

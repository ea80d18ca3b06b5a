import { EventEmitter } from 'node:events';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AgentJob } from '@sixpence/contracts/agent/gateway';
import { z } from 'zod';
import { jobFacts, type JobEnding, type JobFacts, type JobRecord } from '../job/job-record.js';
import { canMove, jobSteps, type JobStep } from '../job/job-step.js';

const row = z.object({
  job_id: z.string(),
  release_id: z.string(),
  printer_id: z.string(),
  position: z.int(),
  step: z.enum(jobSteps),
  facts: z.string(),
});

type Changes = Partial<Omit<JobFacts, 'pages' | 'side' | 'isColor' | 'held' | 'heldAt' | 'sequence'>>;

/**
 * The jobs in the journal. Emits `changed` after each write that is on the disk; two things are told before they are
 * written, see `end` and `settle`.
 */
export class JobBook extends EventEmitter<{ changed: [JobRecord]; ending: [JobRecord] }> {
  /**
   * Jobs that were written or read here, by id: nobody else writes the journal, and every screen that is drawn reads its
   * jobs. What core has settled is here a moment before it is on the disk.
   */
  private readonly known = new Map<string, JobRecord>();
  private readonly statements = new Map<string, StatementSync>();

  constructor(private readonly database: DatabaseSync) {
    super();
  }

  /**
   * Writes down a job whose price core holds. With an `ending` the job is over at once and is never printed; one that
   * `isBegun` is the next to be sent, and needs no write before Create-Job.
   */
  add(
    job: AgentJob,
    position: number,
    at: number,
    { ending, isBegun = false }: { ending?: JobEnding | undefined; isBegun?: boolean } = {},
  ): JobRecord {
    const facts: JobFacts = {
      pages: job.pages,
      side: job.side,
      isColor: job.isColor,
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
        'insert into jobs (job_id, release_id, printer_id, position, step, facts) values (?, ?, ?, ?, ?, ?)',
      )
      .run(job.jobId, job.releaseId, job.printerId, position, step, JSON.stringify(facts));
    const { jobId, releaseId, printerId } = job;
    return { ...facts, jobId, releaseId, printerId, position, step };
  }

  /** @throws Error on a move that the table does not allow, or when the record is not the newest. */
  move(job: JobRecord, step: JobStep, changes: Changes = {}): JobRecord {
    const next = moved(job, step, changes);
    this.write(job, next);
    this.emit('changed', next);
    return next;
  }

  /**
   * Writes down how a job ended. Emits `ending` before the write, so that core settles while the disk works. This order
   * is safe because an ending has no effect that is not the same twice: core settles a job once, whatever it is told
   * later, and a box that dies between the two looks at the printer again.
   */
  end(job: JobRecord, changes: Changes): JobRecord {
    const next = moved(job, 'ended', changes);
    this.emit('ending', next);
    this.write(job, next);
    this.emit('changed', next);
    return next;
  }

  /**
   * Writes down what core has settled; null when core does not know the job. Emits `changed` before the write, so that
   * the screen does not wait for the disk. This order is safe because core answers the same when it is asked again.
   */
  settle(job: JobRecord, settlement: JobFacts['settlement']): void {
    const next = moved(job, 'settled', { settlement });
    this.known.set(job.jobId, next);
    try {
      this.emit('changed', next);
      this.write(job, next);
    } catch (error) {
      this.known.set(job.jobId, job);
      throw error;
    }
  }

  /** Writes down what changed about a job that stays in its step. */
  note(job: JobRecord, changes: Changes): JobRecord {
    const next = changed(job, job.step, changes);
    this.write(job, next);
    this.emit('changed', next);
    return next;
  }

  find(jobId: string): JobRecord | undefined {
    return this.read('where job_id = ?', jobId)[0];
  }

  /** Jobs the printer has not finished, in the order in which they are printed. */
  open(printerId: string): JobRecord[] {
    return this.read("where printer_id = ? and step not in ('ended', 'settled') order by rowid", printerId);
  }

  /** Jobs that are not settled, in the order in which they are printed. */
  unfinished(printerId: string): JobRecord[] {
    return this.read("where printer_id = ? and step <> 'settled' order by rowid", printerId);
  }

  ofRelease(releaseId: string): JobRecord[] {
    return this.read('where release_id = ? order by position', releaseId);
  }

  unsettled(): JobRecord[] {
    return this.read("where step = 'ended' order by rowid");
  }

  prune(beforeMs: number): void {
    this.database.prepare("delete from jobs where step = 'settled' and facts ->> 'heldAt' < ?").run(beforeMs);
    this.known.clear();
  }

  private write(job: JobRecord, next: JobRecord): void {
    const written = this.statement(
      "update jobs set step = ?, facts = ? where job_id = ? and step = ? and facts ->> 'sequence' = ?",
    ).run(next.step, JSON.stringify(jobFacts.parse(next)), job.jobId, job.step, job.sequence);
    if (written.changes !== 1) throw new Error(`Job ${job.jobId} has moved on since it was read`);
    this.known.set(job.jobId, next);
  }

  private read(condition: string, ...values: string[]): JobRecord[] {
    return this.statement(`select job_id from jobs ${condition}`)
      .all(...values)
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

import { EventEmitter } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
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

/** The jobs in the journal. Emits `changed` after each write that is on the disk. */
export class JobBook extends EventEmitter<{ changed: [JobRecord] }> {
  constructor(private readonly database: DatabaseSync) {
    super();
  }

  /** Writes down a job whose price core holds. With an `ending` the job is over at once and is never printed. */
  add(job: AgentJob, position: number, at: number, ending?: JobEnding): JobRecord {
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
    const step: JobStep = ending ? 'ended' : 'ready';
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
    if (!canMove(job.step, step)) throw new Error(`A job cannot go from ${job.step} to ${step}`);
    return this.write(job, step, changes);
  }

  /** Writes down what changed about a job that stays in its step. */
  note(job: JobRecord, changes: Changes): JobRecord {
    return this.write(job, job.step, changes);
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
  }

  private write(job: JobRecord, step: JobStep, changes: Changes): JobRecord {
    const next: JobRecord = { ...job, ...changes, step, sequence: job.sequence + 1 };
    const written = this.database
      .prepare(
        "update jobs set step = ?, facts = ? where job_id = ? and step = ? and facts ->> 'sequence' = ?",
      )
      .run(step, JSON.stringify(jobFacts.parse(next)), job.jobId, job.step, job.sequence);
    if (written.changes !== 1) throw new Error(`Job ${job.jobId} has moved on since it was read`);
    this.emit('changed', next);
    return next;
  }

  private read(condition: string, ...values: string[]): JobRecord[] {
    return this.database
      .prepare(`select * from jobs ${condition}`)
      .all(...values)
      .map((found) => {
        const { job_id, release_id, printer_id, position, step, facts } = row.parse(found);
        const ids = { jobId: job_id, releaseId: release_id, printerId: printer_id };
        return { ...jobFacts.parse(JSON.parse(facts)), ...ids, position, step };
      });
  }
}

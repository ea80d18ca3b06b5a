import { Inject, Injectable } from '@nestjs/common';
import type { AgentJob, AgentRequest, Settlement } from '@sixpence/contracts/agent/gateway';
import type { JobReason } from '@sixpence/contracts/job-reasons';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { changed, one, type Queries } from '../database/sql.js';
import { CreditsService } from '../credits/credits.service.js';
import { TransactionsService } from '../database/transactions.service.js';
import { DocumentsService } from '../documents/documents.service.js';
import { NewsService } from '../news/news.service.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { agentJobOf, jobColumns, priceOfFirst, settlementOf, type JobRow } from './job-row.js';
import { canMove, isFinal, isRunning } from './job-state.js';
import { isDocumentToken } from './document-token.js';
import { ProgressPaceService } from './progress-pace.service.js';
import { facesPrinted, settle, type Verdict } from './settlement.js';

/** How a job ended, whoever says so. */
interface Ending {
  outcome: AgentRequest<'settle'>['outcome'];
  /** In the printer's own unit. */
  reported: number;
  /** False when the printer did not count this job, however it counts others. */
  counted?: boolean | undefined;
  reason?: JobReason | undefined;
}

type Decided = Extract<Verdict, { decided: true }>;

/** Jobs from the moment their price is held: what the printer reports, and what it costs in the end. */
@Injectable()
export class JobsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly credits: CreditsService,
    private readonly documents: DocumentsService,
    private readonly pace: ProgressPaceService,
    private readonly news: NewsService,
    private readonly outbox: OutboxService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** A job, for the agent it was released at: to others it does not exist. @throws Refusal `job.unknown` */
  async forAgent(agentId: string, jobId: string): Promise<AgentJob> {
    return agentJobOf(await ofAgent(this.database, agentId, jobId), this.config.SECRET_KEY);
  }

  /**
   * Which document a job's address opens: only while the job is open.
   * @throws Refusal `storage.signature` for a bad or old token, `job.unknown` when the job is over
   */
  async documentFor(jobId: string, token: string) {
    const job = await one<JobRow>(this.database, `SELECT ${jobColumns} FROM jobs j WHERE j.id = :jobId`, {
      jobId,
    });
    if (!job || !isDocumentToken(token, jobId, job.now, this.config.SECRET_KEY)) {
      throw new Refusal('storage.signature', 'This address is not valid any more. Ask for the job again.');
    }
    if (isFinal(job.state)) throw new Refusal('job.unknown', 'This job is over.');
    return { documentId: job.documentId, revision: job.revision, agentId: job.agentId };
  }

  /**
   * News of a running job. Counts only rise and never pass what was sent; a report older than the last one, or for a
   * job that is over, changes nothing.
   * @throws Refusal `job.unknown`
   */
  async progress(agentId: string, report: AgentRequest<'progress'>): Promise<void> {
    await this.pace.report(agentId, report, () => this.writeProgress(agentId, report));
  }

  private async writeProgress(
    agentId: string,
    report: AgentRequest<'progress'>,
  ): Promise<JobRow | undefined> {
    return this.transactions.run(async (tx) => {
      const job = await lockJob(tx, report.jobId, agentId);
      if (!isRunning(job.state) || report.sequence <= job.sequence) return undefined;
      const impressions = mostSeen(job, report.impressions);
      const state = canMove(job.state, report.state) ? report.state : job.state;
      await changed(
        tx,
        `UPDATE jobs SET state = :state, reason = :reason, impressions = :impressions, sequence = :sequence
         WHERE id = :jobId`,
        { jobId: job.id, state, reason: report.reason ?? null, impressions, sequence: report.sequence },
      );
      this.news.after(tx, 'person.job', { jobId: job.id, ownerId: job.ownerId });
      return job;
    });
  }

  /**
   * The job has ended: what came out is captured, the rest given back. Asking again answers the first result.
   * @throws Refusal `job.unknown`
   */
  async settle(agentId: string, request: AgentRequest<'settle'>): Promise<Settlement> {
    const { ownerId, currency } = await ofAgent(this.database, agentId, request.jobId);
    return this.transactions.run(async (tx) => {
      await this.credits.lock(tx, ownerId, currency);
      const { outcome, impressions: reported, counted, reason } = request;
      await this.end(tx, await lockJob(tx, request.jobId, agentId), { outcome, reported, counted, reason });
      const job = await lockJob(tx, request.jobId, agentId);
      return settlementOf(job, await this.credits.lock(tx, ownerId, currency));
    });
  }

  /**
   * Gives everything back for a job that nobody could settle. @returns false when it was settled meanwhile
   * @throws Refusal `job.unknown`
   */
  async giveUp(jobId: string): Promise<boolean> {
    const owner = await one<Pick<JobRow, 'ownerId' | 'currency'>>(
      this.database,
      'SELECT owner_id, currency FROM jobs WHERE id = :jobId',
      { jobId },
    );
    if (!owner) throw new Refusal('job.unknown', 'There is no such job. See: job list');
    return this.transactions.run(async (tx) => {
      await this.credits.lock(tx, owner.ownerId, owner.currency);
      const job = await lockJob(tx, jobId);
      if (isFinal(job.state)) return false;
      const verdict: Decided = { decided: true, state: 'failed', capture: 0, countedShort: false };
      const { outcome, reason } = job;
      const ending = {
        outcome: outcome ?? 'unknown',
        reported: 0,
        reason: reason ?? 'unknown-outcome',
      } as const;
      await this.close(tx, job, verdict, ending);
      return true;
    });
  }

  private async end(tx: EntityManager, job: JobRow, ending: Ending): Promise<void> {
    if (isFinal(job.state)) return;
    const impressions = mostSeen(job, ending.reported);
    const counting = ending.counted === false && impressions === 0 ? 'none' : job.counting;
    if (counting !== job.counting) {
      await changed(tx, 'UPDATE jobs SET counting = :counting WHERE id = :jobId', {
        jobId: job.id,
        counting,
      });
    }
    const total = job.unitPrices.length;
    const verdict = settle({ ...ending, counting, impressions, total });
    if (verdict.decided) {
      await this.close(tx, { ...job, impressions }, verdict, ending);
      return;
    }
    if (!canMove(job.state, 'checking')) return;
    const { outcome, reason = 'unknown-outcome' } = ending;
    await changed(
      tx,
      `UPDATE jobs SET state = 'checking', outcome = :outcome, reason = :reason, impressions = :impressions,
              ended_at = app_now()
       WHERE id = :jobId`,
      { jobId: job.id, outcome, reason, impressions },
    );
    await this.afterEnd(tx, job);
    this.news.after(tx, 'person.job', { jobId: job.id, ownerId: job.ownerId });
  }

  /** Money, job row, and document close together or not at all. */
  private async close(tx: EntityManager, job: JobRow, verdict: Decided, ending: Ending): Promise<void> {
    if (!canMove(job.state, verdict.state)) throw new Error(`Job ${job.id} cannot end as ${verdict.state}`);
    const capture = priceOfFirst(job, verdict.capture);
    const { captured, returned } = await this.credits.settleHold(tx, { jobId: job.id, capture });
    // What was paid for came out, so the count shown never stays behind it.
    const impressions = Math.max(job.impressions, verdict.capture);
    await changed(
      tx,
      `UPDATE jobs SET state = :state, outcome = :outcome, reason = :reason, impressions = :impressions,
              captured_minor = :captured, returned_minor = :returned, counted_short = :countedShort,
              ended_at = coalesce(ended_at, app_now()), settled_at = app_now()
       WHERE id = :jobId`,
      {
        jobId: job.id,
        state: verdict.state,
        outcome: ending.outcome,
        reason: ending.reason ?? null,
        impressions,
        captured: captured.minor,
        returned: returned.minor,
        countedShort: verdict.countedShort,
      },
    );
    await this.documents.jobClosed(tx, job.documentId, { printed: verdict.capture > 0 });
    await this.afterEnd(tx, job);
    const { id: jobId, ownerId, printerId } = job;
    await this.outbox.record(tx, 'print.job.settled', { jobId, ownerId, printerId });
  }

  /** The panel's idle time begins when its job ends. */
  private async afterEnd(tx: EntityManager, job: JobRow): Promise<void> {
    await changed(
      tx,
      `UPDATE panel_sessions s SET touched_at = app_now() FROM releases r
       WHERE r.id = :releaseId AND s.id = r.panel_session_id AND s.ended_at IS NULL`,
      { releaseId: job.releaseId },
    );
  }
}

function mostSeen(job: JobRow, reported: number): number {
  const { counting, side } = job;
  return Math.max(job.impressions, facesPrinted(reported, { counting, side, total: job.unitPrices.length }));
}

async function ofAgent(queries: Queries, agentId: string, jobId: string): Promise<JobRow> {
  const job = await one<JobRow>(
    queries,
    `SELECT ${jobColumns} FROM jobs j WHERE j.id = :jobId AND j.agent_id = :agentId`,
    { jobId, agentId },
  );
  if (!job) throw new Refusal('job.unknown', 'There is no such job here.');
  return job;
}

async function lockJob(tx: EntityManager, jobId: string, agentId?: string): Promise<JobRow> {
  const job = await one<JobRow>(
    tx,
    `SELECT ${jobColumns} FROM jobs j
     WHERE j.id = :jobId AND (:agentId::uuid IS NULL OR j.agent_id = :agentId) FOR UPDATE`,
    { jobId, agentId: agentId ?? null },
  );
  if (!job) throw new Refusal('job.unknown', 'There is no such job here.');
  return job;
}

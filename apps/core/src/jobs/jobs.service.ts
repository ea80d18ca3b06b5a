import { Inject, Injectable } from '@nestjs/common';
import {
  mostJobsOfWelcome,
  type AgentJob,
  type AgentRequest,
  type Counting,
  type JobOutcome,
  type OpenJobAtCore,
  type Settlement,
} from '@sixpence/contracts/agent/gateway';
import type { JobState } from '@sixpence/contracts/http/release';
import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import { Refusal } from '@sixpence/contracts/refusals';
import { money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGGER } from '../platform/process/logger.js';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { afterCommit } from '../platform/database/after-commit.js';
import { isContention } from '../platform/database/contention.js';
import { all, changed, one, type Queries } from '../platform/database/sql.js';
import { TransactionsService } from '../platform/database/transactions.service.js';
import { DocumentsService } from '../documents/documents.service.js';
import { NewsService } from '../platform/news/news.service.js';
import { OutboxService } from '../platform/outbox/outbox.service.js';
import { agentJobOf, jobColumns, priceOfFirst, type JobRow } from './job-row.js';
import { canMove, isFinal, isRunning, type FinalState } from './job-state.js';
import { jobDocument, type JobDocument } from './views/job-document.query.js';
import { isDocumentToken } from './document-token.js';
import { ProgressPaceService } from './progress-pace.service.js';
import { leaveOutPrinted, type PrintedDocument } from './rest.js';
import { facesPrinted, pagesAfterADay, verdictOn } from './settlement.js';
import { ShortCountsService } from './short-counts.service.js';
import { SilentJobsService } from './silent-jobs.service.js';

/** The end of a job as its agent reports it. */
interface Report {
  outcome: AgentRequest<'settle'>['outcome'];
  /** The count in the printer's own unit: impressions or sheets. */
  count: number;
  /** False when the printer did not count this job, even if it counts others. */
  counted?: boolean | undefined;
  reason?: JobReason | undefined;
}

/** The ending that core writes into the job's row. */
interface Ending {
  state: FinalState | 'checking';
  outcome: JobOutcome;
  reason: JobReason | undefined;
  impressions: number;
  counting: Counting;
  /** How many pages are paid for; absent while this is undecided. */
  capture?: number;
  countedShort: boolean;
}

/** A job that is about to end. `document` is null when the document is removed. */
type EndingJob = JobRow & { document: PrintedDocument | null };

const endingColumns = `${jobColumns}, printed_document(j.id) AS document`;

interface SettledRow {
  state: JobState;
  impressions: number;
  captured: number | null;
  returned: number | null;
  available: number;
  repeated: boolean;
}

/** Jobs from the hold of their price to their settlement: progress reports, endings, and decisions. */
@Injectable()
export class JobsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly pace: ProgressPaceService,
    private readonly outbox: OutboxService,
    private readonly news: NewsService,
    private readonly shortCounts: ShortCountsService,
    private readonly silentJobs: SilentJobsService,
    private readonly documents: DocumentsService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * A job, for the agent at which it was released; for other agents it does not exist.
   * @throws Refusal `job.unknown`
   */
  async forAgent(agentId: string, jobId: string): Promise<AgentJob> {
    return agentJobOf(
      await jobOfAgent(this.database, { agentId, jobId }, jobColumns),
      this.config.SECRET_KEY,
    );
  }

  /**
   * The file that a job's address opens, only while the job is open and its agent is not revoked.
   * @throws Refusal `storage.signature` for a wrong or expired token, `job.unknown` when the job is over,
   *   `agent.unknown`
   */
  async documentFor(jobId: string, token: string): Promise<JobDocument> {
    const job = await jobDocument(this.database, jobId);
    if (!job || !isDocumentToken(token, jobId, job.now, this.config.SECRET_KEY)) {
      throw new Refusal('storage.signature', 'This address is not valid any more. Ask for the job again.');
    }
    if (isFinal(job.state)) throw new Refusal('job.unknown', 'This job is over.');
    if (!job.isAgentActive) throw new Refusal('agent.unknown');
    return job;
  }

  /**
   * Takes a progress report of a running job. Counts only rise and never exceed the sent pages. A report
   * older than the last one, or for a job that is over, changes nothing.
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
      const impressions = highestCount(job, report.impressions);
      const state = canMove(job.state, report.state) ? report.state : job.state;
      await changed(
        tx,
        `UPDATE jobs SET state = :state, reason = :reason, impressions = :impressions, sequence = :sequence
         WHERE id = :jobId`,
        { jobId: job.id, state, reason: report.reason ?? null, impressions, sequence: report.sequence },
      );
      this.news.publishAfterCommit(tx, 'person.job', { jobId: job.id, ownerId: job.ownerId });
      return job;
    });
  }

  /**
   * Ends a job: captures the price of the printed pages, and gives the rest back. Idempotent: a repeated call
   * answers the first result.
   * @throws Refusal `job.unknown`
   */
  async settleJob(agentId: string, request: AgentRequest<'settle'>): Promise<Settlement> {
    const { outcome, impressions, counted, reason } = request;
    const { jobId } = request;
    const { job, ending, settlement, repeated } = await this.endWithRetry(jobId, async (queries) => {
      const job = await jobOfAgent<EndingJob>(queries, { agentId, jobId }, endingColumns);
      const ending = endingOf(job, { outcome, count: impressions, counted, reason });
      return { job, ending, ...(await this.endJob(queries, job, ending)) };
    });
    if (repeated) return settlement;
    if (ending.countedShort && ending.capture === 0) {
      const { printerId, unitPrices } = job;
      this.shortCounts.reportUncountedJob({ jobId, printerId, total: unitPrices.length });
    }
    if (ending.capture === undefined && ending.impressions === 0) await this.countSilent(job);
    await this.prepareRest(job, ending);
    return settlement;
  }

  /**
   * Ends a job in one call. When the database reports contention, for example because another copy of the
   * document ends at the same moment, it retries in a transaction that locks the person's wallets first.
   */
  private async endWithRetry<T>(jobId: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    try {
      return await work(this.database);
    } catch (error) {
      if (!isContention(error)) throw error;
      return this.transactions.run(async (tx) => {
        await all(tx, 'SELECT FROM jobs j, ledger_lock(j.owner_id) WHERE j.id = :jobId', { jobId });
        return work(tx);
      });
    }
  }

  /** The jobs of a box that are not settled, oldest first. The box answers which of them it does not know. */
  async openJobsAt(agentId: string): Promise<OpenJobAtCore[]> {
    return all(
      this.database,
      `SELECT id AS job_id, release_id FROM jobs WHERE agent_id = :agentId AND settled_at IS NULL
       ORDER BY created_at LIMIT :mostJobsOfWelcome`,
      { agentId, mostJobsOfWelcome },
    );
  }

  /**
   * Ends jobs that their box does not know because it lost its journal. The outcome is unknown, and the
   * printers become free.
   */
  async disown(agentId: string, jobIds: readonly string[]): Promise<void> {
    for (const jobId of jobIds) {
      await this.settleJob(agentId, { jobId, outcome: 'unknown', impressions: 0, reason: 'unknown-outcome' });
      this.logger.error(
        { agentId, jobId },
        'a box does not know its own job, which waits for a decision of staff',
      );
    }
  }

  /** Counts a silent job. The job has ended already, so an error is only logged. */
  private async countSilent({ id: jobId, printerId, ownerId }: JobRow): Promise<void> {
    await this.silentJobs.countSilentJob({ jobId, printerId, ownerId }).catch((error: unknown) => {
      this.logger.error({ err: error, jobId }, 'a silent job could not be counted');
    });
  }

  /**
   * Hands out a turn for the remaining pages of the document, which `settle_job()` may have written as a
   * revision. If this call is lost, the next sweep does it.
   */
  private async prepareRest(job: JobRow, { capture }: Ending): Promise<void> {
    if (capture === job.unitPrices.length && job.copies === 1) return;
    await this.documents.handOutTurns(job.ownerId).catch((error: unknown) => {
      this.logger.warn({ err: error, jobId: job.id }, 'the rest of a document waits for the next sweep');
    });
  }

  /**
   * The 24-hour rule: settles a job that neither its agent nor staff have settled, by the count of its
   * printer.
   * @returns how many pages are paid for; undefined when the job was settled meanwhile
   * @throws Refusal `job.unknown`
   */
  async settleOverdue(jobId: string): Promise<number | undefined> {
    const result = await this.endWithRetry(jobId, async (queries) => {
      const job = await endingJob(queries, jobId);
      if (isFinal(job.state)) return undefined;
      const pages = overduePagesOf(job);
      const { repeated } = await this.endJob(queries, job, endingWithPages(job, pages));
      return repeated ? undefined : { job, pages };
    });
    if (result === undefined) return undefined;
    const { job, pages } = result;
    if (job.outcome === null && job.impressions === 0) await this.countSilent(job);
    return pages;
  }

  /**
   * Ends a job by a decision of staff, in their transaction: `pages` pages are paid for.
   * @returns false when it was settled before
   * @throws Refusal `job.unknown`, `pages.out-of-range`
   */
  async decide(tx: EntityManager, jobId: string, pages: number): Promise<boolean> {
    const job = await endingJob(tx, jobId);
    const total = job.unitPrices.length;
    if (pages > total) throw new Refusal('pages.out-of-range', `The job has ${total} pages.`);
    if (isFinal(job.state)) return false;
    const { repeated } = await this.endJob(tx, job, endingWithPages(job, pages));
    if (repeated) return false;
    await changed(tx, 'UPDATE jobs SET decided_pages = :pages WHERE id = :jobId', { jobId, pages });
    return true;
  }

  /**
   * Writes money, job row, and document in one statement. `settle_job()` refuses when the job has changed
   * since it was read.
   */
  private async endJob(
    queries: Queries,
    job: EndingJob,
    ending: Ending,
  ): Promise<{ settlement: Settlement; repeated: boolean }> {
    const { currency, ownerId } = job;
    const { capture } = ending;
    const row = await one<SettledRow>(
      queries,
      `SELECT * FROM settle_job(:jobId, :seenImpressions, :seenCounting, :state, :outcome, :reason,
                                :impressions, :counting, :pages, :capture, :short, :printed, :leave)`,
      {
        jobId: job.id,
        seenImpressions: job.impressions,
        seenCounting: job.counting,
        state: ending.state,
        outcome: ending.outcome,
        reason: ending.reason ?? null,
        // Paid pages were printed, so the shown count is never lower.
        impressions: Math.max(ending.impressions, capture ?? 0),
        counting: ending.counting,
        pages: capture ?? null,
        capture: capture === undefined ? null : priceOfFirst(job, capture).minor,
        short: ending.countedShort,
        printed: capture !== undefined && capture > 0,
        leave: leftOutOf(job, capture),
      },
    );
    if (!row) throw new Error(`settle_job() returned no row for job ${job.id}`);
    // The end of a job is a fact, which the relay announces. A job that waits for a decision is only news.
    if (!row.repeated && capture === undefined)
      this.news.publishAfterCommit(queries, 'person.job', { jobId: job.id, ownerId });
    else afterCommit(queries, () => this.outbox.wake());
    const settlement = {
      jobId: job.id,
      state: row.state,
      impressions: row.impressions,
      captured: money(row.captured ?? 0, currency),
      returned: money(row.returned ?? 0, currency),
      available: money(row.available, currency),
    };
    return { settlement, repeated: row.repeated };
  }
}

/**
 * The remaining pages of the document and the values that they were computed from, as JSON for
 * `leave_out_printed()`.
 */
function leftOutOf(
  { document, revision, unitPrices }: EndingJob,
  captured: number | undefined,
): string | null {
  if (document === null) return null;
  const leftOut = leaveOutPrinted({ revision, total: unitPrices.length, captured }, document);
  return JSON.stringify({ seen: document, ...leftOut });
}

/** The ending that the settlement table gives for a report. */
function endingOf(job: JobRow, report: Report): Ending {
  const impressions = highestCount(job, report.count);
  const { outcome, reason } = report;
  // After a definite outcome, an uncounted job stays uncounted; a silent printer may still count it later.
  const isUncounted = report.counted === false && impressions === 0 && outcome !== 'unknown';
  const counting = isUncounted ? 'none' : job.counting;
  const verdict = verdictOn({ outcome, reason, counting, impressions, total: job.unitPrices.length });
  const common = { outcome, impressions, counting };
  return verdict.decided
    ? {
        ...common,
        reason,
        state: verdict.state,
        capture: verdict.capture,
        countedShort: verdict.countedShort,
      }
    : { ...common, reason: reason ?? 'unknown-outcome', state: 'checking', countedShort: false };
}

/** How many pages a job pays for by the 24-hour rule. A job without a reported outcome counts as unknown. */
function overduePagesOf(job: JobRow): number {
  const { outcome, counting, impressions, unitPrices } = job;
  return pagesAfterADay({ outcome: outcome ?? 'unknown', counting, impressions, total: unitPrices.length });
}

/** An ending without a report, in which `pages` pages are paid for. */
function endingWithPages(job: JobRow, pages: number): Ending {
  const { impressions, counting, unitPrices } = job;
  const isWhole = pages === unitPrices.length;
  return {
    state: isWhole ? 'completed' : pages > 0 ? 'partial' : 'failed',
    outcome: job.outcome ?? 'unknown',
    reason: isWhole ? undefined : (job.reason ?? 'unknown-outcome'),
    impressions,
    counting,
    capture: pages,
    countedShort: false,
  };
}

/** The larger of the stored and the reported count, in page faces. */
function highestCount(job: JobRow, reported: number): number {
  const { counting, side } = job;
  return Math.max(job.impressions, facesPrinted(reported, { counting, side, total: job.unitPrices.length }));
}

async function endingJob(queries: Queries, jobId: string): Promise<EndingJob> {
  const job = await one<EndingJob>(queries, `SELECT ${endingColumns} FROM jobs j WHERE j.id = :jobId`, {
    jobId,
  });
  if (!job) throw new Refusal('job.unknown', 'There is no such job. See: job list');
  return job;
}

async function jobOfAgent<Row extends JobRow>(
  queries: Queries,
  { agentId, jobId }: { agentId: string; jobId: string },
  columns: string,
): Promise<Row> {
  const job = await one<Row>(
    queries,
    `SELECT ${columns} FROM jobs j WHERE j.id = :jobId AND j.agent_id = :agentId`,
    { jobId, agentId },
  );
  if (!job) throw new Refusal('job.unknown');
  return job;
}

async function lockJob(tx: EntityManager, jobId: string, agentId: string): Promise<JobRow> {
  const job = await one<JobRow>(
    tx,
    `SELECT ${jobColumns} FROM jobs j WHERE j.id = :jobId AND j.agent_id = :agentId FOR UPDATE`,
    { jobId, agentId },
  );
  if (!job) throw new Refusal('job.unknown');
  return job;
}

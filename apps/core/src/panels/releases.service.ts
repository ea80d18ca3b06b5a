import { Inject, Injectable } from '@nestjs/common';
import type { AgentAnswer, AgentRequest } from '@sixpence/contracts/agent/gateway';
import { Refusal, type RefusalCode } from '@sixpence/contracts/refusals';
import { money, type Money } from '@sixpence/money/money';
import { DataSource } from 'typeorm';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { CreditsService } from '../money/ledger/credits.service.js';
import { TransactionsService } from '../platform/database/transactions.service.js';
import { all, changed, one, type Queries } from '../platform/database/sql.js';
import { OutboxService } from '../platform/outbox/outbox.service.js';
import { PrintersService } from '../sites/printers.service.js';
import { agentJobOf, jobColumns, type JobRow, type JobForAgent } from '../jobs/job-row.js';
import { orderedUuid } from './ordered-uuid.js';
import { PanelSessionsService } from './panel-sessions.service.js';
import { QuotesService, type Line } from './quotes.service.js';

type ReleaseRequest = AgentRequest<'release'>;
type ReleaseAnswer = AgentAnswer<'release'>;

/** Handles a press of PRINT: it holds the price of all chosen documents, or refuses and prints none. */
@Injectable()
export class ReleasesService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly sessions: PanelSessionsService,
    private readonly quotes: QuotesService,
    private readonly printers: PrintersService,
    private readonly credits: CreditsService,
    private readonly outbox: OutboxService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Holds the price and answers the jobs. Idempotent: the same release id always answers the same jobs, or
   * the same refusal.
   * @throws Refusal `release.empty`, `panel-session.ended`, `printer.busy`, `printer.unpriced`,
   *   `quote.changed`, `credits.insufficient`
   */
  async release(agentId: string, request: ReleaseRequest): Promise<ReleaseAnswer> {
    try {
      return await this.transactions.retryOnContention(() => this.placeRelease(agentId, request));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await this.storeRefusal(agentId, request.releaseId, error);
      // A concurrent call with the same id may have been answered first: both get that answer.
      return (await this.earlierAnswer(agentId, request.releaseId)) ?? Promise.reject(error);
    }
  }

  /**
   * Reads and prices everything first. `place_release()` then checks that nothing has changed, and writes all
   * of it at once.
   */
  private async placeRelease(agentId: string, request: ReleaseRequest): Promise<ReleaseAnswer> {
    const { releaseId, panelSessionId, documents } = request;
    const earlier = await this.earlierAnswer(agentId, releaseId);
    if (earlier) return earlier;
    const session = await this.sessions.readyToPrint(agentId, panelSessionId);
    const printer = await this.printers.forAgent(agentId, session.printerId);
    if (documents.length === 0) throw new Refusal('release.empty');
    if (!printer.accepting) {
      throw new Refusal('printer.busy', 'This printer takes no jobs at the moment.');
    }
    const { ownerId } = session;
    const lines = await this.quotes.agreedLines(ownerId, documents, printer);
    const jobs = lines.flatMap((line) => newJobs(line));
    const { id: printerId, counting, currency } = printer;
    const placed = await one<{ available: number; now: Date }>(
      this.database,
      `SELECT available, now
        FROM place_release(:releaseId, :agentId, :panelSessionId, :ownerId, :printerId, :currency,
                                                :counting, :jobs)`,
      {
        releaseId,
        agentId,
        panelSessionId,
        ownerId,
        printerId,
        currency,
        counting,
        jobs: JSON.stringify(jobs),
      },
    );
    if (!placed) throw new Error(`place_release() returned no row for release ${releaseId}`);
    this.outbox.wake();
    const agentJobs = jobs.map((job) => ({
      ...job,
      id: job.jobId,
      releaseId,
      printerId,
      counting,
      currency,
      ...stateOfNewJob,
      createdAt: placed.now,
      now: placed.now,
    }));
    return this.answerOf(agentJobs, money(placed.available, currency));
  }

  private async earlierAnswer(agentId: string, releaseId: string): Promise<ReleaseAnswer | undefined> {
    const jobs = await earlierJobs(this.database, agentId, releaseId);
    const [job] = jobs ?? [];
    if (!jobs || !job) return undefined;
    return this.answerOf(jobs, await this.credits.available(job.ownerId, job.currency));
  }

  private answerOf(jobs: JobForAgent[], available: Money): ReleaseAnswer {
    return { jobs: jobs.map((job) => agentJobOf(job, this.config.SECRET_KEY)), available };
  }

  private async storeRefusal(agentId: string, releaseId: string, { code, message }: Refusal): Promise<void> {
    await changed(
      this.database,
      `INSERT INTO releases (id, agent_id, refused, refused_sentence)
       VALUES (:releaseId, :agentId, :code, :message) ON CONFLICT DO NOTHING`,
      { releaseId, agentId, code, message },
    );
  }
}

const stateOfNewJob = { state: 'held', impressions: 0 } as const;

/**
 * The jobs for `place_release()`, one for each copy. Each job stores the fields of its document that the
 * printer or a statement needs, because the document may change later.
 */
function newJobs({ document, quoted, copies }: Line) {
  const { documentId, revision, fileName } = document;
  return Array.from({ length: copies }, (_, index) => ({
    jobId: orderedUuid(),
    documentId,
    revision,
    fileName,
    copyNumber: index + 1,
    copies,
    chosenSide: document.side,
    choseColor: document.isColor,
    side: quoted.side,
    isColor: quoted.isColor,
    unitPrices: quoted.unitPrices.map(({ minor }) => minor),
    colorPages: quoted.colorPages,
    heldMinor: quoted.price.minor,
  }));
}

/**
 * The jobs of an earlier call with this release id; undefined when there was none.
 * @throws Refusal the one that was answered to the earlier call
 */
async function earlierJobs(
  queries: Queries,
  agentId: string,
  releaseId: string,
): Promise<JobRow[] | undefined> {
  const release = await one<{ agentId: string; refused: RefusalCode | null; refusedSentence: string | null }>(
    queries,
    'SELECT agent_id, refused, refused_sentence FROM releases WHERE id = :releaseId',
    { releaseId },
  );
  if (!release) return undefined;
  if (release.agentId !== agentId) throw new Refusal('job.unknown', 'There is no such release here.');
  if (release.refused !== null) {
    throw new Refusal(release.refused, release.refusedSentence ?? undefined);
  }
  return all(
    queries,
    `SELECT ${jobColumns} FROM jobs j WHERE j.release_id = :releaseId ORDER BY j.position`,
    { releaseId },
  );
}

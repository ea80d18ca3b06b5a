import { Inject, Injectable } from '@nestjs/common';
import type { AgentAnswer, AgentRequest } from '@sixpence/contracts/agent/gateway';
import { Refusal, type RefusalCode } from '@sixpence/contracts/refusals';
import { sum, type Money } from '@sixpence/money/money';
import { DataSource, type EntityManager } from 'typeorm';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { CreditsService } from '../credits/credits.service.js';
import { TransactionsService } from '../database/transactions.service.js';
import { all, changed, one, type Queries } from '../database/sql.js';
import { DocumentsService } from '../documents/documents.service.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { PrintersService, type Printer } from '../sites/printers.service.js';
import { agentJobOf, jobColumns, type JobRow } from './job-row.js';
import { PanelSessionsService, type PanelSession } from './panel-sessions.service.js';
import { QuotesService, type Line } from './quotes.service.js';

type ReleaseRequest = AgentRequest<'release'>;
type ReleaseAnswer = AgentAnswer<'release'>;

/** One press of PRINT, as far as it is known before its jobs are made. */
interface Release {
  id: string;
  agentId: string;
  session: PanelSession;
  printer: Printer;
}

/** PRINT was pressed: the price of everything chosen is set aside, or nothing is and nothing prints. */
@Injectable()
export class ReleasesService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly sessions: PanelSessionsService,
    private readonly quotes: QuotesService,
    private readonly printers: PrintersService,
    private readonly documents: DocumentsService,
    private readonly credits: CreditsService,
    private readonly outbox: OutboxService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Holds and answers jobs. The same release id answers the same jobs, or the same refusal, for ever.
   * @throws Refusal `release.empty`, `panel-session.ended`, `printer.busy`, `printer.unpriced`, `quote.changed`,
   *   `credits.insufficient`
   */
  async release(agentId: string, request: ReleaseRequest): Promise<ReleaseAnswer> {
    const earlier = await earlierJobs(this.database, agentId, request.releaseId);
    if (earlier) return this.answer(earlier, await this.availableTo(earlier));
    try {
      return await this.transactions.run((tx) => this.place(tx, agentId, request));
    } catch (error) {
      if (error instanceof Refusal) await this.keepRefusal(agentId, request.releaseId, error);
      throw error;
    }
  }

  private async place(tx: EntityManager, agentId: string, request: ReleaseRequest): Promise<ReleaseAnswer> {
    const found = await this.sessions.find(agentId, request.panelSessionId, tx);
    const { ownerId } = found;
    const printer = await this.printers.forAgent(agentId, found.printerId, tx);
    // The wallet comes first wherever money and other rows are locked, so that nobody waits in a circle.
    const available = await this.credits.lock(tx, ownerId, printer.currency);
    const earlier = await earlierJobs(tx, agentId, request.releaseId);
    if (earlier) return this.answer(earlier, available);

    if (request.documents.length === 0) throw new Refusal('release.empty', 'Nothing was chosen.');
    const session = await this.sessions.touchToPrint(tx, agentId, request.panelSessionId);
    if (!printer.accepting) throw new Refusal('printer.busy', 'This printer takes no jobs at the moment.');
    const place = await this.quotes.placeOf(printer, tx);
    const lines = await this.quotes.agreed(tx, ownerId, request.documents, place);
    const prices = lines.map(({ quoted }) => quoted.price);
    if (sum(prices, printer.currency).minor > available.minor) {
      throw new Refusal('credits.insufficient', 'The balance does not cover these documents.');
    }
    await this.makeJobs(tx, { id: request.releaseId, agentId, session, printer }, lines);
    const jobs = (await earlierJobs(tx, agentId, request.releaseId)) ?? [];
    return this.answer(jobs, await this.credits.lock(tx, ownerId, printer.currency));
  }

  private async makeJobs(tx: EntityManager, release: Release, lines: Line[]): Promise<void> {
    const { id: releaseId, agentId, session, printer } = release;
    const owner = { ownerId: session.ownerId, printerId: printer.id };
    await changed(
      tx,
      `INSERT INTO releases (id, agent_id, panel_session_id, owner_id, printer_id)
       VALUES (:releaseId, :agentId, :sessionId, :ownerId, :printerId)`,
      { releaseId, agentId, sessionId: session.id, ...owner },
    );
    for (const [position, line] of lines.entries()) {
      const jobId = await insertJob(tx, release, line, position);
      await this.credits.hold(tx, { jobId, owner: session.ownerId, price: line.quoted.price });
      await this.documents.jobOpened(tx, line.document.documentId);
    }
    await this.outbox.record(tx, 'print.release.held', { releaseId, ...owner });
  }

  private answer(jobs: JobRow[], available: Money): ReleaseAnswer {
    return { jobs: jobs.map((job) => agentJobOf(job, this.config.SECRET_KEY)), available };
  }

  private async availableTo([job]: JobRow[]): Promise<Money> {
    if (!job) throw new Error('A release without jobs was stored');
    return this.credits.available(job.ownerId, job.currency);
  }

  private async keepRefusal(agentId: string, releaseId: string, { code, message }: Refusal): Promise<void> {
    await changed(
      this.database,
      `INSERT INTO releases (id, agent_id, refused, refused_sentence)
       VALUES (:releaseId, :agentId, :code, :message) ON CONFLICT DO NOTHING`,
      { releaseId, agentId, code, message },
    );
  }
}

/** The jobs made by this release before, or undefined when it is new. @throws Refusal that was answered before */
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

/** The job keeps its own copy of everything a statement will show. */
async function insertJob(
  tx: EntityManager,
  release: Release,
  { document, quoted }: Line,
  position: number,
): Promise<string> {
  const { printer, session, agentId } = release;
  const job = await one<{ id: string }>(
    tx,
    `INSERT INTO jobs (release_id, position, owner_id, printer_id, agent_id, document_id, revision, file_name,
                       side, is_color, counting, currency, unit_prices, held_minor)
     VALUES (:releaseId, :position, :ownerId, :printerId, :agentId, :documentId, :revision, :fileName,
             :side, :isColor, :counting, :currency, :unitPrices, :heldMinor) RETURNING id`,
    {
      releaseId: release.id,
      position,
      ownerId: session.ownerId,
      printerId: printer.id,
      agentId,
      documentId: document.documentId,
      revision: document.revision,
      fileName: document.fileName,
      side: quoted.side,
      isColor: quoted.isColor,
      counting: printer.counting,
      currency: printer.currency,
      unitPrices: quoted.unitPrices.map(({ minor }) => minor),
      heldMinor: quoted.price.minor,
    },
  );
  if (!job) throw new Error('A job that was just made cannot be found');
  return job.id;
}

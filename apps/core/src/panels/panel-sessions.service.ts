import { Injectable } from '@nestjs/common';
import type { AgentRequest } from '@sixpence/contracts/agent/gateway';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { TransactionsService } from '../platform/database/transactions.service.js';
import { isSixDigits } from '../platform/keys/six-digits.js';
import { all, changed, one, type Queries } from '../platform/database/sql.js';
import type { Parameters } from '../platform/database/named-parameters.js';
import { NewsService } from '../platform/news/news.service.js';
import { PricesService } from '../sites/prices.service.js';
import { PrintersService, type Printer } from '../sites/printers.service.js';
import { CodeAlarmsService } from '../codes/code-alarms.service.js';
import { runningStates } from '../jobs/job-state.js';
import { mayAct } from '../people/users/locked-people.query.js';
import { PrintCodesService } from '../codes/print-codes.service.js';
import type { WrongTryLevel } from '../codes/service-tries.js';
import { TryBudgetsService } from '../codes/try-budgets.service.js';

export interface PanelSession {
  id: string;
  ownerId: string;
  printerId: string;
}

/** A box's request for a session, with its person and printer. */
export interface Opening {
  requestId: string;
  ownerId: string;
  agentId: string;
  printerId: string;
}

const hasRunningJob = `
  EXISTS (SELECT 1 FROM releases r JOIN jobs j ON j.release_id = r.id
    WHERE r.panel_session_id = s.id AND j.state IN (${runningStates.map((state) => `'${state}'`).join(', ')}))`;

const isAlive = `
  ${mayAct('s.owner_id')} AND s.ended_at IS NULL AND s.created_at > app_now() - make_interval(secs => ${lifeSeconds.panelSession})
  AND (NOT s.closing AND s.touched_at > app_now() - make_interval(secs => ${lifeSeconds.panelIdle + lifeSeconds.panelIdleGrace})
    OR ${hasRunningJob})`;

const columns = 's.id, s.owner_id, s.printer_id';

/** Opens panel sessions for print codes, and decides which of them are alive. */
@Injectable()
export class PanelSessionsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly printers: PrintersService,
    private readonly prices: PricesService,
    private readonly codes: PrintCodesService,
    private readonly budgets: TryBudgetsService,
    private readonly alarms: CodeAlarmsService,
    private readonly news: NewsService,
  ) {}

  /**
   * Consumes a code and opens its owner's session at a printer. A repeated request answers the same session.
   * Wrong, used, and expired codes get one answer; a repeated request with the same wrong code counts once.
   * @throws Refusal `printer.unknown`, `printer.unpriced`, `printer.busy` (the code stays valid),
   *   `code.malformed` (not counted), `code.wrong`, `code.paused`
   */
  async redeem(agentId: string, request: AgentRequest<'redeem'>): Promise<PanelSession> {
    const printer = await this.readyPrinter(agentId, request.printerId);
    if (!isSixDigits(request.code)) throw new Refusal('code.malformed');
    const result = await this.transactions.run((tx) => this.openSession(tx, { agentId, printer, request }));
    if ('session' in result) return result.session;
    this.alarms.reportLevel('print', result.level);
    throw new Refusal('code.wrong');
  }

  /** A printer at which a session can be opened. @throws Refusal `printer.unknown`, `printer.unpriced` */
  async readyPrinter(agentId: string, printerId: string): Promise<Printer> {
    const printer = await this.printers.forAgent(agentId, printerId);
    if (!(await this.prices.current(printer.siteId))) throw new Refusal('printer.unpriced');
    return printer;
  }

  /**
   * The session that a request has opened by a print code, with its idle time restarted.
   * @throws Refusal `code.wrong` when the request opened none, `panel-session.ended` when it has ended
   */
  async redeemedSession(agentId: string, requestId: string): Promise<PanelSession> {
    const row = await one<PanelSession>(
      this.database,
      `SELECT ${columns} FROM panel_sessions s WHERE s.request_id = :requestId AND s.agent_id = :agentId`,
      { requestId, agentId },
    );
    if (!row) throw new Refusal('code.wrong');
    return this.touchSession(agentId, row.id);
  }

  /**
   * Answers a live session and restarts its idle time. In a transaction, the session stays locked until the
   * end.
   * @throws Refusal `panel-session.ended`
   */
  touchSession(agentId: string, sessionId: string, queries: Queries = this.database): Promise<PanelSession> {
    return touchRow(queries, agentId, sessionId);
  }

  /**
   * Answers a live session and the box that shows it, without restarting its idle time.
   * @throws Refusal `panel-session.ended`
   */
  async shownSession(sessionId: string): Promise<PanelSession & { agentId: string }> {
    const session = await one<PanelSession & { agentId: string }>(
      this.database,
      `SELECT ${columns}, s.agent_id FROM panel_sessions s WHERE s.id = :sessionId AND ${isAlive}`,
      { sessionId },
    );
    if (!session) throw new Refusal('panel-session.ended');
    return session;
  }

  /**
   * A session in which PRINT may be pressed now. `place_release()` checks this again and restarts the idle
   * time. A closing session only waits for its running job.
   * @throws Refusal `panel-session.ended`
   */
  async readyToPrint(agentId: string, sessionId: string): Promise<PanelSession> {
    const session = await one<PanelSession>(
      this.database,
      `SELECT ${columns} FROM panel_sessions s
       WHERE s.id = :sessionId AND s.agent_id = :agentId AND NOT s.closing AND ${isAlive}`,
      { sessionId, agentId },
    );
    if (!session) throw new Refusal('panel-session.ended');
    return session;
  }

  /** Ends a session because the person leaves. Running jobs go on. Idempotent. */
  async endSession(agentId: string, sessionId: string): Promise<void> {
    await this.transactions.run((tx) =>
      this.endSessionsWhere(tx, 's.id = :sessionId AND s.agent_id = :agentId', { sessionId, agentId }),
    );
  }

  /** Ends sessions that were idle too long or are too old, and tells their panels. */
  async endLapsedSessions(): Promise<void> {
    await this.transactions.run((tx) => this.endSessionsWhere(tx, `NOT (${isAlive})`, {}));
  }

  /** Ends a person's sessions. A session with a running job begins nothing new, and ends with that job. */
  async closeSessionsOf(tx: EntityManager, ownerId: string): Promise<void> {
    // This statement is first because it waits for a concurrent release. So `endSessionsWhere` sees the jobs
    // of that release.
    await changed(
      tx,
      'UPDATE panel_sessions SET closing = true WHERE owner_id = :ownerId AND ended_at IS NULL',
      { ownerId },
    );
    await this.endSessionsWhere(tx, `s.owner_id = :ownerId AND NOT ${hasRunningJob}`, { ownerId });
  }

  /** Which of these sessions have ended. */
  async endedSessionsAmong(sessionIds: readonly string[]): Promise<string[]> {
    const rows = await all<{ id: string }>(
      this.database,
      'SELECT s.id FROM panel_sessions s WHERE s.id = ANY(:sessionIds) AND s.ended_at IS NOT NULL',
      { sessionIds },
    );
    return rows.map(({ id }) => id);
  }

  /** The live sessions at a box's panels. The box receives news for them. */
  async openSessionsAt(agentId: string): Promise<PanelSession[]> {
    return all(
      this.database,
      `SELECT ${columns} FROM panel_sessions s WHERE s.agent_id = :agentId AND ${isAlive}`,
      { agentId },
    );
  }

  /**
   * The session that a request has opened, with its idle time restarted; undefined when there is none.
   * @throws Refusal `panel-session.ended`
   */
  async sessionOpenedBy(
    tx: EntityManager,
    request: Omit<Opening, 'ownerId'>,
  ): Promise<PanelSession | undefined> {
    const { requestId, agentId, printerId } = request;
    const earlier = await one<PanelSession>(
      tx,
      `SELECT ${columns} FROM panel_sessions s
       WHERE s.request_id = :requestId AND s.agent_id = :agentId AND s.printer_id = :printerId`,
      { requestId, agentId, printerId },
    );
    return earlier && this.touchSession(agentId, earlier.id, tx);
  }

  /** Ends the session that a request has opened. */
  async endSessionOpenedBy(
    tx: EntityManager,
    request: Pick<Opening, 'requestId' | 'agentId'>,
  ): Promise<void> {
    await this.endSessionsWhere(tx, 's.request_id = :requestId AND s.agent_id = :agentId', { ...request });
  }

  /** @throws Refusal `printer.busy` while a job is running at this printer */
  async refuseBusy(tx: EntityManager, agentId: string, printerId: string): Promise<void> {
    if (await isPrinting(tx, agentId, printerId)) throw new Refusal('printer.busy');
  }

  /**
   * Locks the printer's session, so that no release begins in it, and then checks again that no job is
   * running.
   * @throws Refusal `printer.busy` while a job is running at this printer
   */
  async lockIdlePanel(tx: EntityManager, agentId: string, printerId: string): Promise<void> {
    await lockSession(tx, printerId);
    await this.refuseBusy(tx, agentId, printerId);
  }

  /** Opens a session at a printer that is locked and free, and ends the printer's earlier session. */
  async beginSession(tx: EntityManager, opening: Opening): Promise<PanelSession> {
    const { requestId, ownerId, printerId, agentId } = opening;
    await this.endSessionsWhere(tx, 's.printer_id = :printerId', { printerId });
    const session = await one<PanelSession>(
      tx,
      `INSERT INTO panel_sessions AS s (request_id, owner_id, printer_id, agent_id)
       VALUES (:requestId, :ownerId, :printerId, :agentId) RETURNING ${columns}`,
      { requestId, ownerId, printerId, agentId },
    );
    if (!session) throw new Error('A session that was just opened cannot be found');
    this.news.publishAfterCommit(tx, 'box.session-opened', { agentId, panelSessionId: session.id, ownerId });
    return session;
  }

  /** A wrong code is a return value and not an error, because its count has to be committed. */
  private async openSession(
    tx: EntityManager,
    attempt: { agentId: string; printer: Printer; request: AgentRequest<'redeem'> },
  ): Promise<{ session: PanelSession } | { level: WrongTryLevel }> {
    const { agentId, printer, request } = attempt;
    const source = { kind: 'print', printerId: printer.id, agentId, siteId: printer.siteId } as const;
    await this.printers.lock(tx, printer.id);
    const opening = { requestId: request.requestId, agentId, printerId: printer.id };
    const earlier = await this.sessionOpenedBy(tx, opening);
    if (earlier) return { session: earlier };
    const typedCode = { agentId, requestId: request.requestId, code: request.code };
    if (await this.codes.wasWrong(tx, typedCode)) return { level: 'usual' };
    await this.budgets.refusePaused(tx, source);
    // Checked before the code, so that a busy printer gives right and wrong codes the same answer, counts
    // neither, and consumes no code.
    await this.refuseBusy(tx, agentId, printer.id);
    // Lock order: the code before the printer's session, as a password change locks them.
    const redeemedCode = await this.codes.takeCode(tx, request.code, printer.id);
    await this.lockIdlePanel(tx, agentId, printer.id);
    if (!redeemedCode) {
      await this.codes.rememberWrong(tx, typedCode);
      return { level: await this.budgets.countWrong(tx, source) };
    }
    const session = await this.beginSession(tx, { ...opening, ownerId: redeemedCode.ownerId });
    await this.budgets.countRight(tx, 'print');
    return { session };
  }

  private async endSessionsWhere(
    tx: EntityManager,
    condition: string,
    parameters: Parameters,
  ): Promise<void> {
    const endedSessions = await all<{ id: string; agentId: string }>(
      tx,
      `UPDATE panel_sessions s SET ended_at = app_now()
       WHERE s.ended_at IS NULL AND (${condition}) RETURNING s.id, s.agent_id`,
      parameters,
    );
    for (const { id, agentId } of endedSessions) {
      this.news.publishAfterCommit(tx, 'box.session-ended', { panelSessionId: id, agentId });
    }
  }
}

async function touchRow(queries: Queries, agentId: string, sessionId: string): Promise<PanelSession> {
  const session = await one<PanelSession>(
    queries,
    `UPDATE panel_sessions s SET touched_at = app_now()
     WHERE s.id = :sessionId AND s.agent_id = :agentId AND ${isAlive} RETURNING ${columns}`,
    { sessionId, agentId },
  );
  if (!session) throw new Refusal('panel-session.ended');
  return session;
}

/** Locks the printer's session, so that no release begins in the session. */
async function lockSession(tx: EntityManager, printerId: string): Promise<void> {
  await one(
    tx,
    'SELECT 1 FROM panel_sessions WHERE printer_id = :printerId AND ended_at IS NULL FOR UPDATE',
    { printerId },
  );
}

/** Jobs of a replaced box do not count, because no box reports their end. */
async function isPrinting(tx: EntityManager, agentId: string, printerId: string): Promise<boolean> {
  const running = await one(
    tx,
    `SELECT 1 FROM jobs
     WHERE printer_id = :printerId AND agent_id = :agentId AND settled_at IS NULL
       AND state = ANY(:runningStates)
     LIMIT 1`,
    { printerId, agentId, runningStates },
  );
  return running !== undefined;
}

import { Inject, Injectable } from '@nestjs/common';
import type { AgentRequest } from '@sixpence/contracts/agent/gateway';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { changed, one, type Queries } from '../platform/database/sql.js';
import { TransactionsService } from '../platform/database/transactions.service.js';
import { BudgetsService, type NamedBudget } from '../platform/http/network/budgets.service.js';
import { NewsService } from '../platform/news/news.service.js';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { SessionsService } from '../people/sessions/sessions.service.js';
import type { SignedIn } from '../people/sessions/signed-in.js';
import { AgentsService } from '../sites/agents.service.js';
import { PrintersService, type Printer } from '../sites/printers.service.js';
import { CodeAlarmsService } from '../codes/code-alarms.service.js';
import { CodeSpaceService, endCodesSql, mostDraws } from '../codes/code-space.service.js';
import { pairingCode } from '../codes/pairing-code.js';
import { PanelSessionsService, type PanelSession } from './panel-sessions.service.js';
import { hashPrintCode } from '../codes/print-code.js';
import type { WrongTryLevel } from '../codes/service-tries.js';
import { TryBudgetsService } from '../codes/try-budgets.service.js';

/**
 * The most codes that the panels of one box draw: more than people need, and too few to fill the space of
 * codes.
 */
const drawsOfBox: NamedBudget = { name: 'panel codes', points: 120, seconds: 60 };

/** A pairing code that no person has typed yet. */
export interface WaitingCode {
  code: string;
  /** The remaining life of the code, in whole seconds. */
  secondsLeft: number;
}

/** The request of a box that shows an active code, and the printer of the panel. */
interface ShownCode {
  requestId: string;
  agentId: string;
  printer: Printer;
}

/** The signed-in person who types a code, and the session. */
type SignedInPerson = Pick<SignedIn, 'userId' | 'sessionId'>;

/**
 * QR sign-in: a panel shows a code, and a signed-in person who types it in a browser opens their own list at
 * that panel. The code alone opens no list, so that a stranger who reads it gains nothing.
 */
@Injectable()
export class PairingsService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly space: CodeSpaceService,
    private readonly sessions: SessionsService,
    private readonly panels: PanelSessionsService,
    private readonly printers: PrintersService,
    private readonly agents: AgentsService,
    private readonly budgets: TryBudgetsService,
    private readonly draws: BudgetsService,
    private readonly alarms: CodeAlarmsService,
    private readonly news: NewsService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Answers the code that a panel shows, or the session that the code has opened. A repeated request gets the
   * same code while it is valid; another request for the same printer ends that code.
   * @throws Refusal `request.too-many`, `printer.unknown`, `printer.unpriced`, `printer.busy`;
   *   `pairing.ended` when the request's code has ended, `panel-session.ended` when its session has ended
   */
  async pair(
    agentId: string,
    { requestId, printerId }: AgentRequest<'pair'>,
  ): Promise<{ waiting: WaitingCode } | { session: PanelSession }> {
    const printer = await this.panels.readyPrinter(agentId, printerId);
    return this.transactions.run(async (tx) => {
      await this.printers.lock(tx, printer.id);
      const session = await this.panels.sessionOpenedBy(tx, { requestId, agentId, printerId });
      if (session) return { session };
      const waiting = await this.codeOf(tx, requestId, agentId);
      if (waiting) return { waiting };
      await this.panels.refuseBusy(tx, agentId, printerId);
      await this.draws.takeTry(drawsOfBox, agentId);
      const holder = { kind: 'pairing', requestId, printerId, agentId } as const;
      await this.space.draw(tx, holder, (attempt) => pairingCode(requestId, attempt, this.config.SECRET_KEY));
      const drawn = await this.codeOf(tx, requestId, agentId);
      if (!drawn) throw new Error('A code that was just drawn cannot be found');
      return { waiting: drawn };
    });
  }

  /** Ends the code of a panel that no person uses any more, and the session that it has opened. */
  async unpair(agentId: string, { requestId }: AgentRequest<'unpair'>): Promise<void> {
    await this.transactions.run(async (tx) => {
      await changed(
        tx,
        `${endCodesSql('replaced')} WHERE request_id = :requestId AND agent_id = :agentId AND state = 'active'`,
        { requestId, agentId },
      );
      await this.panels.endSessionOpenedBy(tx, { requestId, agentId });
    });
  }

  /**
   * Names the panel that a code would open, so that the person can decline before `openSession`. A wrong code
   * counts as a wrong try, as in `openSession`.
   * @throws Refusal `session.required`, `code.paused`
   */
  async panelOf(
    person: SignedInPerson,
    code: string,
  ): Promise<{ printer: string; site: string } | undefined> {
    const shown = await this.shownCode(code);
    return this.tryCode(person, () =>
      Promise.resolve(shown && { printer: shown.printer.name, site: shown.printer.site }),
    );
  }

  /**
   * Opens the person's own list at the panel that shows this code, once.
   * @returns false for wrong, used, and expired codes, and for print codes
   * @throws Refusal `session.required`, `code.paused`, `printer.busy` (the code stays valid)
   */
  async openSession(person: SignedInPerson, code: string): Promise<boolean> {
    const shown = await this.shownCode(code);
    const session = await this.tryCode(person, async (tx) => {
      if (!shown) return undefined;
      const { requestId, agentId, printer } = shown;
      await this.printers.lock(tx, printer.id);
      await this.panels.refuseBusy(tx, agentId, printer.id);
      if (!(await this.takeCode(tx, requestId))) return undefined;
      await this.panels.lockIdlePanel(tx, agentId, printer.id);
      const pairing = { requestId, agentId, printerId: printer.id };
      const begun = await this.panels.beginSession(tx, { ...pairing, ownerId: person.userId });
      this.news.publishAfterCommit(tx, 'box.paired', pairing);
      await this.budgets.countRight(tx, 'pairing');
      return begun;
    });
    return session !== undefined;
  }

  /** Runs `work` for a code that the person typed. If `work` returns undefined, a wrong try is counted. */
  private async tryCode<T>(
    { userId, sessionId }: SignedInPerson,
    work: (tx: EntityManager) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const source = { kind: 'pairing', personId: userId } as const;
    const outcome = await this.transactions.run(
      async (tx): Promise<{ done: T } | { level: WrongTryLevel }> => {
        // Serialised with the end of the sign-in session by the session's row: if the end wins, no panel
        // session is opened; otherwise the panel session is open first, so that a password change can end it.
        if (!(await this.sessions.isUnexpired(tx, sessionId))) throw new Refusal('session.required');
        await this.budgets.refusePaused(tx, source);
        const done = await work(tx);
        return done === undefined ? { level: await this.budgets.countWrong(tx, source) } : { done };
      },
    );
    if ('done' in outcome) return outcome.done;
    this.alarms.reportLevel('pairing', outcome.level);
    return undefined;
  }

  /**
   * The panel that shows an active code; undefined when there is none, its box was revoked, or another box
   * drives the printer now.
   */
  private async shownCode(code: string): Promise<ShownCode | undefined> {
    const row = await one<{ requestId: string; agentId: string; printerId: string }>(
      this.database,
      `SELECT request_id, agent_id, printer_id FROM print_codes
       WHERE code_hash = :codeHash AND kind = 'pairing' AND state = 'active' AND expires_at > app_now()`,
      { codeHash: hashPrintCode(code, this.config.SECRET_KEY) },
    );
    if (!row || !(await this.agents.activeAgent(row.agentId))) return undefined;
    const printer = await this.printers.printerOfAgent(row.agentId, row.printerId);
    return printer && { requestId: row.requestId, agentId: row.agentId, printer };
  }

  private async takeCode(tx: EntityManager, requestId: string): Promise<boolean> {
    const taken = await changed(
      tx,
      `${endCodesSql('redeemed')}
       WHERE request_id = :requestId AND kind = 'pairing' AND state = 'active' AND expires_at > app_now()`,
      { requestId },
    );
    return taken === 1;
  }

  /** @throws Refusal `pairing.ended` when the request had a code that has ended */
  private async codeOf(
    queries: Queries,
    requestId: string,
    agentId: string,
  ): Promise<WaitingCode | undefined> {
    const row = await one<{ codeHash: Buffer; secondsLeft: number; active: boolean }>(
      queries,
      `SELECT code_hash, floor(extract(epoch FROM expires_at - app_now()))::int AS seconds_left,
              agent_id = :agentId AND state = 'active' AND expires_at > app_now() AS active
       FROM print_codes WHERE request_id = :requestId AND kind = 'pairing'`,
      { requestId, agentId },
    );
    if (!row) return undefined;
    if (!row.active) throw new Refusal('pairing.ended');
    for (let attempt = 0; attempt < mostDraws; attempt += 1) {
      const code = pairingCode(requestId, attempt, this.config.SECRET_KEY);
      if (hashPrintCode(code, this.config.SECRET_KEY).equals(row.codeHash)) {
        return { code, secondsLeft: row.secondsLeft };
      }
    }
    throw new Error('The digits of a code cannot be drawn again');
  }
}

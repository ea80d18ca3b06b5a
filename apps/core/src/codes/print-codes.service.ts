import { Inject, Injectable } from '@nestjs/common';
import type { CreateCodeAnswer } from '@sixpence/contracts/http/release';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { TransactionsService } from '../platform/database/transactions.service.js';
import { drawSixDigits } from '../platform/keys/six-digits.js';
import { changed, one } from '../platform/database/sql.js';
import { OutboxService } from '../platform/outbox/outbox.service.js';
import { SessionsService } from '../people/sessions/sessions.service.js';
import type { SignedIn } from '../people/sessions/signed-in.js';
import { CodeSpaceService, endCodesSql } from './code-space.service.js';
import { mayAct } from '../people/users/locked-people.query.js';
import { hashPrintCode } from './print-code.js';

/** The person who asks for a code, and the session. */
type Asker = Pick<SignedIn, 'userId' | 'sessionId'>;

/** A code in the request of a box. */
interface TypedCode {
  agentId: string;
  requestId: string;
  code: string;
}

/** Issues and consumes print codes. */
@Injectable()
export class PrintCodesService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly space: CodeSpaceService,
    private readonly sessions: SessionsService,
    private readonly outbox: OutboxService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Issues a new code to a signed-in person, and ends the person's earlier code. Serialised with the end of
   * the session by the session's row: either the session ends first, and no code is issued; or the code is
   * issued first, and the session ends afterwards. A password change ends that code too
   * (`SecuredPanelsService`); sign-out alone does not.
   * @throws Refusal `session.missing`
   */
  async issue({ userId: ownerId, sessionId }: Asker): Promise<CreateCodeAnswer> {
    return this.transactions.run(async (tx) => {
      if (!(await this.sessions.isUnexpired(tx, sessionId))) throw new Refusal('session.missing');
      const holder = { kind: 'print', ownerId } as const;
      const { id: codeId, code, expiresAt } = await this.space.draw(tx, holder, drawSixDigits);
      await this.outbox.recordFact(tx, 'print.code.created', { ownerId, codeId });
      return { code, expiresAt: expiresAt.toISOString() };
    });
  }

  /**
   * Whether core has answered before that this code is wrong: then the box repeats a request whose answer was
   * lost. The same request with another code is a new try.
   */
  async wasWrong(tx: EntityManager, typedCode: TypedCode): Promise<boolean> {
    const hash = this.hashTypedCode(typedCode);
    return (await one(tx, 'SELECT 1 FROM wrong_answers WHERE hash = :hash', { hash })) !== undefined;
  }

  async rememberWrong(tx: EntityManager, typedCode: TypedCode): Promise<void> {
    await changed(tx, 'INSERT INTO wrong_answers (hash) VALUES (:hash)', {
      hash: this.hashTypedCode(typedCode),
    });
  }

  /** Deletes remembered answers that are so old that no box repeats their request. */
  async forgetWrong(): Promise<void> {
    await changed(
      this.database,
      'DELETE FROM wrong_answers WHERE answered_at < app_now() - make_interval(secs => :wrongAnswer)',
      { wrongAnswer: lifeSeconds.wrongAnswer },
    );
  }

  /** Ends the person's code, so that it no longer opens a panel session. */
  async endCodeOf(tx: EntityManager, ownerId: string): Promise<void> {
    await this.space.endCodeOf(tx, { ownerId });
  }

  /**
   * Consumes a code.
   * @returns undefined for wrong, used, and expired codes, and for codes of locked people
   */
  async takeCode(
    tx: EntityManager,
    code: string,
    printerId: string,
  ): Promise<{ ownerId: string } | undefined> {
    const row = await one<{ id: string; ownerId: string }>(
      tx,
      `${endCodesSql('redeemed')}
       WHERE code_hash = :codeHash AND kind = 'print' AND state = 'active' AND expires_at > app_now()
         AND ${mayAct('print_codes.owner_id')}
       RETURNING id, owner_id`,
      { codeHash: hashPrintCode(code, this.config.SECRET_KEY) },
    );
    if (!row) return undefined;
    const { id: codeId, ownerId } = row;
    await this.outbox.recordFact(tx, 'print.code.redeemed', { ownerId, codeId, printerId });
    return { ownerId };
  }

  private hashTypedCode({ agentId, requestId, code }: TypedCode): Buffer {
    return hashPrintCode(`${agentId} ${requestId} ${code}`, this.config.SECRET_KEY);
  }
}

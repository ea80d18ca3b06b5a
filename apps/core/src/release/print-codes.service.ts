import { Inject, Injectable } from '@nestjs/common';
import type { CreateCodeAnswer } from '@sixpence/contracts/http/release';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import type { EntityManager } from 'typeorm';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { TransactionsService } from '../database/transactions.service.js';
import { drawSixDigits } from '../keys/six-digits.js';
import { changed, one } from '../database/sql.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { mayAct } from './locked-people.query.js';
import { hashPrintCode, neighbours } from './print-code.js';

/** An arbitrary number that all cores agree on. */
const codesLock = 7_316_002;

/** Far more than ever needed: with 10,000 active codes about one draw in two still finds room. */
const mostDraws = 1_000;

/** Who asks for a code, and by which session. */
type Asker = Pick<SignedIn, 'userId' | 'sessionId'>;

/** Issues and consumes print codes, one at a time in the whole service, so that no two can come too close. */
@Injectable()
export class PrintCodesService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly sessions: SessionsService,
    private readonly outbox: OutboxService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * A new code for who is signed in; the one they had is dead from here on. What ends their session at the same moment
   * is before it, and there is no code, or after it, and ends the code as well.
   * @throws Refusal `session.missing`
   */
  async issue({ userId: ownerId, sessionId }: Asker): Promise<CreateCodeAnswer> {
    return this.transactions.run(async (tx) => {
      if (!(await this.sessions.stillValid(tx, sessionId))) throw new Refusal('session.missing');
      await this.lock(tx);
      await this.replace(tx, ownerId);
      const code = await this.drawDistantCode(tx);
      const row = await one<{ id: string; expiresAt: Date }>(
        tx,
        `INSERT INTO print_codes (owner_id, code_hash, expires_at)
         VALUES (:ownerId, :codeHash, app_now() + make_interval(secs => :life))
         RETURNING id, expires_at`,
        { ownerId, codeHash: this.hash(code), life: lifeSeconds.printCode },
      );
      if (!row) throw new Error('A code that was just issued cannot be found');
      await this.outbox.record(tx, 'print.code.created', { ownerId, codeId: row.id });
      return { code, expiresAt: row.expiresAt.toISOString() };
    });
  }

  /** Ends the code that a person has: nobody opens their queue with it any more. */
  async endOf(tx: EntityManager, ownerId: string): Promise<void> {
    await this.lock(tx);
    await this.replace(tx, ownerId);
  }

  /**
   * Keeps other issues and redemptions waiting until the transaction ends, and marks what has expired, so that
   * whatever is still active may be used.
   */
  async lock(tx: EntityManager): Promise<void> {
    await one(tx, 'SELECT pg_advisory_xact_lock(:codesLock)', { codesLock });
    await changed(
      tx,
      `UPDATE print_codes SET state = 'expired' WHERE state = 'active' AND expires_at <= app_now()`,
    );
  }

  /** Consumes a code, after `lock`. @returns undefined for wrong, used, expired ones, and a locked person's alike */
  async take(tx: EntityManager, code: string, printerId: string): Promise<{ ownerId: string } | undefined> {
    const taken = await one<{ id: string; ownerId: string }>(
      tx,
      `UPDATE print_codes SET state = 'redeemed'
       WHERE code_hash = :codeHash AND state = 'active' AND expires_at > app_now() AND ${mayAct('print_codes.owner_id')}
       RETURNING id, owner_id`,
      { codeHash: this.hash(code) },
    );
    if (!taken) return undefined;
    const { id: codeId, ownerId } = taken;
    await this.outbox.record(tx, 'print.code.redeemed', { ownerId, codeId, printerId });
    return { ownerId };
  }

  private async replace(tx: EntityManager, ownerId: string): Promise<void> {
    await changed(
      tx,
      `UPDATE print_codes SET state = 'replaced' WHERE owner_id = :ownerId AND state = 'active'`,
      { ownerId },
    );
  }

  /** A code that no slip of the finger turns into another active one. */
  private async drawDistantCode(tx: EntityManager): Promise<string> {
    for (let draw = 0; draw < mostDraws; draw += 1) {
      const code = drawSixDigits();
      const near = [code, ...neighbours(code)].map((other) => this.hash(other));
      const taken = await one(
        tx,
        `SELECT 1 FROM print_codes WHERE state = 'active' AND code_hash = ANY(:near) LIMIT 1`,
        { near },
      );
      if (!taken) return code;
    }
    throw new Error('There are too many active codes to find a distant one');
  }

  private hash(code: string): Buffer {
    return hashPrintCode(code, this.config.SECRET_KEY);
  }
}

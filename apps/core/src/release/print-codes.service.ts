import { Inject, Injectable } from '@nestjs/common';
import type { CreateCodeAnswer } from '@sixpence/contracts/http/release';
import type { EntityManager } from 'typeorm';
import { CORE_CONFIG, type CoreConfig } from '../config.js';
import { TransactionsService } from '../credits/transactions.service.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { codeLifeSeconds, drawCode, hashPrintCode, neighbours } from './print-code.js';

/** An arbitrary number that all cores agree on. */
const codesLock = 7_316_002;

/** Far more than ever needed: with 10,000 active codes about one draw in two still finds room. */
const mostDraws = 1_000;

/** Issues and consumes print codes, one at a time in the whole service, so that no two can come too close. */
@Injectable()
export class PrintCodesService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly outbox: OutboxService,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /** A new code for a person; the one they had is dead from here on. */
  async issue(ownerId: string): Promise<CreateCodeAnswer> {
    return this.transactions.run(async (tx) => {
      await this.lock(tx);
      await tx.query(`UPDATE print_codes SET state = 'replaced' WHERE owner_id = $1 AND state = 'active'`, [
        ownerId,
      ]);
      const code = await this.drawDistantCode(tx);
      const [row]: { id: string; expires_at: Date }[] = await tx.query(
        `INSERT INTO print_codes (owner_id, code_hash, expires_at)
         VALUES ($1, $2, app_now() + make_interval(secs => $3)) RETURNING id, expires_at`,
        [ownerId, this.hash(code), codeLifeSeconds],
      );
      if (!row) throw new Error('A code that was just issued cannot be found');
      await this.outbox.record(tx, 'print.code.created', { ownerId, codeId: row.id });
      return { code, expiresAt: row.expires_at.toISOString() };
    });
  }

  /**
   * Keeps other issues and redemptions waiting until the transaction ends, and marks what has expired, so that
   * whatever is still active may be used.
   */
  async lock(tx: EntityManager): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [codesLock]);
    await tx.query(
      `UPDATE print_codes SET state = 'expired' WHERE state = 'active' AND expires_at <= app_now()`,
    );
  }

  /** Consumes a code, after `lock`. @returns undefined for wrong, used, and expired ones alike */
  async take(tx: EntityManager, code: string, printerId: string): Promise<{ ownerId: string } | undefined> {
    const [rows]: [{ id: string; owner_id: string }[], number] = await tx.query(
      `UPDATE print_codes SET state = 'redeemed'
       WHERE code_hash = $1 AND state = 'active' AND expires_at > app_now() RETURNING id, owner_id`,
      [this.hash(code)],
    );
    const [taken] = rows;
    if (!taken) return undefined;
    const ownerId = taken.owner_id;
    await this.outbox.record(tx, 'print.code.redeemed', { ownerId, codeId: taken.id, printerId });
    return { ownerId };
  }

  /** A code that no slip of the finger turns into another active one. */
  private async drawDistantCode(tx: EntityManager): Promise<string> {
    for (let draw = 0; draw < mostDraws; draw += 1) {
      const code = drawCode();
      const near = [code, ...neighbours(code)].map((other) => this.hash(other));
      const taken: unknown[] = await tx.query(
        `SELECT 1 FROM print_codes WHERE state = 'active' AND code_hash = ANY($1) LIMIT 1`,
        [near],
      );
      if (taken.length === 0) return code;
    }
    throw new Error('There are too many active codes to find a distant one');
  }

  private hash(code: string): Buffer {
    return hashPrintCode(code, this.config.SECRET_KEY);
  }
}

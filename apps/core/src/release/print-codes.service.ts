import { Inject, Injectable } from '@nestjs/common';
import type { CreateCodeAnswer } from '@sixpence/contracts/http/release';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import type { Parameters } from '../database/named-parameters.js';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { TransactionsService } from '../database/transactions.service.js';
import { drawSixDigits } from '../keys/six-digits.js';
import { changed, one, type Queries } from '../database/sql.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { mayAct } from './locked-people.query.js';
import { hashPrintCode, nearKeys, nearKeysOfACode } from './print-code.js';

/** Codes in one statement, of which the first with room is taken: with 10,000 active ones about every second has none. */
const drawnAtOnce = 6;

/** Far more than ever needed: with 40,000 active codes one draw in twelve still finds room. */
const mostDraws = 400;

const sweptAtOnce = 1_000;

/** In SQL: what ends a code. What it held is free when the transaction ends. */
const endedAs = (state: 'redeemed' | 'replaced' | 'expired'): string =>
  `UPDATE print_codes SET state = '${state}', near = NULL`;

const holdsOneOf = Array.from(
  { length: nearKeysOfACode },
  (_, index) => `near[${index + 1}] = ANY(:keys)`,
).join(' OR ');

/** Who asks for a code, and by which session. */
type Asker = Pick<SignedIn, 'userId' | 'sessionId'>;

interface DrawnCode {
  code: string;
  hash: Buffer;
  near: string[];
}

interface IssuedCode {
  id: string;
  code: string;
  expiresAt: Date;
}

/** Issues and consumes print codes. Nobody waits but for who has just taken, or given back, a code that is close. */
@Injectable()
export class PrintCodesService {
  constructor(
    private readonly database: DataSource,
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
      const { id: codeId, code, expiresAt } = await this.draw(tx, ownerId);
      await this.outbox.record(tx, 'print.code.created', { ownerId, codeId });
      return { code, expiresAt: expiresAt.toISOString() };
    });
  }

  /**
   * Gives a person the first of these codes that no slip of the finger turns into another active one; the database's
   * unique indexes say which, and wait where a transaction of this moment has still to decide. What has expired is in
   * nobody's way.
   * @returns undefined when none has room, or the person was given another code in this moment
   */
  async give(tx: EntityManager, ownerId: string, codes: readonly string[]): Promise<IssuedCode | undefined> {
    await this.endOf(tx, ownerId);
    const drawn = codes.map((code) => ({
      code,
      hash: hashPrintCode(code, this.config.SECRET_KEY),
      near: nearKeys(code, this.config.SECRET_KEY),
    }));
    const issued = await insertFirst(tx, ownerId, drawn);
    if (issued || (await expireNear(tx, drawn)) === 0) return issued;
    return insertFirst(tx, ownerId, drawn);
  }

  /** Ends the code that a person has: nobody opens their queue with it any more. */
  async endOf(tx: EntityManager, ownerId: string): Promise<void> {
    await changed(tx, `${endedAs('replaced')} WHERE owner_id = :ownerId AND state = 'active'`, { ownerId });
  }

  /** Consumes a code. @returns undefined for wrong, used, expired ones, and a locked person's alike */
  async take(tx: EntityManager, code: string, printerId: string): Promise<{ ownerId: string } | undefined> {
    const taken = await one<{ id: string; ownerId: string }>(
      tx,
      `${endedAs('redeemed')}
       WHERE code_hash = :codeHash AND state = 'active' AND expires_at > app_now() AND ${mayAct('print_codes.owner_id')}
       RETURNING id, owner_id`,
      { codeHash: hashPrintCode(code, this.config.SECRET_KEY) },
    );
    if (!taken) return undefined;
    const { id: codeId, ownerId } = taken;
    await this.outbox.record(tx, 'print.code.redeemed', { ownerId, codeId, printerId });
    return { ownerId };
  }

  /** How many codes a guess could hit. It counts them all: not for every try. */
  async countActive(queries: Queries): Promise<number> {
    const row = await one<{ count: number }>(
      queries,
      `SELECT count(*) FROM print_codes WHERE state = 'active' AND expires_at > app_now()`,
    );
    return row?.count ?? 0;
  }

  /** Codes that expired hold nothing any more, and those that have been dead for long are forgotten. */
  async sweep(): Promise<void> {
    await this.inBatches(
      `${endedAs('expired')} WHERE id IN (
         SELECT id FROM print_codes WHERE state = 'active' AND expires_at <= app_now()
         ORDER BY expires_at LIMIT :sweptAtOnce FOR UPDATE SKIP LOCKED)`,
      { sweptAtOnce },
    );
    await this.inBatches(
      `DELETE FROM print_codes WHERE id IN (
         SELECT id FROM print_codes
         WHERE state <> 'active' AND expires_at < app_now() - make_interval(secs => :deadCode)
         ORDER BY expires_at LIMIT :sweptAtOnce FOR UPDATE SKIP LOCKED)`,
      { sweptAtOnce, deadCode: lifeSeconds.deadCode },
    );
  }

  private async inBatches(sql: string, parameters: Parameters): Promise<void> {
    while ((await changed(this.database, sql, parameters)) === sweptAtOnce);
  }

  private async draw(tx: EntityManager, ownerId: string): Promise<IssuedCode> {
    for (let draws = 0; draws < mostDraws; draws += drawnAtOnce) {
      const issued = await this.give(tx, ownerId, Array.from({ length: drawnAtOnce }, drawSixDigits));
      if (issued) return issued;
    }
    throw new Error('There are too many active codes to find a distant one');
  }
}

/** The second that has room meets the first: nobody has two active codes. */
async function insertFirst(
  tx: EntityManager,
  ownerId: string,
  drawn: readonly DrawnCode[],
): Promise<IssuedCode | undefined> {
  const row = await one<{ id: string; expiresAt: Date; codeHash: Buffer }>(
    tx,
    `INSERT INTO print_codes (owner_id, code_hash, near, expires_at)
     SELECT :ownerId, code_hash, near::bigint[], app_now() + make_interval(secs => :life)
     FROM unnest(:hashes::bytea[], :near::text[]) AS drawn (code_hash, near)
     ON CONFLICT DO NOTHING RETURNING id, expires_at, code_hash`,
    {
      ownerId,
      hashes: drawn.map(({ hash }) => hash),
      near: drawn.map(({ near }) => `{${near.join()}}`),
      life: lifeSeconds.printCode,
    },
  );
  const taken = drawn.find(({ hash }) => row && hash.equals(row.codeHash));
  return row && taken && { id: row.id, expiresAt: row.expiresAt, code: taken.code };
}

/** Frees what codes hold that have expired since they were swept last, around these. @returns how many there were */
async function expireNear(tx: EntityManager, drawn: readonly DrawnCode[]): Promise<number> {
  return changed(
    tx,
    `${endedAs('expired')} WHERE id IN (
       SELECT id FROM print_codes WHERE state = 'active' AND expires_at <= app_now() AND (${holdsOneOf})
       FOR UPDATE SKIP LOCKED)`,
    { keys: drawn.flatMap(({ near }) => near) },
  );
}

import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { DataSource, type EntityManager } from 'typeorm';
import type { Parameters } from '../platform/database/named-parameters.js';
import { CORE_CONFIG, type CoreConfig } from '../platform/process/config.js';
import { changed, one, type Queries } from '../platform/database/sql.js';
import { hashPrintCode, nearKeys, nearKeysOfACode } from './print-code.js';

/** A person types a print code at a printer; a signed-in person types a panel's pairing code on the site. */
export const codeKinds = ['print', 'pairing'] as const;
export type CodeKind = (typeof codeKinds)[number];

/** The holder of an active code: a person, or the request of a panel. */
export type CodeHolder =
  | { kind: 'print'; ownerId: string }
  | { kind: 'pairing'; requestId: string; printerId: string; agentId: string };

/**
 * How many codes one statement draws; the first free one is used. With 10,000 active codes, every second
 * drawn code is too near an active one.
 */
const drawnAtOnce = 6;

/** The most draws for one code. Even with 40,000 active codes, one drawn code in twelve is free. */
export const mostDraws = 400;

/** The most codes that one statement of the sweep ends or deletes. */
const sweptAtOnce = 1_000;

const lives: Record<CodeKind, number> = { print: lifeSeconds.printCode, pairing: lifeSeconds.pairingCode };

/** The head of an `UPDATE` that ends codes; `WHERE` follows. Their near keys are free after the commit. */
export const endCodesSql = (state: 'redeemed' | 'replaced' | 'expired'): string =>
  `UPDATE print_codes SET state = '${state}', near = NULL`;

const hasOneOfKeys = Array.from(
  { length: nearKeysOfACode },
  (_, index) => `near[${index + 1}] = ANY(:keys)`,
).join(' OR ');

interface DrawnCode {
  code: string;
  hash: Buffer;
  near: string[];
}

export interface ActiveCode {
  id: string;
  code: string;
  expiresAt: Date;
}

/**
 * The active codes of both kinds. No typing slip turns one active code into another. An insert waits only for
 * a concurrent change to a near code.
 */
@Injectable()
export class CodeSpaceService {
  constructor(
    private readonly database: DataSource,
    @Inject(CORE_CONFIG) private readonly config: CoreConfig,
  ) {}

  /**
   * Gives a holder the first drawn code that is free: no active code is near it.
   * @param draw makes the code of each attempt, counted from 0
   */
  async draw(tx: EntityManager, holder: CodeHolder, draw: (attempt: number) => string): Promise<ActiveCode> {
    for (let draws = 0; draws < mostDraws; draws += drawnAtOnce) {
      const codes = Array.from({ length: drawnAtOnce }, (_, index) => draw(draws + index));
      const active = await this.replaceCode(tx, holder, codes);
      if (active) return active;
    }
    throw new Error('There are too many active codes to find a distant one');
  }

  /**
   * Replaces the holder's code by the first of these codes that no typing slip turns into an active code. The
   * database's unique indexes decide this; an insert waits only for a concurrent change to a near code.
   * Expired codes do not count.
   * @returns undefined when no code is free, or the holder received another code at the same moment
   */
  async replaceCode(
    tx: EntityManager,
    holder: CodeHolder,
    codes: readonly string[],
  ): Promise<ActiveCode | undefined> {
    await this.endCodeOf(tx, holder);
    const drawn = codes.map((code) => ({
      code,
      hash: hashPrintCode(code, this.config.SECRET_KEY),
      near: nearKeys(code, this.config.SECRET_KEY),
    }));
    const active = await insertFirst(tx, holder, drawn);
    if (active || (await expireNear(tx, drawn)) === 0) return active;
    return insertFirst(tx, holder, drawn);
  }

  /** Ends the code of a person, or the code that a printer's panel shows. */
  async endCodeOf(tx: EntityManager, holder: { ownerId: string } | { printerId: string }): Promise<void> {
    const [column, id] =
      'ownerId' in holder ? ['owner_id', holder.ownerId] : ['printer_id', holder.printerId];
    await changed(tx, `${endCodesSql('replaced')} WHERE ${column} = :id AND state = 'active'`, { id });
  }

  /** How many codes of a kind are active. This query counts rows, which is too slow for every try. */
  async countActive(queries: Queries, kind: CodeKind): Promise<number> {
    const row = await one<{ count: number }>(
      queries,
      `SELECT count(*) FROM print_codes WHERE kind = :kind AND state = 'active' AND expires_at > app_now()`,
      { kind },
    );
    return row?.count ?? 0;
  }

  /** Marks codes as expired, which frees their keys, and deletes codes that ended long ago. */
  async sweep(): Promise<void> {
    await this.inBatches(
      `${endCodesSql('expired')} WHERE id IN (
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
}

/**
 * Inserts the first free code. Any further code conflicts with it, because a holder has one active code.
 */
async function insertFirst(
  tx: EntityManager,
  holder: CodeHolder,
  drawn: readonly DrawnCode[],
): Promise<ActiveCode | undefined> {
  const noHolder = { ownerId: null, requestId: null, printerId: null, agentId: null };
  const row = await one<{ id: string; expiresAt: Date; codeHash: Buffer }>(
    tx,
    `INSERT INTO print_codes (kind, owner_id, request_id, printer_id, agent_id, code_hash, near, expires_at)
     SELECT :kind, :ownerId::uuid, :requestId::uuid, :printerId::uuid, :agentId::uuid, code_hash,
            near::bigint[], app_now() + make_interval(secs => :life)
     FROM unnest(:hashes::bytea[], :near::text[]) AS drawn (code_hash, near)
     ON CONFLICT DO NOTHING RETURNING id, expires_at, code_hash`,
    {
      ...noHolder,
      ...holder,
      hashes: drawn.map(({ hash }) => hash),
      near: drawn.map(({ near }) => `{${near.join()}}`),
      life: lives[holder.kind],
    },
  );
  const inserted = drawn.find(({ hash }) => row && hash.equals(row.codeHash));
  return row && inserted && { id: row.id, expiresAt: row.expiresAt, code: inserted.code };
}

/** Ends expired codes near the drawn ones, if no sweep has ended them yet. @returns how many it ended */
async function expireNear(tx: EntityManager, drawn: readonly DrawnCode[]): Promise<number> {
  return changed(
    tx,
    `${endCodesSql('expired')} WHERE id IN (
       SELECT id FROM print_codes WHERE state = 'active' AND expires_at <= app_now() AND (${hasOneOfKeys})
       FOR UPDATE SKIP LOCKED)`,
    { keys: drawn.flatMap(({ near }) => near) },
  );
}

import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/currencies';
import { formatMoney, money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';
import { PeopleService } from '../../people/users/people.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import { all } from '../../platform/database/sql.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { readBalances, type Balance } from './balances-file.js';
import { hashLegacyAddress, LegacyBalancesService } from './legacy-balances.service.js';

/**
 * The result of one line:
 * - `waits`: imported; the balance waits until a person proves its address
 * - `given`: imported; a person has the address already and got the balance at once
 * - `known`: an earlier file has imported it
 * - `empty`: an amount of 0
 * - `wrong`: refused
 */
export type LineFate =
  | { line: number; fate: 'waits' | 'given' | 'known' | 'empty'; balance: Balance }
  | { line: number; fate: 'wrong'; reason: string };

export interface ImportReport {
  /** False when a line is wrong: then nothing of the file is imported. */
  accepted: boolean;
  lines: LineFate[];
}

interface ImportableLine {
  line: number;
  balance: Balance;
  /** Hexadecimal SHA-256 of the address. */
  hash: string;
}

/** Lines per SQL statement. */
const chunkSize = 5_000;

/** Imports a file of balances, all of it or nothing. A repeated import of the same file changes nothing. */
@Injectable()
export class BalanceImportService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly balances: LegacyBalancesService,
    private readonly people: PeopleService,
    private readonly audit: AuditService,
  ) {}

  /**
   * @param options.actor the name of the operator in the audit
   * @param options.dryRun runs the whole import and rolls it back; the report is the same
   */
  async import(file: Uint8Array, options: { actor: string; dryRun: boolean }): Promise<ImportReport> {
    const readLines = readBalances(file);
    if (readLines.some((line) => 'wrong' in line)) {
      const lines = readLines.map((each): LineFate =>
        'wrong' in each
          ? { line: each.line, fate: 'wrong', reason: each.wrong }
          : { ...each, fate: each.balance.amount.minor === 0 ? 'empty' : 'waits' },
      );
      return { accepted: false, lines };
    }
    const good = readLines.flatMap((each) => ('balance' in each ? [withHash(each)] : []));
    return this.commitUnlessRejected(options.dryRun, async (tx) => {
      const report = await this.writeBalances(tx, good);
      const subject = `file ${createHash('sha256').update(file).digest('hex')}`;
      const reason = `${good.length} lines`;
      await this.audit.recordAct(tx, { actor: options.actor, act: 'balances import', subject, reason });
      return report;
    });
  }

  private async writeBalances(tx: EntityManager, lines: ImportableLine[]): Promise<ImportReport> {
    const amounts = lines.filter(({ balance }) => balance.amount.minor > 0);
    // Two imports insert in the same order, so that they cannot deadlock.
    amounts.sort((one, other) => (one.hash < other.hash ? -1 : 1));
    const fates = new Map<number, LineFate>();
    for (const chunk of chunksOf(amounts)) {
      for (const fate of await insert(tx, chunk)) fates.set(fate.line, fate);
    }
    const accepted = ![...fates.values()].some(({ fate }) => fate === 'wrong');
    if (accepted) {
      await this.balances.lockProofs(tx, 'exclusive');
      const claimedKeys = new Set<string>();
      for (const chunk of chunksOf(amounts)) await this.giveToOwners(tx, chunk, claimedKeys);
      for (const { line, balance, hash } of amounts) {
        if (claimedKeys.has(keyOf({ hash, currency: balance.amount.currency }))) {
          fates.set(line, { line, balance, fate: 'given' });
        }
      }
    }
    return {
      accepted,
      lines: lines.map(({ line, balance }) => fates.get(line) ?? { line, balance, fate: 'empty' }),
    };
  }

  /**
   * Gives each balance at once to the person who has its address already, if there is one, and adds its key
   * to `claimedKeys`.
   */
  private async giveToOwners(
    tx: EntityManager,
    lines: ImportableLine[],
    claimedKeys: Set<string>,
  ): Promise<void> {
    const owners = await this.people.ownersOf(
      tx,
      lines.map(({ balance }) => balance.address),
    );
    for (const { balance, hash } of lines) {
      const userId = owners.get(balance.address);
      if (userId === undefined) continue;
      const currencies = await this.balances.claim(tx, { userId, address: balance.address });
      for (const currency of currencies) claimedKeys.add(keyOf({ hash, currency }));
    }
  }

  /** Commits the work, unless this is a dry run or a line is wrong. */
  private async commitUnlessRejected(
    dryRun: boolean,
    work: (tx: EntityManager) => Promise<ImportReport>,
  ): Promise<ImportReport> {
    try {
      return await this.transactions.run(async (tx) => {
        const report = await work(tx);
        if (dryRun || !report.accepted) throw new RolledBack(report);
        return report;
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.report;
      throw error;
    }
  }
}

/** Rolls the transaction back and carries the report out of it. */
class RolledBack extends Error {
  constructor(readonly report: ImportReport) {
    super('This import is rolled back');
  }
}

/** Inserts the new balances, and compares every other line with the amount that was imported before. */
async function insert(tx: EntityManager, lines: ImportableLine[]): Promise<LineFate[]> {
  const columns = {
    hashes: lines.map(({ hash }) => hash),
    currencies: lines.map(({ balance }) => balance.amount.currency),
    amounts: lines.map(({ balance }) => balance.amount.minor),
  };
  const added = await all<{ hash: string; currency: Currency }>(
    tx,
    `INSERT INTO legacy_balances (address_hash, currency, amount_minor)
     SELECT decode(hash, 'hex'), currency, amount_minor
     FROM unnest(:hashes::text[], :currencies::text[], :amounts::bigint[])
       AS lines (hash, currency, amount_minor)
     ON CONFLICT (address_hash, currency) DO NOTHING
     RETURNING encode(address_hash, 'hex') AS hash, currency`,
    columns,
  );
  const addedKeys = new Set(added.map(keyOf));
  const linesImportedBefore = lines.filter(
    ({ hash, balance }) => !addedKeys.has(keyOf({ hash, currency: balance.amount.currency })),
  );
  const storedRows = await all<{ hash: string; currency: Currency; amountMinor: number }>(
    tx,
    `SELECT encode(address_hash, 'hex') AS hash, currency, amount_minor FROM legacy_balances
     WHERE address_hash IN (SELECT decode(hash, 'hex') FROM unnest(:hashes::text[]) AS lines (hash))`,
    { hashes: linesImportedBefore.map(({ hash }) => hash) },
  );
  const storedAmounts = new Map(storedRows.map((row) => [keyOf(row), money(row.amountMinor, row.currency)]));
  return lines.map(({ line, hash, balance }): LineFate => {
    const key = keyOf({ hash, currency: balance.amount.currency });
    if (addedKeys.has(key)) return { line, balance, fate: 'waits' };
    const earlier = storedAmounts.get(key);
    if (earlier?.minor === balance.amount.minor) return { line, balance, fate: 'known' };
    const amount = earlier ? formatMoney(earlier) : 'another amount';
    return {
      line,
      fate: 'wrong',
      reason: `"${balance.address}" was imported before, with ${amount}: a balance is imported once`,
    };
  });
}

const keyOf = ({ hash, currency }: { hash: string; currency: Currency }) => `${currency} ${hash}`;

function withHash({ line, balance }: { line: number; balance: Balance }): ImportableLine {
  return { line, balance, hash: hashLegacyAddress(balance.address).toString('hex') };
}

function* chunksOf<T>(items: T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += chunkSize) yield items.slice(at, at + chunkSize);
}

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
 * What became of a line: it waits for its address, was given at once because somebody has the address, was imported before,
 * holds nothing, or is wrong.
 */
export type LineFate =
  | { line: number; fate: 'waits' | 'given' | 'known' | 'empty'; balance: Balance }
  | { line: number; fate: 'wrong'; reason: string };

export interface ImportReport {
  /** False when a line is wrong: then nothing of the file was imported. */
  accepted: boolean;
  lines: LineFate[];
}

interface Good {
  line: number;
  balance: Balance;
  /** In hexadecimal. */
  hash: string;
}

/** Lines that one statement takes. */
const chunkSize = 5_000;

/** Imports a file of balances, all of it or nothing. The same file again changes nothing. */
@Injectable()
export class BalanceImportService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly balances: LegacyBalancesService,
    private readonly people: PeopleService,
    private readonly audit: AuditService,
  ) {}

  /**
   * @param options.actor as the audit names them
   * @param options.dryRun does all of it and takes it back, so that the report is what the import would say
   */
  async import(file: Uint8Array, options: { actor: string; dryRun: boolean }): Promise<ImportReport> {
    const read = readBalances(file);
    if (read.some((line) => 'wrong' in line)) {
      const lines = read.map((each): LineFate =>
        'wrong' in each
          ? { line: each.line, fate: 'wrong', reason: each.wrong }
          : { ...each, fate: each.balance.amount.minor === 0 ? 'empty' : 'waits' },
      );
      return { accepted: false, lines };
    }
    const good = read.flatMap((each) => ('balance' in each ? [withHash(each)] : []));
    return this.takingBack(options.dryRun, async (tx) => {
      const report = await this.write(tx, good);
      const subject = `file ${createHash('sha256').update(file).digest('hex')}`;
      const reason = `${good.length} lines`;
      await this.audit.record(tx, { actor: options.actor, act: 'balances import', subject, reason });
      return report;
    });
  }

  private async write(tx: EntityManager, lines: Good[]): Promise<ImportReport> {
    const amounts = lines.filter(({ balance }) => balance.amount.minor > 0);
    // In one order, so that two imports do not wait for each other in a circle.
    amounts.sort((one, other) => (one.hash < other.hash ? -1 : 1));
    const fates = new Map<number, LineFate>();
    for (const chunk of chunksOf(amounts)) {
      for (const fate of await insert(tx, chunk)) fates.set(fate.line, fate);
    }
    const accepted = ![...fates.values()].some(({ fate }) => fate === 'wrong');
    if (accepted) {
      await this.balances.lockProofs(tx, 'alone');
      const given = new Set<string>();
      for (const chunk of chunksOf(amounts)) await this.give(tx, chunk, given);
      for (const { line, balance, hash } of amounts) {
        if (given.has(keyOf({ hash, currency: balance.amount.currency }))) {
          fates.set(line, { line, balance, fate: 'given' });
        }
      }
    }
    return {
      accepted,
      lines: lines.map(({ line, balance }) => fates.get(line) ?? { line, balance, fate: 'empty' }),
    };
  }

  /** Somebody who has the address already gets the balance now. */
  private async give(tx: EntityManager, lines: Good[], given: Set<string>): Promise<void> {
    const owners = await this.people.ownersOf(
      tx,
      lines.map(({ balance }) => balance.address),
    );
    for (const { balance, hash } of lines) {
      const userId = owners.get(balance.address);
      if (userId === undefined) continue;
      const currencies = await this.balances.claim(tx, { userId, address: balance.address });
      for (const currency of currencies) given.add(keyOf({ hash, currency }));
    }
  }

  /** Runs it, and commits unless it is for trying or something is wrong. */
  private async takingBack(
    dryRun: boolean,
    work: (tx: EntityManager) => Promise<ImportReport>,
  ): Promise<ImportReport> {
    try {
      return await this.transactions.run(async (tx) => {
        const report = await work(tx);
        if (dryRun || !report.accepted) throw new TakenBack(report);
        return report;
      });
    } catch (error) {
      if (error instanceof TakenBack) return error.report;
      throw error;
    }
  }
}

/** Ends the transaction without a trace. */
class TakenBack extends Error {
  constructor(readonly report: ImportReport) {
    super('This import is taken back');
  }
}

/** Adds those that are new, and compares the others with what was imported before. */
async function insert(tx: EntityManager, lines: Good[]): Promise<LineFate[]> {
  const given = {
    hashes: lines.map(({ hash }) => hash),
    currencies: lines.map(({ balance }) => balance.amount.currency),
    amounts: lines.map(({ balance }) => balance.amount.minor),
  };
  const added = await all<{ hash: string; currency: Currency }>(
    tx,
    `INSERT INTO legacy_balances (address_hash, currency, amount_minor)
     SELECT decode(hash, 'hex'), currency, amount_minor
     FROM unnest(:hashes::text[], :currencies::text[], :amounts::bigint[]) AS given (hash, currency, amount_minor)
     ON CONFLICT (address_hash, currency) DO NOTHING
     RETURNING encode(address_hash, 'hex') AS hash, currency`,
    given,
  );
  const news = new Set(added.map(keyOf));
  const old = lines.filter(
    ({ hash, balance }) => !news.has(keyOf({ hash, currency: balance.amount.currency })),
  );
  const known = await all<{ hash: string; currency: Currency; amountMinor: number }>(
    tx,
    `SELECT encode(address_hash, 'hex') AS hash, currency, amount_minor FROM legacy_balances
     WHERE address_hash IN (SELECT decode(hash, 'hex') FROM unnest(:hashes::text[]) AS given (hash))`,
    { hashes: old.map(({ hash }) => hash) },
  );
  const before = new Map(known.map((row) => [keyOf(row), money(row.amountMinor, row.currency)]));
  return lines.map(({ line, hash, balance }): LineFate => {
    const key = keyOf({ hash, currency: balance.amount.currency });
    if (news.has(key)) return { line, balance, fate: 'waits' };
    const earlier = before.get(key);
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

function withHash({ line, balance }: { line: number; balance: Balance }): Good {
  return { line, balance, hash: hashLegacyAddress(balance.address).toString('hex') };
}

function* chunksOf<T>(items: T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += chunkSize) yield items.slice(at, at + chunkSize);
}

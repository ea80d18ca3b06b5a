import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { AuditService } from '@sixpence/core/platform/audit/audit.service';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { LedgerVerifier } from '@sixpence/core/money/ledger/views/ledger-verifier.query';
import { LedgerService } from '@sixpence/core/money/ledger/ledger.service';
import { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import { PersonalDataService } from '@sixpence/core/platform/personal-data/personal-data.service';
import { createDataSource } from '@sixpence/core/platform/database/data-source';
import { OutboxService } from '@sixpence/core/platform/outbox/outbox.service';
import type { Currency } from '@sixpence/contracts/currencies';
import { one } from '@sixpence/core/platform/database/sql';
import { money, parseMajor, type Money } from '@sixpence/money/money';
import { asOwner, createDatabase, type TestDatabase } from '../core/database.js';

/** The ledger alone, on its own real database. */
export interface LedgerWorld extends AsyncDisposable {
  made: TestDatabase;
  database: DataSource;
  credits: CreditsService;
  transactions: TransactionsService;
  ledger: LedgerService;
  verifier: LedgerVerifier;
}

export async function aLedger(poolSize = 40): Promise<LedgerWorld> {
  const made = await createDatabase();
  const database = await createDataSource({ url: made.url, poolSize }).initialize();
  const transactions = new TransactionsService(database);
  const ledger = new LedgerService(database, new OutboxService());
  return {
    made,
    database,
    transactions,
    ledger,
    credits: new CreditsService(database, transactions, ledger, new AuditService(new PersonalDataService())),
    verifier: new LedgerVerifier(database),
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await made.drop();
    },
  };
}

/**
 * A user, with a balance such as `5.00` of GBP if given.
 * @returns the user's id
 */
export async function aUser(
  world: { database: DataSource; credits: CreditsService },
  options: { balance?: string; currency?: Currency } = {},
): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const [user]: { id: string }[] = await world.database.query(
    `WITH made AS (INSERT INTO users DEFAULT VALUES RETURNING id)
     INSERT INTO addresses (address, user_id, proven_by, is_primary)
     SELECT $1, id, 'operator', true FROM made RETURNING user_id AS id`,
    [email],
  );
  const owner = user!.id;
  if (options.balance !== undefined) {
    const amount = parseMajor(options.balance, options.currency ?? 'GBP');
    await world.credits.grant({ owner, amount, key: `test:${randomUUID()}`, reason: 'a test begins' });
  }
  return owner;
}

/** Advances the database's clock by this interval, so that lifetimes end sooner. Real time continues. */
export async function shiftClock(database: DataSource, interval: string): Promise<void> {
  await asOwner(
    database,
    `INSERT INTO clock_shift (shift) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET shift = clock_shift.shift + excluded.shift`,
    [interval],
  );
}

/**
 * Holds a price as `place_release()` does.
 * @returns the available balance afterwards
 */
export async function hold(
  { database }: { database: DataSource },
  job: { jobId: string; owner: string; price: Money },
): Promise<Money> {
  const { jobId, owner, price } = job;
  const row = await one<{ available: number }>(
    database,
    'SELECT ledger_hold(:owner, :currency, ARRAY[:jobId::uuid], ARRAY[:minor::bigint]) AS available',
    { owner, jobId, currency: price.currency, minor: price.minor },
  );
  return money(row!.available, price.currency);
}

/** Divides a hold as `settle_job()` does. */
export async function settleHold(
  { database }: { database: DataSource },
  job: { jobId: string; capture: Money },
): Promise<{ captured: Money; returned: Money }> {
  const { jobId, capture } = job;
  const row = await one<{ captured: number; returned: number }>(
    database,
    'SELECT captured, returned FROM ledger_settle(:jobId, :minor)',
    { jobId, minor: capture.minor },
  );
  return {
    captured: money(row!.captured, capture.currency),
    returned: money(row!.returned, capture.currency),
  };
}

/** The revenue from pages, in minor units. */
export async function revenue({ database }: { database: DataSource }): Promise<number> {
  const row = await one<{ total: number }>(
    database,
    `SELECT coalesce(sum(CASE WHEN credit_id = a.id THEN m.amount_minor ELSE -m.amount_minor END),
      0)::int AS total
     FROM ledger_accounts a JOIN ledger_movements m ON a.id IN (m.credit_id, m.debit_id)
     WHERE a.kind = 'revenue' AND a.currency = 'GBP'`,
  );
  return row!.total;
}

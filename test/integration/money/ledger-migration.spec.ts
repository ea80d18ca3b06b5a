import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LedgerAudit } from '@sixpence/core/money/ledger/ledger-audit.query';
import { dataSourceOptions } from '@sixpence/core/platform/database/data-source';
import { migrations } from '@sixpence/core/platform/database/migrations/index';
import { DataSource } from 'typeorm';
import { createDatabase } from '../../support/core/database.js';

/** Ends what was begun, the youngest first, however far the beginning came. */
const after = new AsyncDisposableStack();
let database: DataSource;

const at = migrations.findIndex(({ name }) => name === 'SingleRowTransfers1230');

beforeAll(async () => {
  const made = await createDatabase();
  after.defer(() => made.drop());
  await runMigrations(made.superuserUrl, migrations.slice(0, at), true);
  database = await new DataSource(dataSourceOptions({ url: made.superuserUrl, poolSize: 2 })).initialize();
  after.defer(() => database.destroy());
  await fill();
});

afterAll(() => after.disposeAsync());

async function runMigrations(url: string, some: typeof migrations, fresh = false): Promise<void> {
  const migrating = new DataSource({
    ...dataSourceOptions({ url, poolSize: 1, statementMs: 0 }),
    migrations: some,
  });
  await migrating.initialize();
  try {
    if (fresh) await migrating.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await migrating.runMigrations();
  } finally {
    await migrating.destroy();
  }
}

const people = 1_000;
const jobs = 40_000;

/**
 * Two transfers of every other kind and 40 jobs a person: captured, in part, not at all, free, or still held; 102,000
 * rows with what settles them. The checks of each row were the service's; here they would take minutes.
 */
async function fill(): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(`INSERT INTO users (id) SELECT gen_random_uuid() FROM generate_series(1, ${people})`);
    await tx.query(`
      INSERT INTO ledger_accounts (kind, owner_id, currency, posted_minor, held_minor)
      SELECT 'wallet', id, (ARRAY['GBP', 'EUR'])[1 + n % 2], 0, 0
      FROM (SELECT id, row_number() OVER () AS n FROM users) u`);
    await tx.query(`
      CREATE TEMPORARY TABLE wallets ON COMMIT DROP AS
      SELECT id, currency, row_number() OVER (ORDER BY id) - 1 AS n FROM ledger_accounts WHERE kind = 'wallet'`);
    await tx.query(`
      INSERT INTO transfers (key, kind, wallet_id, currency, amount_minor)
      SELECT CASE kind WHEN 'top-up' THEN 'payment' ELSE kind END || ':' || md5(kind || n || ':' || turn)::uuid, kind, id, currency,
             CASE WHEN kind IN ('refund', 'dispute', 'forfeited') THEN 1 + n % 7 ELSE 5000 + n END
      FROM wallets, generate_series(1, 2) AS turn,
           unnest(ARRAY['top-up', 'admin-grant', 'legacy-claim', 'refund', 'dispute', 'forfeited']) AS kind`);
    await tx.query(`
      CREATE TEMPORARY TABLE printed ON COMMIT DROP AS
      SELECT j.n, gen_random_uuid() AS job, w.id AS wallet, w.currency, j.n % 30 AS held,
             CASE j.n % 4 WHEN 0 THEN j.n % 30 WHEN 1 THEN (j.n % 30) / 2 WHEN 2 THEN 0 END AS captured
      FROM generate_series(1, ${jobs}) AS j (n) JOIN wallets w ON w.n = j.n % ${people}`);
    await tx.query(`
      INSERT INTO transfers (key, kind, wallet_id, currency, amount_minor)
      SELECT 'job:' || job || ':hold', 'hold', wallet, currency, held FROM printed ORDER BY n`);
    await tx.query(`
      INSERT INTO transfers (key, kind, wallet_id, currency, amount_minor, hold_id)
      SELECT 'job:' || job || ':' || part.kind, part.kind, wallet, p.currency, part.amount, h.id
      FROM printed p JOIN transfers h ON h.key = 'job:' || job || ':hold',
        LATERAL (VALUES ('capture', captured), ('void', held - captured)) AS part (kind, amount)
      WHERE captured IS NOT NULL AND (part.amount > 0 OR (part.kind = 'void' AND captured = 0))`);
    await tx.query(`
      INSERT INTO postings (transfer_id, account_id, currency, amount_minor)
      SELECT t.id, account.id, t.currency, side * t.amount_minor
             * CASE WHEN t.kind IN ('capture', 'refund', 'dispute', 'forfeited') THEN -1 ELSE 1 END
      FROM transfers t, unnest(ARRAY[1, -1]) AS side, ledger_accounts account
      WHERE t.kind NOT IN ('hold', 'void') AND t.amount_minor > 0 AND account.currency = t.currency
        AND CASE WHEN side = 1 THEN account.id = t.wallet_id ELSE account.kind = CASE t.kind WHEN 'capture' THEN 'revenue'
          WHEN 'admin-grant' THEN 'admin-grant' WHEN 'legacy-claim' THEN 'legacy-opening'
          WHEN 'forfeited' THEN 'forfeited' ELSE 'payment-clearing' END END`);
    await tx.query(`
      UPDATE ledger_accounts w SET posted_minor = p.total FROM (
        SELECT account_id, sum(amount_minor) AS total FROM postings GROUP BY account_id) p
      WHERE p.account_id = w.id AND w.kind = 'wallet'`);
    await tx.query(`
      UPDATE ledger_accounts w SET held_minor = h.total FROM (
        SELECT wallet, sum(held) AS total FROM printed WHERE captured IS NULL GROUP BY wallet) h
      WHERE h.wallet = w.id`);
    await tx.query(`
      INSERT INTO legacy_balances (id, address_hash, currency, amount_minor, claimed_by, claimed_at)
      SELECT gen_random_uuid(), sha256(t.key::bytea), t.currency, t.amount_minor, w.owner_id, app_now()
      FROM transfers t JOIN ledger_accounts w ON w.id = t.wallet_id WHERE t.kind = 'legacy-claim'`);
    await tx.query(`
      UPDATE transfers t SET key = 'legacy-claim:' || l.id FROM legacy_balances l
      WHERE t.kind = 'legacy-claim' AND l.address_hash = sha256(t.key::bytea)`);
  });
}

/** The rows that top-ups, refunds, and disputes have had since there are payments: the first refund is of the first one. */
async function tellPayments(): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`
      CREATE TEMPORARY TABLE told ON COMMIT DROP AS
      SELECT t.*, w.owner_id, split_part(t.key, ':', 2)::uuid AS told_id,
             row_number() OVER (PARTITION BY t.kind, t.wallet_id ORDER BY t.id) AS turn
      FROM transfers t JOIN ledger_accounts w ON w.id = t.wallet_id WHERE t.kind IN ('top-up', 'refund', 'dispute')`);
    await tx.query(`
      INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state, number, credited_at, refunded_minor)
      SELECT p.told_id, p.owner_id, p.currency, p.amount_minor, ARRAY[p.amount_minor], p.told_id, 'succeeded',
             row_number() OVER (ORDER BY p.id),
             p.created_at, r.amount_minor
      FROM told p JOIN told r ON r.kind = 'refund' AND (r.wallet_id, r.turn) = (p.wallet_id, p.turn) WHERE p.kind = 'top-up'`);
    await tx.query(`
      INSERT INTO payment_refunds (id, payment_id, asked_by, amount_minor, taken_minor, state, provider_id)
      SELECT r.told_id, p.told_id, 'person', r.amount_minor, r.amount_minor, 'sent', r.told_id
      FROM told r JOIN told p ON p.kind = 'top-up' AND (p.wallet_id, p.turn) = (r.wallet_id, r.turn) WHERE r.kind = 'refund'`);
    await tx.query(`
      INSERT INTO payment_disputes (id, payment_id, what, amount_minor, claimed_minor, taken_minor, state)
      SELECT d.told_id, p.told_id, 'dispute', d.amount_minor, d.amount_minor, d.amount_minor, 'open'
      FROM told d JOIN told p ON p.kind = 'top-up' AND (p.wallet_id, p.turn) = (d.wallet_id, d.turn) WHERE d.kind = 'dispute'`);
  });
}

/** What every account has, and what every wallet stores. */
const sums = (moved: string): Promise<Record<string, unknown>[]> =>
  database.query(`
    SELECT a.kind, a.owner_id, a.currency, a.posted_minor, a.held_minor, sum(m.amount_minor) AS total
    FROM (${moved}) m JOIN ledger_accounts a ON a.id = m.account_id
    GROUP BY a.id ORDER BY a.kind, a.owner_id, a.currency`);

const count = async (sql: string) => {
  const [row]: { count: string }[] = await database.query(sql);
  return Number(row?.count);
};

test('an existing ledger moves over: every account has what it had, to the penny', async () => {
  const before = await sums('SELECT account_id, amount_minor FROM postings');
  const rows = await count('SELECT count(*) FROM transfers');
  const settled = await count('SELECT count(DISTINCT hold_id) FROM transfers');
  const divisions = await count(`SELECT count(*) FROM transfers WHERE kind IN ('capture', 'void')`);
  expect(rows).toBeGreaterThan(90_000);

  await runMigrations(String(database.options.type === 'postgres' && database.options.url), migrations);

  await tellPayments();
  const after = await sums(`SELECT debit_id AS account_id, -amount_minor AS amount_minor FROM ledger_movements
    UNION ALL SELECT credit_id, amount_minor FROM ledger_movements`);
  expect(after).toEqual(before);
  expect(await count('SELECT count(*) FROM transfers')).toBe(rows - divisions);
  expect(await count('SELECT count(*) FROM settlements')).toBe(settled);
  const found = await new LedgerAudit(database).breaches();
  expect(found).toEqual([]);
});

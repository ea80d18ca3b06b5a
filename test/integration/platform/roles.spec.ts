import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { limitedRights } from '@sixpence/core/platform/database/grants';
import { migrate } from '@sixpence/core/platform/database/migrate';
import { checkRole } from '@sixpence/core/platform/database/role';
import { tableOwners } from '@sixpence/core/platform/database/table-owners';
import { money } from '@sixpence/money/money';
import { checkout } from '@sixpence/sandbox/checkout';
import { sharedServices } from '@sixpence/sandbox/testing/shared-services';
import type { Client } from 'pg';
import { asOwner, connected } from '../../support/core/database.js';
import { aLedger, aUser, hold, settleHold, type LedgerWorld } from '../../support/builders/ledger.js';

let world: LedgerWorld;
const settled = randomUUID();
beforeAll(async () => {
  world = await aLedger(2);
  const owner = await aUser(world, { balance: '1.00' });
  await hold(world, { jobId: settled, owner, price: money(10, 'GBP') });
  await settleHold(world, { jobId: settled, capture: money(10, 'GBP') });
  await hold(world, { jobId: randomUUID(), owner, price: money(10, 'GBP') });
  // The database is a copy of a template. A copy has no rights on the database itself: `migrate` grants them.
  await migrate({ DATABASE_URL: world.made.url, DATABASE_OWNER_URL: world.made.ownerUrl });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** As the role of the service; every change is rolled back. */
const asApplication = (sql: string) =>
  connected(world.made.url, async (client) => {
    await client.query('BEGIN');
    return client.query(sql);
  });

describe('an attacker with the role of the service', () => {
  test.each([
    'UPDATE transfers SET amount_minor = 1',
    "UPDATE transfers SET created_at = created_at - interval '1 day'",
    'DELETE FROM transfers',
    'TRUNCATE transfers CASCADE',
    'UPDATE settlements SET captured_minor = 0, returned_minor = held_minor',
    'DELETE FROM settlements',
    'TRUNCATE settlements',
    "UPDATE transfer_kinds SET credit = 'wallet' WHERE kind = 'hold'",
    'DELETE FROM transfer_kinds',
    "UPDATE ledger_accounts SET posted_minor = posted_minor + 1 WHERE kind = 'wallet'",
    "UPDATE ledger_accounts SET held_minor = 0 WHERE kind = 'wallet'",
    "UPDATE ledger_accounts SET owner_id = gen_random_uuid() WHERE kind = 'wallet'",
    "UPDATE ledger_accounts SET currency = 'EUR'",
    'DELETE FROM ledger_accounts',
    'TRUNCATE ledger_accounts CASCADE',
    'SELECT 1 FROM transfers FOR UPDATE',
    'LOCK TABLE transfers IN EXCLUSIVE MODE',
    "UPDATE audit SET reason = 'none'",
    'DELETE FROM audit',
    'TRUNCATE audit',
    'UPDATE legacy_balances SET amount_minor = 1',
    'DELETE FROM legacy_balances',
    'UPDATE payments SET owner_id = id',
    'UPDATE payments SET currency = currency',
    'DELETE FROM payments',
    'UPDATE payment_refunds SET amount_minor = 1',
    'UPDATE payment_refunds SET taken_minor = 1',
    'UPDATE payment_refunds SET payment_id = id',
    "UPDATE payment_refunds SET asked_by = 'provider'",
    'DELETE FROM payment_refunds',
    'TRUNCATE payment_refunds',
    'UPDATE payment_disputes SET amount_minor = 1',
    'UPDATE payment_disputes SET payment_id = payment_id',
    'DELETE FROM payment_disputes',
    'TRUNCATE payment_disputes',
    "INSERT INTO clock_shift (shift) VALUES ('1 day')",
    "INSERT INTO migrations (timestamp, name) VALUES (1, 'x')",
    'GRANT ALL ON transfers TO sixpence_app; DELETE FROM transfers',
  ])('cannot change the records: %s', async (sql) => {
    await expect(asApplication(sql)).rejects.toThrow(/^permission denied/);
  });

  test.each([
    'DROP TRIGGER transfers_append_only ON transfers',
    'ALTER TABLE transfers DISABLE TRIGGER ALL',
    'ALTER TABLE transfers DISABLE TRIGGER transfers_append_only',
    'ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_never_negative',
    'ALTER TABLE clock_shift OWNER TO sixpence_app',
    'ALTER FUNCTION app_now() COST 1',
    'CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql AS $$ SELECT clock_timestamp() $$',
    'DROP TABLE settlements',
    'DROP FUNCTION ledger_settle(uuid, bigint)',
    'ALTER FUNCTION ledger_settle(uuid, bigint) SECURITY INVOKER',
    'DROP FUNCTION app_now() CASCADE',
    'CREATE RULE gone AS ON INSERT TO transfers DO INSTEAD NOTHING',
    'CREATE TRIGGER mine BEFORE INSERT ON transfers FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()',
    'CREATE TABLE mine (id int)',
    'CREATE TEMPORARY TABLE mine (id int)',
    'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE SCHEMA mine',
    'CREATE ROLE mine',
    'SET session_replication_role = replica',
    'SET ROLE sixpence_owner',
    'SET SESSION AUTHORIZATION sixpence_owner',
    'ALTER ROLE sixpence_app SUPERUSER',
    "COPY users TO '/tmp/users'",
  ])('cannot change the rules: %s', async (sql) => {
    await expect(asApplication(sql)).rejects.toThrow(
      /permission denied|must be (able|owner)|only roles with/i,
    );
  });
});

describe('the functions of the ledger', () => {
  const [wallet, other] = [
    "(SELECT id FROM ledger_accounts WHERE kind = 'wallet')",
    "(SELECT id FROM ledger_accounts WHERE kind = 'forfeited' AND currency = 'GBP')",
  ];
  const owner = "(SELECT owner_id FROM ledger_accounts WHERE kind = 'wallet')";

  test.each([
    `INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, key)
     VALUES ('top-up', ${other}, ${wallet}, 'GBP', 5, 'x')`,
    `INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, key, created_at)
     VALUES ('top-up', ${other}, ${wallet}, 'GBP', 5, 'x', now() - interval '1 year')`,
    `INSERT INTO settlements SELECT id, held_minor, held_minor, 0 FROM transfers WHERE kind = 'hold'`,
    `INSERT INTO transfer_kinds VALUES ('gift', 'revenue', 'wallet')`,
    `INSERT INTO ledger_accounts (kind, owner_id, currency, posted_minor, held_minor)
     SELECT 'wallet', id, 'EUR', 1000, 0 FROM users`,
  ])('alone can add rows: %s', async (sql) => {
    await expect(asApplication(sql)).rejects.toThrow(/^permission denied/);
  });

  test.each([
    [`SELECT ledger_post('top-up', ${owner}, 'GBP', -5, 'x')`, /check/],
    [`SELECT ledger_post('top-up', ${owner}, 'GBP', 0, 'x')`, /check/],
    [`SELECT ledger_post('refund', ${owner}, 'GBP', 81, 'x')`, /credits.insufficient/],
    [
      `SELECT ledger_post('hold', ${owner}, 'GBP', 5, 'x')`,
      /kind hold do not move money of a wallet without a job, or GBP has/,
    ],
    [
      `SELECT ledger_post('top-up', ${owner}, 'USD', 5, 'x')`,
      /kind top-up do not move money of a wallet without a job, or USD has/,
    ],
    [`SELECT ledger_take('top-up', ${owner}, 'GBP', 5, 'x')`, /do not take money from a wallet/],
    [
      `SELECT ledger_take('dispute', ${owner}, 'GBP', 5, (SELECT min(key) FROM transfers))`,
      /The key .* was used before/,
    ],
    [`SELECT ledger_book('refund', 'GBP', 5, 'x')`, /are not between two of the service's own accounts/],
    [`SELECT ledger_book('dispute-loss', 'GBP', -5, 'x')`, /check/],
    [`SELECT ledger_hold(${owner}, 'GBP', ARRAY[gen_random_uuid()], ARRAY[-5])`, /check/],
    [`SELECT ledger_hold(${owner}, 'GBP', ARRAY[gen_random_uuid()], ARRAY[81])`, /credits.insufficient/],
    [
      `SELECT ledger_hold(${owner}, 'GBP', ARRAY[gen_random_uuid(), gen_random_uuid()], ARRAY[80, 1])`,
      /credits.insufficient/,
    ],
    [`SELECT ledger_hold(${owner}, 'GBP', ARRAY[gen_random_uuid()], ARRAY[NULL::bigint])`, /null value/],
    [
      `SELECT ledger_settle((SELECT max(job_id::text)::uuid FROM transfers
        WHERE held_minor IS NOT NULL), 11)`,
      /check/,
    ],
    ['SELECT ledger_settle(gen_random_uuid(), 5)', /no hold/],
    [`SELECT ledger_give_back('${settled}', 11, 'x')`, /credits.more-than-captured/],
    [`SELECT ledger_give_back('${settled}', -1, 'x')`, /check/],
    ['SELECT ledger_give_back(gen_random_uuid(), 1, NULL)', /no hold/],
  ])('refuse invalid values: %s', async (sql, refused) => {
    await expect(asApplication(sql)).rejects.toThrow(refused);
  });

  test('settle once, and repeat the answer to a second call', async () => {
    const { rows } = await asApplication(
      `SELECT captured, returned, repeated FROM ledger_settle('${settled}', 0)`,
    );
    expect(rows).toEqual([{ captured: '10', returned: '0', repeated: true }]);
  });

  test('settle once for two calls at the same moment', async () => {
    const jobId = randomUUID();
    const { rows } = await connected(world.made.url, (client) =>
      client.query<{ owner: string }>(`SELECT ${owner} AS owner`),
    );
    await hold(world, { jobId, owner: rows[0]!.owner, price: money(10, 'GBP') });
    const settle = (client: Client, captured: number) =>
      client.query(`SELECT captured FROM ledger_settle('${jobId}', ${captured})`);
    await connected(world.made.url, async (first) => {
      await first.query('BEGIN');
      await settle(first, 7);
      await connected(world.made.url, async (second) => {
        const waiting = settle(second, 2);
        await first.query('COMMIT');
        expect((await waiting).rows).toEqual([{ captured: '7' }]);
      });
    });
    expect(await world.verifier.breaches()).toEqual([]);
  });
});

test('the service has all rights on every table that `limitedRights` does not name', async () => {
  const fewer = new Set(Object.keys(limitedRights));
  const rows: { name: string }[] = await world.database.query(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
       AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE')`,
  );
  const names = rows.map(({ name }) => name).toSorted();
  expect(names).toEqual(
    Object.keys(tableOwners)
      .filter((name) => !fewer.has(name))
      .toSorted(),
  );
});

test('only the owner and the service have rights on tables or functions', async () => {
  const others = await asOwner(
    world.database,
    `SELECT relname AS name FROM pg_class, aclexplode(relacl)
     WHERE relnamespace = 'public'::regnamespace
       AND grantee NOT IN ('sixpence_owner'::regrole, 'sixpence_app'::regrole)
     UNION ALL
     SELECT proname FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner)))
     WHERE pronamespace = 'public'::regnamespace
       AND grantee NOT IN ('sixpence_owner'::regrole, 'sixpence_app'::regrole)`,
  );
  expect(others).toEqual([]);
});

describe('core at its start', () => {
  const addresses = (url: 'url' | 'ownerUrl' | 'superuserUrl', publicUrl: string) => ({
    DATABASE_URL: world.made[url],
    PUBLIC_URL: publicUrl,
  });
  const logger = { warn: jest.fn() };

  test.each([
    ['a superuser', 'superuserUrl', /is a superuser/],
    ['the owner', 'ownerUrl', /owns the table audit/],
  ] as const)('refuses to serve a public URL as %s, and warns on localhost', async (_who, url, reason) => {
    await expect(checkRole(addresses(url, 'https://print.example.com'), logger)).rejects.toThrow(reason);
    logger.warn.mockClear();
    await checkRole(addresses(url, 'http://localhost:3000'), logger);
    expect(logger.warn).toHaveBeenCalledWith(expect.stringMatching(reason));
  });

  test.each(['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER'])(
    'refuses a role with the right to %s',
    async (right) => {
      await asOwner(world.database, `GRANT ${right} ON transfers TO sixpence_app`);
      const ask = checkRole(addresses('url', 'https://print.example.com'), logger);
      await expect(ask).rejects.toThrow('may change rows of the table transfers');
      await migrate({ DATABASE_URL: world.made.url, DATABASE_OWNER_URL: world.made.ownerUrl });
      await checkRole(addresses('url', 'https://print.example.com'), logger);
    },
  );

  test('needs no owner role when all migrations are applied, and cannot migrate without one', async () => {
    await migrate({ DATABASE_URL: world.made.url, DATABASE_OWNER_URL: '' });
    const applied = await asOwner(world.database, 'DELETE FROM migrations RETURNING timestamp, name');
    // TypeORM prints failed queries.
    const printed = jest.spyOn(console, 'log').mockReturnValue();
    try {
      const ask = migrate({ DATABASE_URL: world.made.url, DATABASE_OWNER_URL: '' });
      await expect(ask).rejects.toThrow('permission denied for schema public');
    } finally {
      printed.mockRestore();
      await asOwner(
        world.database,
        'INSERT INTO migrations (timestamp, name) SELECT timestamp, name FROM json_to_recordset($1) AS m (timestamp bigint, name text)',
        [JSON.stringify(applied)],
      );
    }
  });
});

describe('a database made and migrated by a superuser', () => {
  const name = `before_${randomBytes(6).toString('hex')}`;
  const { postgresUrl, ownerUrl, appUrl } = sharedServices();
  const onServer = (sql: string) => connected(`${postgresUrl}postgres`, (server) => server.query(sql));
  beforeAll(async () => {
    await onServer(`CREATE DATABASE ${name}`);
    await migrate({ DATABASE_URL: postgresUrl + name, DATABASE_OWNER_URL: '' });
  });
  afterAll(() => onServer(`DROP DATABASE ${name} WITH (FORCE)`));

  const makeRoles = (client: Client) =>
    client.query(
      readFileSync(join(checkout, 'apps/sandbox/postgres/roles.sql'), 'utf8').replaceAll(
        /:'\w+_password'/g,
        `'test'`,
      ),
    );

  test('works with the two roles afterwards, and keeps its rows', async () => {
    await connected(postgresUrl + name, async (client) => {
      await client.query(`INSERT INTO users DEFAULT VALUES`);
      await makeRoles(client);
      await makeRoles(client);
    });
    await migrate({ DATABASE_URL: appUrl + name, DATABASE_OWNER_URL: ownerUrl + name });
    await connected(appUrl + name, async (client) => {
      expect((await client.query('SELECT app_now() FROM users')).rowCount).toBe(1);
      await expect(client.query('DELETE FROM transfers')).rejects.toThrow(/^permission denied/);
    });
    await connected(ownerUrl + name, async (client) => {
      await client.query('ALTER TABLE users ADD COLUMN later text');
      await client.query('ALTER FUNCTION app_now() COST 2');
    });
  });
});

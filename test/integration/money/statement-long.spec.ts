import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { StatementPapersService } from '@sixpence/core/money/statement/statement-papers.service';
import { StatementRows, type Account } from '@sixpence/core/money/statement/views/statement-rows.query';
import { money } from '@sixpence/money/money';
import { escapeLiteral, type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { CoreApp } from '../../support/core/core-app.js';
import { fillWallet } from '../../support/builders/old-entries.js';

/** The parts of a PostgreSQL query plan that the test reads. */
interface Plan {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

type Value = string | number | Date | null;

/** A statement as the driver gets it. */
interface Statement {
  name: string;
  values: Value[];
}

/** PostgreSQL decides after five runs whether a prepared statement keeps one plan for all values. */
const roundsBeforeGenericPlan = 6;

const limit = 20;
const entries = 20_000;

const after = new AsyncDisposableStack();
let core: CoreApp;
let cookie: string;
let database: DataSource;
let rows: StatementRows;
let account: Account;
beforeAll(async () => {
  core = after.use(await CoreApp.start());
  database = core.database;
  rows = core.app.get(StatementRows);
  const { userId: owner, ...signedIn } = await core.signedIn('anna@example.com');
  ({ cookie } = signedIn);
  account = { owner, currency: 'GBP', from: new Date(0) };
  const gift = { owner, amount: money(100, 'GBP'), key: randomUUID(), reason: 'a gift' };
  await core.app.get(CreditsService).grant(gift);
  await fillWallet(core, { owner, count: entries, newest: '1 day', step: '1 minute' });
});
afterAll(() => after.disposeAsync());

/** The number of rows of tables and indexes that a query read. */
function rowsRead(plan: Plan): number {
  const isScan = plan['Relation Name'] !== undefined || plan['Index Name'] !== undefined;
  const seen =
    ((isScan ? plan['Actual Rows'] : 0) + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return (plan.Plans ?? []).reduce((total, below) => total + rowsRead(below), seen);
}

function literal(value: Value): string {
  if (value === null) return 'NULL';
  return escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}

test.each([0, entries / 2, entries - limit])(
  'a page of a long statement, %d rows after its beginning, reads at most three more rows than twice the shown rows',
  async (from) => {
    const cursor = from === 0 ? undefined : (await rows.page(account, { limit: from })).cursor;
    const runner = database.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      const sent = jest.spyOn(client, 'query');
      for (let round = 0; round < roundsBeforeGenericPlan; round += 1) {
        expect((await rows.page(account, { limit, cursor, queries: runner })).rows).toHaveLength(limit);
      }
      const statements = sent.mock.calls.map(([statement]) => statement as unknown as Statement);
      sent.mockRestore();
      expect(new Set(statements.map(({ name }) => name)).size).toBe(1);
      const { name, values } = statements[0]!;
      const explain = `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${name}(${values.map(literal).join(', ')})`;
      const explained = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain);
      // Each half of the query (jobs, transfers) may read the shown rows and one more. The wallet is one row.
      expect(rowsRead(explained.rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThanOrEqual(2 * (limit + 1) + 1);
    } finally {
      await runner.release();
    }
  },
);

test('the page gets the newest thousand rows, and the next rows by the cursor', async () => {
  const ask = async (cursor?: string) => {
    const body = { period: 'last_12_months', currency: 'GBP', cursor };
    const answer = await core.call('POST', '/user-account-statement', { body, cookie });
    return (await answer.json()) as { orders: { id: string }[]; cursor: string };
  };
  const whole = await rows.page(account, { limit: 2_000 });
  const first = await ask();
  const next = await ask(first.cursor);
  const ids = [...first.orders, ...next.orders].map(({ id }) => id);
  expect([first.orders.length, ids]).toEqual([1_000, whole.rows.map(({ id }) => id)]);
});

test('a file with more rows than its format allows is refused', async () => {
  const statements = core.app.get(StatementPapersService);
  const request = { owner: account.owner, period: 'last_12_months', currency: 'GBP' } as const;
  const tooMany = { code: 'request.invalid', message: expect.stringContaining('more than 1000') };
  await expect(statements.file({ ...request, network: 'home' }, 'pdf')).rejects.toMatchObject(tooMany);
  expect((await statements.file({ ...request, network: 'home' }, 'csv')).bytes.length).toBeGreaterThan(
    1_000_000,
  );
  const { lines } = await statements.statement({ ...request, most: entries + 1 });
  expect(lines).toHaveLength(entries + 1);
  await expect(statements.statement({ ...request, most: entries })).rejects.toMatchObject({
    code: 'request.invalid',
  });
});

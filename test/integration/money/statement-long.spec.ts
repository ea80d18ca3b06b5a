import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { StatementPapersService } from '@sixpence/core/money/statement/statement-papers.service';
import { StatementRows, type Account } from '@sixpence/core/money/statement/views/statement-rows.query';
import { money } from '@sixpence/money/money';
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

/** How many rows of tables and indexes a query read. */
function rowsRead(plan: Plan): number {
  const isScan = plan['Relation Name'] !== undefined || plan['Index Name'] !== undefined;
  const seen =
    ((isScan ? plan['Actual Rows'] : 0) + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return (plan.Plans ?? []).reduce((total, below) => total + rowsRead(below), seen);
}

test.each([0, entries / 2, entries - limit])(
  'a page of a long statement, %d rows from the beginning, reads at most twice the shown rows and three more',
  async (from) => {
    const cursor = from === 0 ? undefined : (await rows.page(account, { limit: from })).cursor;
    const runner = database.createQueryRunner();
    const query = runner.query.bind(runner) as (...asked: unknown[]) => Promise<unknown>;
    const plans: Plan[] = [];
    jest.spyOn(runner, 'query').mockImplementation(async (...asked: unknown[]) => {
      const [text, values] = asked as [string, unknown[]];
      const [row] = (await query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)) as {
        'QUERY PLAN': [{ Plan: Plan }];
      }[];
      plans.push(row!['QUERY PLAN'][0].Plan);
      return query(...asked);
    });
    try {
      expect((await rows.page(account, { limit, cursor, queries: runner })).rows).toHaveLength(limit);
    } finally {
      await runner.release();
    }
    expect(plans).toHaveLength(1);
    // Each half of the query (jobs, transfers) may read the shown rows and one more. The wallet is one row.
    expect(rowsRead(plans[0]!)).toBeLessThanOrEqual(2 * (limit + 1) + 1);
  },
);

test('the page gets the newest thousand rows, and the next ones by the cursor', async () => {
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
  const asked = { owner: account.owner, period: 'last_12_months', currency: 'GBP' } as const;
  const tooMany = { code: 'request.invalid', message: expect.stringContaining('more than 1000') };
  await expect(statements.file({ ...asked, network: 'home' }, 'pdf')).rejects.toMatchObject(tooMany);
  expect((await statements.file({ ...asked, network: 'home' }, 'csv')).bytes.length).toBeGreaterThan(
    1_000_000,
  );
  const { lines } = await statements.statement({ ...asked, most: entries + 1 });
  expect(lines).toHaveLength(entries + 1);
  await expect(statements.statement({ ...asked, most: entries })).rejects.toMatchObject({
    code: 'request.invalid',
  });
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { createDataSource } from '@sixpence/core/platform/database/data-source';
import { BudgetsService, tooMany } from '@sixpence/core/platform/http/network/budgets.service';
import type { DataSource } from 'typeorm';
import { CoreApp } from '../../support/core/core-app.js';
import { forgetAttempts } from '../../support/faults/forgotten-attempts.js';
import { until } from '../../support/until.js';

const password = 'Sixpence1';
const owner = 'owner@example.com';
const honest = '203.0.113.9';
/** Far more concurrent calls than connections to the database. */
const flood = 40;

const after = new AsyncDisposableStack();
let core: CoreApp;
let cookie: string;
/** Connections outside core. */
let elsewhere: DataSource;
beforeAll(async () => {
  // Tests call from 127.0.0.1, which is therefore the trusted proxy that names the client address.
  core = after.use(await CoreApp.start({ TRUSTED_PROXIES: '127.0.0.1', DATABASE_POOL: '4' }));
  elsewhere = await createDataSource({ url: core.superuserUrl, poolSize: 2 }).initialize();
  after.defer(() => elsewhere.destroy());
  ({ cookie } = await core.signedIn(owner));
  await core.app.get(AccountsService).addUser('victim@example.com', password);
});
afterAll(() => after.disposeAsync());

function logIn(said: string, { from, email = owner }: { from: string; email?: string }): Promise<Response> {
  const headers = { 'x-forwarded-for': from };
  return core.call('POST', '/email-login', { body: { email, password: said }, headers });
}

/** How many statements wait for a lock. */
async function waiting(): Promise<number> {
  const rows: unknown[] = await elsewhere.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** Runs the work while a transaction of another process locks a row. */
async function whileLocked<T>(sql: string, work: () => Promise<T>): Promise<T> {
  const runner = elsewhere.createQueryRunner();
  await using ended = new AsyncDisposableStack();
  ended.defer(() => runner.release());
  await runner.startTransaction();
  ended.defer(() => runner.rollbackTransaction());
  expect(await runner.query(sql)).toHaveLength(1);
  return await work();
}

test.each([
  [
    'the budget of its network',
    '198.51.100.1',
    "SELECT 1 FROM attempt_budgets WHERE key = 'sign-in network:198.51.100.1' FOR UPDATE",
  ],
  [
    "the count of its network's requests that reveal whether an account exists",
    '198.51.100.2',
    'SELECT 1 FROM account_questions FOR UPDATE',
  ],
])('a flood that waits for the row of %s does not block the database for others', async (_, from, locked) => {
  await forgetAttempts(core);
  expect((await logIn('guess', { from, email: 'victim@example.com' })).status).toBe(401);
  const floods = await whileLocked(locked, async () => {
    const asked = Array.from({ length: flood }, () => logIn('guess', { from, email: 'victim@example.com' }));
    await until(async () => (await waiting()) > 0, undefined, 'a call waits for the row');
    const answers = await Promise.all([
      core.call('GET', '/fetch-documents', { cookie, headers: { 'x-forwarded-for': honest } }),
      core.call('GET', '/validate-session', { cookie, headers: { 'x-forwarded-for': honest } }),
      logIn(password, { from: honest }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    return { asked };
  });
  await Promise.all(floods.asked);
});

test('a try on a used-up budget is refused without reading its row', async () => {
  const from = '198.51.100.3';
  const statuses = [];
  for (let turn = 0; turn < 11; turn += 1) statuses.push((await logIn('guess', { from })).status);
  expect(statuses.slice(-2)).toEqual([401, 429]);
  const [row]: { key: string }[] = await core.database.query(
    "SELECT key FROM attempt_budgets WHERE key LIKE 'sign-in:198.51.100.3 %'",
  );
  await whileLocked(`SELECT 1 FROM attempt_budgets WHERE key = '${row!.key}' FOR UPDATE`, async () => {
    const refused = await logIn('guess', { from });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});

test('concurrent calls are each counted in the budget', async () => {
  const from = '198.51.100.4';
  const answers = await Promise.all(Array.from({ length: 30 }, () => logIn('guess', { from })));
  const statuses = answers.map(({ status }) => status).sort((one, other) => one - other);
  expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(20).fill(429)]);
});

test('a call over the budget of its network is refused before its body is sent', async () => {
  const { port } = new URL(core.url);
  jest.spyOn(core.app.get(BudgetsService), 'takeFromNetwork').mockRejectedValueOnce(tooMany(5));
  const socket = connect(Number(port), '127.0.0.1');
  after.defer(() => void socket.destroy());
  socket.write(
    'POST /email-login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
  );
  const [said] = (await once(socket, 'data')) as [Buffer];
  expect(said.toString()).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: 5/);
});

test('a try that another core gives back is usable within ten seconds, despite refused calls', async () => {
  const [here, there] = [core.app.get(BudgetsService), new BudgetsService(elsewhere)];
  const budget = { name: 'shared by two cores', points: 2, seconds: 900, shared: true } as const;
  await here.takeTry(budget, 'hall');
  await here.takeTry(budget, 'hall');
  const now = performance.now.bind(performance);
  let later = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + later);
  for (const tenSeconds of [0, 1, 2]) {
    later = tenSeconds * 10_000;
    const refused = { code: 'request.too-many', retryAfterSeconds: expect.any(Number) };
    await expect(here.takeTry(budget, 'hall')).rejects.toMatchObject(refused);
  }
  await there.giveBackTry(budget, 'hall');
  later = 30_000;
  expect(await here.takeTry(budget, 'hall')).toMatchObject({ used: 2 });
});

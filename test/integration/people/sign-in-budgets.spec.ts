import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { CoreApp } from '../../support/core/core-app.js';
import { forgetAttempts } from '../../support/faults/forgotten-attempts.js';
import { shiftClock } from '../../support/builders/ledger.js';
import { mailedCode } from '../../support/peers/letters.js';

const password = 'Sixpence1';
const owner = 'owner@example.com';

/** Stops the started parts in reverse order, even if the start failed. */
const after = new AsyncDisposableStack();
let core: CoreApp;
beforeAll(async () => {
  // The tests call from 127.0.0.1, which is trusted as a proxy and so can name any network.
  core = after.use(await CoreApp.start({ TRUSTED_PROXIES: '127.0.0.1' }));
  for (const email of [owner, 'other@example.com']) {
    await core.app.get(AccountsService).addUser(email, password);
  }
});
afterAll(() => after.disposeAsync());

beforeEach(() => forgetAttempts(core));

interface From {
  from?: string;
  cookie?: string;
  email?: string;
}

/** Signs in. @returns the status */
async function logIn(typed: string, { email = owner, ...from }: From = {}): Promise<number> {
  return (await send(typed, email, from)).status;
}

function send(typed: string, email: string, { from = '203.0.113.1', cookie }: From): Promise<Response> {
  const headers = { 'x-forwarded-for': from };
  return core.call('POST', '/email-login', {
    body: { email, password: typed },
    headers,
    ...(cookie !== undefined && { cookie }),
  });
}

async function wrongTries(count: number, from: From = {}): Promise<number[]> {
  const statuses = [];
  for (let turn = 0; turn < count; turn += 1) statuses.push(await logIn('guess', from));
  return statuses;
}

/** The device cookie, which a browser keeps beside its session. */
async function deviceOf(email: string): Promise<string> {
  const answer = await send(password, email, { from: '198.51.100.200' });
  const cookies = answer.headers.getSetCookie();
  const device = cookies.find((cookie) => cookie.startsWith('sixpence-device=')) ?? '';
  expect(device).toMatch(
    /^sixpence-device=[\w-]{22}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
  );
  return device.split(';')[0] ?? '';
}

const ten = Array<number>(10).fill(401);

test("a stranger's wrong passwords stop their own network, and the owner can sign in from another", async () => {
  expect(await wrongTries(11, { from: '198.51.100.1' })).toEqual([...ten, 429]);
  expect(await logIn(password, { from: '198.51.100.1' })).toBe(429);
  expect(await logIn(password, { from: '203.0.113.9' })).toBe(200);
});

test('all addresses of an IPv6 /64 are one network', async () => {
  for (let host = 1; host <= 10; host += 1) await logIn('guess', { from: `2001:db8:1:1::${host}` });
  expect(await logIn('guess', { from: '2001:db8:1:1:ffff::1' })).toBe(429);
  expect(await logIn('guess', { from: '2001:db8:1:2::1' })).toBe(401);
});

test('a forged entry of X-Forwarded-For is ignored', async () => {
  for (let forged = 1; forged <= 10; forged += 1) {
    await logIn('guess', { from: `192.0.2.${forged}, 203.0.113.5` });
  }
  expect(await logIn('guess', { from: '192.0.2.99, 203.0.113.5' })).toBe(429);
});

test('without a trusted proxy the whole header is ignored', async () => {
  await using alone = await CoreApp.start();
  await alone.app.get(AccountsService).addUser(owner, password);
  const statuses = [];
  for (let forged = 1; forged <= 11; forged += 1) {
    const headers = { 'x-forwarded-for': `192.0.2.${forged}` };
    statuses.push(
      (await alone.call('POST', '/email-login', { body: { email: owner, password: 'guess' }, headers }))
        .status,
    );
  }
  expect(statuses).toEqual([...ten, 429]);
});

test('successful sign-ins use up no budget', async () => {
  for (let turn = 0; turn < 12; turn += 1) expect(await logIn(password)).toBe(200);
  expect(await logIn(password, { cookie: await deviceOf(owner) })).toBe(200);
  expect(await core.database.query('SELECT key FROM attempt_budgets WHERE points > 0')).toEqual([]);
  expect(await wrongTries(10)).toEqual(ten);
});

/** Leaves the network's budget one try. An earlier wrong password has made the row. */
async function leaveOneTry(): Promise<void> {
  await core.database.query("UPDATE attempt_budgets SET points = 49 WHERE key LIKE 'sign-in network:%'");
}

test('a network has fifty wrong passwords for all accounts together', async () => {
  expect(await logIn('guess')).toBe(401);
  await leaveOneTry();
  const other = { email: 'other@example.com' };
  expect(await wrongTries(2, other)).toEqual([401, 429]);
  expect(await logIn(password, other)).toBe(429);
  expect(await logIn(password, { ...other, from: '203.0.113.9' })).toBe(200);
});

test('all networks of one /48 have fifty wrong passwords together', async () => {
  expect(await logIn('guess', { from: '2001:db8:7:1::1' })).toBe(401);
  await leaveOneTry();
  const statuses = [];
  for (let part = 2; part <= 4; part += 1)
    statuses.push(await logIn('guess', { from: `2001:db8:7:${part}::1` }));
  expect(statuses).toEqual([401, 429, 429]);
  expect(await logIn(password, { from: '2001:db8:7:5::1' })).toBe(429);
  expect(await logIn(password, { from: '2001:db8:8:1::1' })).toBe(200);
});

test('a person whose network has used up its budget can sign in after a reset by mailed code', async () => {
  const email = `${randomUUID()}@example.com`;
  await core.signedIn(email);
  expect(await logIn('guess')).toBe(401);
  await leaveOneTry();
  expect(await wrongTries(2)).toEqual([401, 429]);
  expect(await logIn(password, { email })).toBe(429);

  const headers = { 'x-forwarded-for': '203.0.113.1' };
  const asked = await core.call('POST', '/reset-code', { body: { email }, headers });
  expect(asked.status).toBe(200);
  const body = { email, code: await mailedCode(core, email), password: 'Shilling2' };
  const reset = await core.call('POST', '/reset-confirm', { body, headers });
  expect(reset.status).toBe(200);
  const cookie = (reset.headers.getSetCookie()[0] ?? '').split(';')[0]!;

  expect(await logIn('Shilling2', { email, cookie })).toBe(200);
  // The code is valid only for this account and this browser.
  expect(await logIn('Shilling2', { email })).toBe(429);
  expect(await logIn(password, { cookie })).toBe(429);
});

test('a known browser can sign in after strangers of its network used up the budget', async () => {
  const cookie = await deviceOf(owner);
  expect(await wrongTries(11)).toEqual([...ten, 429]);
  expect(await logIn(password)).toBe(429);
  expect(await logIn(password, { cookie })).toBe(200);
});

test('a device has a budget of its own, for its own account alone', async () => {
  const [mine, others] = [await deviceOf(owner), await deviceOf('other@example.com')];
  expect(await wrongTries(11, { cookie: mine })).toEqual([...ten, 429]);
  expect(await logIn(password, { cookie: mine })).toBe(429);
  expect(await logIn(password)).toBe(200);
  expect(await wrongTries(10, { cookie: others })).toEqual(ten);
  expect(await logIn(password, { cookie: others })).toBe(429);
  const forged = mine.replace(/=.{22}/, `=${'A'.repeat(22)}`);
  expect(await logIn(password, { cookie: forged })).toBe(429);
});

test('wrong passwords from many networks reduce the budget of each network, but never to zero', async () => {
  for (let network = 1; network <= 5; network += 1) {
    await wrongTries(10, { from: `198.51.100.${network}` });
  }
  expect(await wrongTries(4, { from: '203.0.113.50' })).toEqual([401, 401, 401, 429]);
  expect(await logIn(password, { from: '203.0.113.51' })).toBe(200);
});

test('wrong passwords from many networks reduce the budget of all networks of one /48 together', async () => {
  for (let network = 1; network <= 5; network += 1) {
    await wrongTries(10, { from: `198.51.100.${network}` });
  }
  const statuses = [];
  for (let part = 1; part <= 4; part += 1)
    statuses.push(await logIn('guess', { from: `2001:db8:5:${part}::1` }));
  expect(statuses).toEqual([401, 401, 401, 429]);
  expect(await logIn(password, { from: '2001:db8:6:1::1' })).toBe(200);
});

test('repeated account look-ups by a network raise one alarm', async () => {
  const warn = jest.spyOn(core.app.get<Logger>(LOGGER), 'warn');
  for (let turn = 0; turn < 30; turn += 1) {
    expect(await logIn('guess', { email: `nobody-${turn}@example.com` })).toBe(403);
  }
  for (let turn = 30; turn < 33; turn += 1) {
    expect(await logIn('guess', { email: `nobody-${turn}@example.com` })).toBe(401);
  }
  // Addresses with and without an account get the same answer.
  expect([await logIn('guess'), await logIn(password)]).toEqual([401, 200]);
  expect(await logIn('guess', { email: 'nobody@example.com', from: '203.0.113.9' })).toBe(403);
  const typed = warn.mock.calls.filter(([, message]) => String(message).includes('answers about accounts'));
  expect(typed).toHaveLength(1);
  expect(JSON.stringify(typed)).not.toMatch(/203\.0\.113|nobody/);
  const figures = await core.app.get<Registry>(METRICS).metrics();
  expect(figures).toContain('sixpence_account_question_alarms_total 1');
  expect(figures).toContain('sixpence_account_questions_total 31');
  // The next hour has a new budget, and an alarm of its own.
  await shiftClock(core.database, '61 minutes');
  for (let turn = 0; turn < 31; turn += 1) await logIn('guess', { email: `again-${turn}@example.com` });
  expect(await core.app.get<Registry>(METRICS).metrics()).toContain(
    'sixpence_account_question_alarms_total 2',
  );
});

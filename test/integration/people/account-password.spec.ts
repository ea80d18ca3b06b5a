import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import { cookieOf } from '../../support/core/core-app.js';
import { forgetAttempts } from '../../support/faults/forgotten-attempts.js';
import { shiftClock } from '../../support/builders/ledger.js';
import { lettersTo } from '../../support/peers/letters.js';
import { ReleaseWorld, type TestSite } from '../../support/worlds/release.js';
import { lockWaits } from '../../support/faults/lock-waits.js';

const old = 'Sixpence1';
const next = 'Shilling2';

const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;
beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  site = await world.aSite();
});
afterAll(() => after.disposeAsync());
beforeEach(() => forgetAttempts(world.core));

async function aSignedInPerson() {
  const email = `${randomUUID()}@example.com`;
  return { email, ...(await world.core.signedIn(email)) };
}

const change = (cookie: string, body: object) =>
  world.core.call('POST', '/password-change', { cookie, body });
const end = (cookie: string, body: object) => world.core.call('POST', '/session-end', { cookie, body });

async function detailsOf(cookie: string): Promise<AccountDetails> {
  return (await (await world.core.call('GET', '/account-details', { cookie })).json()) as AccountDetails;
}

async function subjectsTo(email: string): Promise<string[]> {
  return (await lettersTo(world.core, email)).map(({ subject }) => subject);
}

test('a password is changed with the present one; this session goes on, and the others end', async () => {
  const { email, cookie } = await aSignedInPerson();
  const elsewhere = cookieOf(await world.core.logIn(email, old));
  const guesses = (): Promise<unknown[]> =>
    world.database.query("SELECT key, points FROM attempt_budgets WHERE key LIKE 'sign-in%' ORDER BY key");
  const before = await guesses();
  expect((await change(cookie, { present: old, password: next })).status).toBe(200);
  expect(await guesses()).toEqual(before);
  expect([await world.core.isValid(cookie), await world.core.isValid(elsewhere)]).toEqual([true, false]);
  expect([(await world.core.logIn(email, old)).status, (await world.core.logIn(email, next)).status]).toEqual(
    [401, 200],
  );
  expect(await subjectsTo(email)).toEqual(['Your password was changed']);
});

test('the browser of the change keeps its own budget of tries', async () => {
  const { email, cookie } = await aSignedInPerson();
  const answer = await change(cookie, { present: old, password: next });
  const [device = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  for (let tries = 0; tries < 11; tries += 1) await world.core.logIn(email, 'guess');
  const body = { email, password: next };
  const known = await world.core.call('POST', '/email-login', { body, cookie: device });
  expect([known.status, (await world.core.logIn(email, next)).status]).toEqual([200, 429]);
});

test('a person without a password sets one, and gets a mail about it', async () => {
  const { email, userId, cookie } = await aSignedInPerson();
  await world.database.query('UPDATE users SET password_hash = NULL WHERE id = $1', [userId]);
  expect((await detailsOf(cookie)).hasPassword).toBe(false);
  expect((await change(cookie, { password: next })).status).toBe(200);
  expect((await world.core.logIn(email, next)).status).toBe(200);
  expect(await subjectsTo(email)).toEqual(['Your account has a password']);
});

test('an old session cannot set a first password', async () => {
  const { email, userId, cookie } = await aSignedInPerson();
  await world.database.query('UPDATE users SET password_hash = NULL WHERE id = $1', [userId]);
  await shiftClock(world.database, '11 minutes');
  const answer = await change(cookie, { password: next });
  expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'account.unproven' }]);
  expect((await world.core.logIn(email, next)).status).toBe(401);
});

test.each([
  ['a wrong password', { present: 'guess', password: next }],
  ['no password', { password: next }],
  ['an empty password', { present: '', password: next }],
])('%s in place of the present password changes nothing', async (_, body) => {
  const { email, cookie } = await aSignedInPerson();
  const answer = await change(cookie, body);
  expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'password.wrong' }]);
  expect((await world.core.logIn(email, old)).status).toBe(200);
  expect(await subjectsTo(email)).toEqual([]);
});

test('a weak password is refused before the present one is checked', async () => {
  const { cookie } = await aSignedInPerson();
  const answer = await change(cookie, { present: 'guess', password: 'sixpence1' });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'account.weak-password' }]);
});

test('wrong present passwords and wrong sign-ins share one budget', async () => {
  const { email, cookie } = await aSignedInPerson();
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await change(cookie, { present: 'guess', password: next })).status).toBe(422);
    expect((await world.core.logIn(email, 'guess')).status).toBe(401);
  }
  const stopped = await change(cookie, { present: old, password: next });
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await world.core.logIn(email, old)).status).toBe(429);
});

test('a changed password ends the print code and the panel session', async () => {
  const { userId, cookie } = await aSignedInPerson();
  const panel = await world.logIn(site, userId, 'library');
  const { code } = await world.issue(userId);
  expect((await change(cookie, { present: old, password: next })).status).toBe(200);
  await expect(world.redeem(site, code)).rejects.toMatchObject({ code: 'code.wrong' });
  await expect(world.sessions.touchSession(site.agent.id, panel.panelSessionId)).rejects.toMatchObject({
    code: 'panel-session.ended',
  });
});

test('of two changes at the same moment only one succeeds', async () => {
  const { email, cookie } = await aSignedInPerson();
  const elsewhere = cookieOf(await world.core.logIn(email, old));
  const statuses = await Promise.all([
    change(cookie, { present: old, password: next }).then(({ status }) => status),
    change(elsewhere, { present: old, password: 'Farthing3' }).then(({ status }) => status),
  ]);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const signIns = await Promise.all([world.core.logIn(email, next), world.core.logIn(email, 'Farthing3')]);
  expect(signIns.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a session that ends at the same moment cannot set a password', async () => {
  const { userId, cookie } = await aSignedInPerson();
  await world.database.query('UPDATE users SET password_hash = NULL WHERE id = $1', [userId]);
  const changing = await world.database.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
    const asked = change(cookie, { password: next });
    await lockWaits(world.database, 1, 'FOR NO KEY UPDATE');
    await tx.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
    return { asked };
  });
  expect((await changing.asked).status).toBe(401);
  const rows: unknown[] = await world.database.query('SELECT password_hash FROM users WHERE id = $1', [
    userId,
  ]);
  expect(rows).toEqual([{ password_hash: null }]);
});

test('a reset is reported by mail', async () => {
  const { email } = await aSignedInPerson();
  await world.core.call('POST', '/reset-code', { body: { email } });
  const [mail] = await lettersTo(world.core, email);
  const code = /\b\d{6}\b/.exec(mail!.text)?.[0];
  const answer = await world.core.call('POST', '/reset-confirm', { body: { email, code, password: next } });
  expect(answer.status).toBe(200);
  expect(await subjectsTo(email)).toEqual(['Your code for a new password', 'Your password was changed']);
});

test('a session can be ended by its id, and the others stay', async () => {
  const { email, cookie } = await aSignedInPerson();
  const elsewhere = cookieOf(await world.core.logIn(email, old));
  const other = (await detailsOf(cookie)).sessions.find(({ isThis }) => !isThis);
  expect((await end(cookie, { id: other?.id })).status).toBe(200);
  expect([await world.core.isValid(cookie), await world.core.isValid(elsewhere)]).toEqual([true, false]);
  const again = await end(cookie, { id: other?.id });
  expect([again.status, await again.json()]).toMatchObject([404, { code: 'session.unknown' }]);
});

test('a person cannot end a session of another account', async () => {
  const [one, other] = [await aSignedInPerson(), await aSignedInPerson()];
  const [session] = (await detailsOf(other.cookie)).sessions;
  expect((await end(one.cookie, { id: session?.id })).status).toBe(404);
  expect(await world.core.isValid(other.cookie)).toBe(true);
});

test('all sessions of a person, this one too, end at once; other people stay signed in', async () => {
  const { email, cookie } = await aSignedInPerson();
  const elsewhere = cookieOf(await world.core.logIn(email, old));
  const stranger = await aSignedInPerson();
  const answer = await end(cookie, { all: true });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
    200,
    expect.stringContaining('Max-Age=0'),
  ]);
  expect([
    await world.core.isValid(cookie),
    await world.core.isValid(elsewhere),
    await world.core.isValid(stranger.cookie),
  ]).toEqual([...[false, false], true]);
});

test.each([{}, { all: false }, { id: 'x' }, { id: randomUUID(), all: true }])(
  '%j names no session to end',
  async (body) => {
    const { cookie } = await aSignedInPerson();
    expect((await end(cookie, body)).status).toBe(400);
    expect(await world.core.isValid(cookie)).toBe(true);
  },
);

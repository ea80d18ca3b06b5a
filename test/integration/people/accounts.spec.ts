import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { CoreApp, cookieOf } from '../../support/core/core-app.js';
import { hashAsInProduction } from '../../support/jest/light-argon2.js';

/** Stops the started parts in reverse order, even if the start failed. */
const after = new AsyncDisposableStack();
let core: CoreApp;
beforeAll(async () => {
  after.use(hashAsInProduction());
  core = after.use(await CoreApp.start());
  await core.app.get(AccountsService).addUser('Anna@Example.com', 'Sixpence1');
});
afterAll(() => after.disposeAsync());

test('signing in ignores case, opens a session, and the footer shows the address [rows 210, 363, 372, 373, 376]', async () => {
  const answer = await core.logIn('ANNA@example.com', 'Sixpence1');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('set-cookie')).toMatch(/^sixpence=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/);
  const cookie = cookieOf(answer);
  expect(await core.isValid(cookie)).toBe(true);
  const footer = await core.call('GET', '/footer-email', { cookie });
  expect(await footer.json()).toEqual({ email: 'anna@example.com' });
});

test('every address of a person signs them in, and the footer shows the primary one', async () => {
  const { userId } = await core.signedIn('primary@example.com');
  await core.database.query(
    "INSERT INTO addresses (address, user_id, proven_by, is_primary) VALUES ('second@example.com', $1, 'code', false)",
    [userId],
  );
  const answer = await core.logIn('Second@Example.com', 'Sixpence1');
  expect(answer.status).toBe(200);
  const footer = await core.call('GET', '/footer-email', { cookie: cookieOf(answer) });
  expect(await footer.json()).toEqual({ email: 'primary@example.com' });
});

test('an account has one primary address, and an address has one account', async () => {
  const { userId } = await core.signedIn('one-each@example.com');
  const add = (address: string) =>
    core.database.query(
      "INSERT INTO addresses (address, user_id, proven_by, is_primary) VALUES ($1, $2, 'code', true)",
      [address, userId],
    );
  await expect(add('another@example.com')).rejects.toThrow('addresses_primary');
  await expect(add('anna@example.com')).rejects.toThrow('addresses_pkey');
  const again = await core.app.get(AccountsService).addUser('ONE-EACH@example.com', 'Other1234');
  expect(again).toEqual({ userId, added: false });
});

test('the database refuses an address in capitals', async () => {
  const insert =
    "INSERT INTO addresses (address, user_id, proven_by, is_primary) VALUES ($1, $2, 'code', false)";
  const { userId } = await core.signedIn('small@example.com');
  await expect(core.database.query(insert, ['Small@example.com', userId])).rejects.toThrow('addresses_lower');
  // Letters that PostgreSQL may lower differently from JavaScript.
  await core.database.query(insert, ['i̇ς@example.com', userId]);
});

test('a wrong password answers 401, an unknown address 403, a bad body 400', async () => {
  expect((await core.logIn('anna@example.com', 'wrong')).status).toBe(401);
  expect((await core.logIn('nobody@example.com', 'Sixpence1')).status).toBe(403);
  expect((await core.logIn('not an address', 'x')).status).toBe(400);
  expect(
    (await core.call('POST', '/email-login', { body: { email: ['a@b.cc'], password: {} } })).status,
  ).toBe(400);
});

test('each sign-in gets a new token, and ends the session whose cookie it sent', async () => {
  const first = cookieOf(await core.logIn('anna@example.com', 'Sixpence1'));
  const again = await core.call('POST', '/email-login', {
    body: { email: 'anna@example.com', password: 'Sixpence1' },
    cookie: first,
  });
  expect(cookieOf(again)).not.toBe(first);
  expect(await core.isValid(first)).toBe(false);
});

test('logging out ends the session at once; a JSON type without a body is accepted [row 375]', async () => {
  const cookie = cookieOf(await core.logIn('anna@example.com', 'Sixpence1'));
  expect((await core.call('POST', '/logout-session', { cookie })).status).toBe(200);
  expect(await core.isValid(cookie)).toBe(false);
  expect((await core.call('GET', '/footer-email', { cookie })).status).toBe(401);
});

test('the database holds only keyed hashes of tokens and passwords', async () => {
  const token = cookieOf(await core.logIn('anna@example.com', 'Sixpence1')).split('=')[1]!;
  const rows: unknown[] = await core.database.query(
    'SELECT s.*, u.* FROM sessions s JOIN users u ON u.id = s.user_id',
  );
  const stored = JSON.stringify(rows);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain('Sixpence1');
  expect(stored).toContain('$argon2id$v=19$m=47104,t=1,p=1$');
});

test('an expired session is not valid', async () => {
  const cookie = cookieOf(await core.logIn('anna@example.com', 'Sixpence1'));
  await core.database.query("UPDATE sessions SET expires_at = app_now() - interval '1 second'");
  expect(await core.isValid(cookie)).toBe(false);
});

test('a session lives for thirty days, and another sign-in ends only expired ones', async () => {
  const anywhere = await core.signedIn('many-browsers@example.com');
  const moveOn = (interval: string) =>
    core.database.query('UPDATE sessions SET expires_at = expires_at - $1::interval WHERE user_id = $2', [
      interval,
      anywhere.userId,
    ]);
  await moveOn('29 days 23 hours 59 minutes');
  const elsewhere = cookieOf(await core.logIn('many-browsers@example.com', 'Sixpence1'));
  expect([await core.isValid(anywhere.cookie), await core.isValid(elsewhere)]).toEqual([true, true]);
  await moveOn('1 minute');
  expect([await core.isValid(anywhere.cookie), await core.isValid(elsewhere)]).toEqual([false, true]);
});

test('too many guesses at one account are refused with the time to retry, and other people can sign in', async () => {
  await core.app.get(AccountsService).addUser('target@example.com', 'Sixpence1');
  for (let tries = 0; tries < 10; tries += 1)
    expect((await core.logIn('target@example.com', 'guess')).status).toBe(401);
  const stopped = await core.logIn('target@example.com', 'Sixpence1');
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await core.logIn('anna@example.com', 'Sixpence1')).status).toBe(200);
});

test.each([
  ['no cookie', undefined],
  ['a random cookie', `sixpence=${'a'.repeat(43)}`],
  ['an oversized cookie', `sixpence=${'a'.repeat(7_000)}`],
])('%s is no session [row 372]', async (_, cookie) => {
  expect(await core.isValid(cookie)).toBe(false);
  expect((await core.call('GET', '/footer-email', cookie === undefined ? {} : { cookie })).status).toBe(401);
});

import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import type { Logger } from 'pino';
import { providerNames, type ProviderName } from '@sixpence/contracts/provider-names';
import { CoreApp } from '../../support/core/core-app.js';
import { forgetAttempts } from '../../support/faults/forgotten-attempts.js';
import { freePort } from '../../support/free-port.js';
import { shiftClock } from '../../support/builders/ledger.js';
import { notQuite } from '../../support/peers/mailbox-codes.js';
import { SocialWorld } from '../../support/peers/social.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { until } from '../../support/until.js';
import { Visitor } from '../../support/browser/visitor.js';
import type { EntityManager } from 'typeorm';

const after = new AsyncDisposableStack();
let world: SocialWorld;
let core: CoreApp;
beforeAll(async () => {
  world = after.use(await SocialWorld.start());
  core = world.core;
});
afterAll(() => after.disposeAsync());

beforeEach(async () => {
  await forgetAttempts(core);
});

let people = 0;
const anAddress = () => `person-${++people}@example.com`;

/** A person who has joined with a provider, in a browser of their own. */
async function joined(provider: ProviderName, email = anAddress()): Promise<Visitor> {
  const visitor = new Visitor(core);
  expect(await visitor.signIn(provider, true, { email })).toBe('/welcome');
  return visitor;
}

test('a key is registered, and its addresses lead to the page of each provider [rows 261, 404]', async () => {
  const visitor = new Visitor(core);
  const { stateKey, urls, status } = await visitor.begin(false);
  expect(status).toBe(200);
  for (const name of providerNames) {
    const url = new URL(urls[name]);
    expect(url.href.startsWith(`${world.providers.url}/${name}/`)).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      state: stateKey,
      redirect_uri: `${core.url}/${name}-callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  }
});

test('a registered key is refused a second time, in any browser', async () => {
  const { stateKey } = await new Visitor(core).begin(false);
  expect((await new Visitor(core).begin(true, stateKey)).status).toBe(409);
});

test.each(['short', 'with a space', 'with\nlines', '', 'a'.repeat(201)])(
  'the key %j is refused',
  async (stateKey) => {
    expect((await new Visitor(core).begin(false, stateKey)).status).toBe(400);
  },
);

test('the database holds neither key nor cookie nor their derived values', async () => {
  const visitor = new Visitor(core);
  const { stateKey, urls } = await visitor.begin(false);
  const { nonce = '', code_challenge: challenge = '' } = Object.fromEntries(
    new URL(urls.google).searchParams,
  );
  const rows = JSON.stringify(await core.database.query('SELECT * FROM social_states'));
  for (const secret of [stateKey, nonce, challenge]) expect(rows).not.toContain(secret);
});

describe.each(providerNames)('%s', (provider) => {
  test('it signs a new user up, and then in again [rows 265, 268, 407]', async () => {
    const email = anAddress();
    const visitor = await joined(provider, email);
    expect(await visitor.email()).toBe(email);
    expect(await world.addressesOf(email)).toEqual([{ address: email, provenBy: provider }]);
    expect(visitor.seen.some((url) => url.startsWith(`${core.url}/${provider}-callback`))).toBe(true);
    const later = new Visitor(core);
    expect(await later.signIn(provider, false, { email })).toBe('/dashboard');
    expect(await later.email()).toBe(email);
  });

  test('it does not sign in an unknown user [row 266]', async () => {
    const email = anAddress();
    const visitor = new Visitor(core);
    expect(await visitor.signIn(provider, false, { email })).toBe('/login?error=signup-required');
    expect(await visitor.email()).toBeUndefined();
    expect(await world.addressesOf(email)).toEqual([]);
  });

  test('it does not sign up a known user, by this provider or by e-mail [row 267]', async () => {
    const email = anAddress();
    await joined(provider, email);
    expect(await new Visitor(core).signIn(provider, true, { email })).toBe('/signup?error=login-required');
    const demo = new Visitor(core);
    expect(await demo.signIn(provider, true)).toBe('/signup?error=login-required');
    expect(await demo.email()).toBeUndefined();
  });

  test('it signs in a user by a proven address, and later by the identity alone', async () => {
    const email = anAddress();
    await core.signedIn(email);
    const visitor = new Visitor(core);
    expect(await visitor.signIn(provider, false, { email })).toBe('/dashboard');
    expect(await visitor.email()).toBe(email);
    expect(await world.addressesOf(email)).toEqual([{ address: email, provenBy: 'operator' }]);
    await core.database.query('UPDATE addresses SET address = $2 WHERE address = $1', [email, `x-${email}`]);
    const later = new Visitor(core);
    expect(await later.signIn(provider, false, { email })).toBe('/dashboard');
    expect(await later.email()).toBe(`x-${email}`);
  });

  test.each([
    [true, '/signup', '/welcome'],
    [false, '/login', '/login?error=signup-required'],
  ])(
    'it mails a code if the provider has not verified the address (sign-up: %j) [row 268]',
    async (isSignUp, page, end) => {
      const email = anAddress();
      const visitor = new Visitor(core);
      expect(await visitor.signIn(provider, isSignUp, { email, unproven: true })).toBe(page);
      const { person } = (await (await visitor.call('GET', '/social-pending')).json()) as { person: unknown };
      expect(person).toEqual({ provider, email, isSignupFlow: isSignUp, mail: expect.any(String) });
      expect(await world.addressesOf(email)).toEqual([]);
      const code = await world.codeTo(email);
      expect((await visitor.call('POST', '/social-confirm', { code: notQuite(code) })).status).toBe(422);
      const answer = await visitor.call('POST', '/social-confirm', { code });
      expect([answer.status, await answer.json()]).toEqual([200, { to: end }]);
      expect(await visitor.email()).toBe(isSignUp ? email : undefined);
      expect(await world.addressesOf(email)).toEqual(isSignUp ? [{ address: email, provenBy: 'code' }] : []);
      expect(await (await visitor.call('GET', '/social-pending')).json()).toEqual({});
    },
  );

  test('it links an unverified address with a code, and later signs in by the identity alone', async () => {
    const email = anAddress();
    await core.signedIn(email);
    const visitor = new Visitor(core);
    expect(await visitor.signIn(provider, false, { email, unproven: true })).toBe('/login');
    expect(await visitor.email()).toBeUndefined();
    const answer = await visitor.call('POST', '/social-confirm', { code: await world.codeTo(email) });
    expect(await answer.json()).toEqual({ to: '/dashboard' });
    expect(await visitor.email()).toBe(email);
    const later = new Visitor(core);
    expect(await later.signIn(provider, false, { email, unproven: true })).toBe('/dashboard');
  });

  test.each([
    [false, '/login'],
    [true, '/signup'],
  ])(
    'a denied sign-in redirects to the page where it began, without a query (sign-up: %j)',
    async (isSignUp, page) => {
      const visitor = new Visitor(core);
      expect(await visitor.signIn(provider, isSignUp, { cancelled: true })).toBe(page);
      expect(await visitor.email()).toBeUndefined();
      expect(await (await visitor.call('GET', '/social-pending')).json()).toEqual({});
    },
  );

  test.each([
    [false, '/login'],
    [true, '/signup'],
  ])(
    'it does not accept a state twice, whether the first use succeeded or failed (sign-up: %j)',
    async (isSignUp, page) => {
      const email = anAddress();
      if (!isSignUp) await joined(provider, email);
      const visitor = new Visitor(core);
      const { urls } = await visitor.begin(isSignUp);
      expect(await visitor.follow(await visitor.choose(urls[provider], { cancelled: true }))).toBe(page);
      // The same callback again, in the same browser, with a new code.
      const back = await visitor.choose(urls[provider], { email });
      expect(await visitor.follow(back)).toBe('/login');
      expect(await visitor.email()).toBeUndefined();
      const whole = await visitor.choose((await visitor.begin(isSignUp)).urls[provider], { email });
      expect(await visitor.follow(whole)).toBe(isSignUp ? '/welcome' : '/dashboard');
      await visitor.begin(isSignUp);
      expect(await visitor.follow(whole)).toBe('/login');
    },
  );

  test.each([
    [false, '/login'],
    [true, '/signup'],
  ])('it does not accept a token with another nonce (sign-up: %j)', async (isSignUp, page) => {
    const email = anAddress();
    if (!isSignUp) await joined(provider, email);
    const visitor = new Visitor(core);
    const url = new URL((await visitor.begin(isSignUp)).urls[provider]);
    url.searchParams.set('nonce', 'another');
    const warn = jest.spyOn(core.app.get<Logger>(LOGGER), 'warn');
    expect(await visitor.follow(await visitor.choose(url.href, { email }))).toBe(page);
    const said: unknown[] = [...warn.mock.calls];
    warn.mockRestore();
    expect(said).toEqual([
      [
        { provider, name: expect.any(String), message: expect.any(String) },
        'signing in with an identity provider failed',
      ],
    ]);
    // The log does not reveal who the person is.
    expect(JSON.stringify(said)).not.toContain(email);
    expect(await visitor.email()).toBeUndefined();
  });

  test.each([false, true])(
    'it does not accept the state of another browser (sign-up: %j)',
    async (isSignUp) => {
      const email = anAddress();
      if (!isSignUp) await joined(provider, email);
      const [attacker, victim] = [new Visitor(core), new Visitor(core)];
      const { urls } = await attacker.begin(isSignUp);
      const back = await attacker.choose(urls[provider], { email });
      expect(await victim.follow(back)).toBe('/login');
      await victim.begin(isSignUp);
      expect(await victim.follow(back)).toBe('/login');
      expect(await victim.email()).toBeUndefined();
      // The state still works in its own browser.
      expect(await attacker.follow(back)).toBe(isSignUp ? '/welcome' : '/dashboard');
    },
  );

  test('it does not sign in a locked user', async () => {
    const email = anAddress();
    await joined(provider, email);
    await core.database.query(
      'UPDATE users SET locked_at = app_now() WHERE id = (SELECT user_id FROM addresses WHERE address = $1)',
      [email],
    );
    const visitor = new Visitor(core);
    expect(await visitor.signIn(provider, false, { email })).toBe('/login');
    expect(await visitor.email()).toBeUndefined();
  });
});

describe('a sign-in method that is removed during a sign-in with it', () => {
  /** Locks the user row as a reset or a stop does, until a sign-in by a provider waits for it. */
  async function takenAway(email: string, take: (tx: EntityManager) => Promise<unknown>): Promise<Visitor> {
    const visitor = new Visitor(core);
    const { urls } = await visitor.begin(false);
    const back = await visitor.choose(urls.google, { email });
    let led: Promise<string> | undefined;
    await core.database.transaction(async (tx) => {
      await tx.query(
        'SELECT 1 FROM users WHERE id = (SELECT user_id FROM addresses WHERE address = $1) FOR NO KEY UPDATE',
        [email],
      );
      led = visitor.follow(back);
      await lockWaits(core.database, 1, 'FROM users');
      await take(tx);
    });
    expect(await led).toBe('/login?error=signup-required');
    return visitor;
  }

  test('a removed identity does not sign in', async () => {
    const email = anAddress();
    await joined('google', email);
    const visitor = await takenAway(email, async (tx) => {
      await tx.query('DELETE FROM identities');
      await tx.query('UPDATE addresses SET address = $2 WHERE address = $1', [email, `x-${email}`]);
    });
    expect(await visitor.email()).toBeUndefined();
  });

  test('a removed address does not sign in', async () => {
    const email = anAddress();
    await core.signedIn(email);
    const visitor = await takenAway(email, (tx) =>
      tx.query('UPDATE addresses SET address = $2 WHERE address = $1', [email, `x-${email}`]),
    );
    expect(await visitor.email()).toBeUndefined();
    expect(await core.database.query('SELECT 1 FROM identities WHERE subject = $1', [email])).toEqual([]);
  });
});

test('a relay address of Apple signs up and signs in again, and is stored unchanged', async () => {
  const email = anAddress();
  const visitor = new Visitor(core);
  const hidden = { email, hidden: true };
  expect(await visitor.signIn('apple', false, hidden)).toBe('/login?error=signup-required');
  expect(await visitor.signIn('apple', true, hidden)).toBe('/welcome');
  const relay = (await visitor.email()) ?? '';
  expect(relay).toMatch(/@privaterelay\.appleid\.com$/);
  expect(await world.addressesOf(relay)).toEqual([{ address: relay, provenBy: 'apple' }]);
  expect(await world.addressesOf(email)).toEqual([]);
  const later = new Visitor(core);
  expect(await later.signIn('apple', false, hidden)).toBe('/dashboard');
  expect(await later.signIn('apple', true, hidden)).toBe('/signup?error=login-required');
  expect(await later.email()).toBe(relay);
});

test('a sign-up by a provider with a verified address gets the balance of the previous version [row 21]', async () => {
  const [email, balanceOf] = [anAddress(), { currency: 'GBP' }];
  await core.database.query(
    `INSERT INTO legacy_balances (address_hash, currency, amount_minor)
     VALUES (sha256($1::text::bytea), 'GBP', 1250)`,
    [email],
  );
  const visitor = await joined('google', email);
  const answer = await visitor.call('POST', '/user-account-balance', balanceOf);
  expect(await answer.json()).toEqual({ balance: 12.5 });
});

test('an unreachable provider is not offered, and the others are', async () => {
  const away = `http://127.0.0.1:${await freePort()}/google`;
  await using other = await CoreApp.start({
    ...world.providers.variablesFor(['microsoft', 'google']),
    GOOGLE_ISSUER: away,
  });
  const { status, urls } = await new Visitor(other).begin(false);
  expect([status, Object.keys(urls)]).toEqual([200, ['microsoft']]);
});

test('a provider can be disconnected unless it is the last sign-in method', async () => {
  const email = anAddress();
  const visitor = await joined('google', email);
  const giveUp = async (provider: string) =>
    (await visitor.call('POST', '/provider-disconnect', { provider })).status;
  expect([await giveUp('google'), await giveUp('apple')]).toEqual([409, 404]);
  expect(await visitor.signIn('apple', false, { email })).toBe('/dashboard');
  const shown = (await (await visitor.call('GET', '/account-details')).json()) as { providers: unknown };
  expect(shown.providers).toEqual([
    { provider: 'apple', address: null },
    { provider: 'google', address: null },
  ]);
  expect([await giveUp('google'), await giveUp('apple')]).toEqual([200, 409]);
  const subjects = () => world.mail.to(email).map(({ mail }) => mail.subject);
  await until(() => subjects().length === 2);
  // Mails may arrive in any order.
  expect(new Set(subjects())).toEqual(
    new Set(['Another way to sign in to your account', 'A way to sign in to your account was removed']),
  );
});

test('a sign-in by a provider must end within ten minutes by the clock of the database', async () => {
  const visitor = new Visitor(core);
  const [late, inTime] = [await visitor.begin(false), await visitor.begin(false)];
  const email = anAddress();
  await joined('google', email);
  const backInTime = await visitor.choose(inTime.urls.google, { email });
  const backLate = await visitor.choose(late.urls.google, { email });
  await shiftClock(core.database, '590 seconds');
  expect(await visitor.follow(backInTime)).toBe('/dashboard');
  await shiftClock(core.database, '20 seconds');
  expect(await visitor.follow(backLate)).toBe('/login');
});

test('a user who must type a code may request another code, and is deleted half an hour after it', async () => {
  const [visitor, email] = [new Visitor(core), anAddress()];
  expect(await visitor.signIn('google', true, { email, unproven: true })).toBe('/signup');
  const waiting = async () => (await (await visitor.call('GET', '/social-pending')).json()) as object;
  await world.codeTo(email);
  const first = await waiting();
  await shiftClock(core.database, '20 minutes');
  const again = await visitor.call('POST', '/social-code');
  const { mail } = (await again.json()) as { mail: string };
  await world.codeTo(email, 2);
  expect([again.status, await waiting()]).toMatchObject([200, { person: { email, mail } }]);
  expect(first).not.toMatchObject({ person: { mail } });
  await shiftClock(core.database, '29 minutes');
  expect(await waiting()).toMatchObject({ person: { email, mail } });
  await shiftClock(core.database, '1 minute');
  expect(await waiting()).toEqual({});
  for (const [path, body] of [['/social-code'], ['/social-confirm', { code: '123456' }]] as const)
    expect((await visitor.call('POST', path, body)).status).toBe(409);
});

test('a sign-in by a provider ends the earlier session of the browser', async () => {
  const visitor = await joined('google');
  await visitor.signIn('google', false, {});
  expect(await visitor.email()).toBe('demo@example.com');
  const rows: unknown[] = await core.database.query(
    `SELECT 1 FROM sessions WHERE user_id = (SELECT user_id FROM addresses WHERE address = $1)`,
    [`person-${people}@example.com`],
  );
  expect(rows).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { PeopleService } from '@sixpence/core/people/users/people.service';
import { EmailCodesService } from '@sixpence/core/people/email-codes/email-codes.service';
import { accountOf, subjectOf } from '@sixpence/sandbox/identity/pretended-person';
import { cookieOf, type CoreApp } from '../../support/core/core-app.js';
import { shiftClock } from '../../support/builders/ledger.js';
import { forgetAttempts } from '../../support/faults/forgotten-attempts.js';
import { notQuite } from '../../support/peers/mailbox-codes.js';
import { SocialWorld } from '../../support/peers/social.js';
import { until } from '../../support/until.js';
import { Visitor } from '../../support/browser/visitor.js';

/**
 * An attacker prepares an account with the address of a victim who has none yet, and waits until the victim
 * joins (Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022). Each of the paper's five
 * attacks must fail.
 */

const password = 'Sixpence1';

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

let victims = 0;
const aVictim = () => `victim-${++victims}@example.com`;

/** The status of a sign-in by e-mail. */
const login = async (email: string) => (await core.logIn(email, password)).status;

/** The victim signs up with a provider that has verified the address. */
async function joins(email: string, provider: 'google' | 'apple' = 'google'): Promise<Visitor> {
  const victim = new Visitor(core);
  expect(await victim.signIn(provider, true, { email })).toBe('/welcome');
  expect(await victim.email()).toBe(email);
  return victim;
}

test('classic-federated merge: an account that was prepared by e-mail does not exist before its address is proven', async () => {
  const email = aVictim();
  expect((await core.call('POST', '/signup-code', { body: { email } })).status).toBe(200);
  const code = await world.codeTo(email);
  const prepare = (typed: string) =>
    core.call('POST', '/email-signup', { body: { email, code: typed, password } });
  expect((await prepare(notQuite(code))).status).toBe(422);
  await joins(email);
  // Even with the code the attacker gets no access to the victim's account.
  expect((await prepare(code)).status).toBe(409);
  expect(await login(email)).toBe(401);
});

test('unexpired session: a sign-in by a provider ends the sessions from before its link', async () => {
  const email = aVictim();
  const before = await core.signedIn(email);
  const other = await core.signedIn(email);
  const victim = new Visitor(core);
  expect(await victim.signIn('google', false, { email })).toBe('/dashboard');
  expect([await core.isValid(before.cookie), await core.isValid(other.cookie)]).toEqual([false, false]);
  expect(await victim.email()).toBe(email);
});

test('unexpired session: a sign-in by a linked provider ends no session', async () => {
  const email = aVictim();
  const first = await joins(email);
  const second = new Visitor(core);
  expect(await second.signIn('google', false, { email })).toBe('/dashboard');
  expect([await first.email(), await second.email()]).toEqual([email, email]);
});

test('trojan identifier: an identity whose address changes later does not take the new address into its account', async () => {
  const [email, own] = [aVictim(), 'attacker@example.com'];
  const attacker = await joins(own);
  // The attacker has now changed their own address at the provider to the victim's address.
  const account = accountOf({ email, proven: true, hidden: false });
  await core.database.query(
    `UPDATE identities SET subject = $1
     WHERE user_id = (SELECT user_id FROM addresses WHERE address = $2)`,
    [subjectOf('google', account), own],
  );
  expect(await attacker.signIn('google', false, { email })).toBe('/dashboard');
  expect(await attacker.email()).toBe(own);
  expect(await world.addressesOf(own)).toHaveLength(1);
  const victim = await joins(email, 'apple');
  expect(await world.addressesOf(email)).toEqual([{ address: email, provenBy: 'apple' }]);
  expect([await victim.email(), await attacker.email()]).toEqual([email, own]);
});

/** Sets a new password with the code that is mailed for it. */
async function reset(email: string): Promise<void> {
  const ask = (path: string, body: object) => core.call('POST', path, { body });
  expect((await ask('/reset-code', { email })).status).toBe(200);
  const subject = 'Your code for a new password';
  await until(() => world.mail.to(email).some(({ mail }) => mail.subject === subject));
  const mailed = world.mail.to(email).find(({ mail }) => mail.subject === subject);
  const code = /\b\d{6}\b/.exec(mailed?.mail.text ?? '')?.[0];
  expect((await ask('/reset-confirm', { email, code, password: 'Shilling2' })).status).toBe(200);
}

test('trojan identifier: a reset keeps the first provider of an account, and links of more than 72 hours', async () => {
  const [email, other] = [aVictim(), aVictim()];
  const owner = await joins(email);
  expect(await owner.signIn('apple', false, { email })).toBe('/dashboard');
  await shiftClock(core.database, '72 hours');
  expect(await owner.signIn('microsoft', false, { email })).toBe('/dashboard');
  await joins(other);
  for (const each of [email, other]) await reset(each);
  const providersOf = (address: string): Promise<unknown> =>
    core.database.query(
      `SELECT provider FROM identities
       WHERE user_id = (SELECT user_id FROM addresses WHERE address = $1) ORDER BY provider`,
      [address],
    );
  expect(await providersOf(email)).toEqual([{ provider: 'apple' }, { provider: 'google' }]);
  expect(await providersOf(other)).toEqual([{ provider: 'google' }]);
});

test("trojan identifier: a reset unlinks a provider that came by the attacker's address", async () => {
  const [email, own] = [aVictim(), 'intruder@example.com'];
  const stolen = await core.signedIn(email);
  const ask = (path: string, body: object, cookie?: string) =>
    core.call('POST', path, { body, ...(cookie !== undefined && { cookie }) });
  expect((await ask('/address-add', { email: own }, stolen.cookie)).status).toBe(200);
  const added = { email: own, code: await world.codeTo(own) };
  expect((await ask('/address-confirm', added, stolen.cookie)).status).toBe(200);
  const intruder = new Visitor(core);
  expect(await intruder.signIn('google', false, { email: own })).toBe('/dashboard');
  expect(await intruder.email()).toBe(email);

  await reset(email);
  expect(await intruder.email()).toBeUndefined();
  expect(await intruder.signIn('google', false, { email: own })).toBe('/login?error=signup-required');
});

test('trojan identifier: a stopped change unlinks the provider, even if the attacker removed the address', async () => {
  const [email, own] = [aVictim(), 'tidy-intruder@example.com'];
  const stolen = await core.signedIn(email);
  const ask = (path: string, body: object, cookie?: string) =>
    core.call('POST', path, { body, ...(cookie !== undefined && { cookie }) });
  expect((await ask('/address-add', { email: own }, stolen.cookie)).status).toBe(200);
  const added = { email: own, code: await world.codeTo(own) };
  expect((await ask('/address-confirm', added, stolen.cookie)).status).toBe(200);
  const intruder = new Visitor(core);
  expect(await intruder.signIn('google', false, { email: own })).toBe('/dashboard');
  expect((await intruder.call('POST', '/address-remove', { email: own })).status).toBe(200);

  const links = () =>
    world.mail.to(email).flatMap(({ mail }) => /stop-change#([\w-]+)/.exec(mail.text ?? '')?.[1] ?? []);
  await until(() => links().length > 0);
  expect((await ask('/address-stop', { token: links()[0] })).status).toBe(200);
  expect(await intruder.email()).toBeUndefined();
  expect(await intruder.signIn('google', false, { email: own })).toBe('/login?error=signup-required');
});

test('unexpired e-mail change: a waiting change fails once another account has the address', async () => {
  const email = aVictim();
  const attacker = await core.signedIn('changing@example.com');
  const holder = { purpose: 'address', address: email } as const;
  await core.app.get(EmailCodesService).sendCode(holder, { network: '203.0.113.1' });
  const code = await world.codeTo(email);
  await joins(email);
  // Even if the attacker has the code.
  const isAdded = await core.database.transaction(async (tx) => {
    expect(await core.app.get(EmailCodesService).useCode(tx, holder, code)).toBe(true);
    const proven = { userId: attacker.userId, address: email, provenBy: 'code' } as const;
    return core.app.get(PeopleService).addAddress(tx, proven);
  });
  expect(isAdded).toBe(false);
  expect(await world.addressesOf('changing@example.com')).toHaveLength(1);
});

test('non-verifying provider: an address that Microsoft has not verified neither signs in nor makes an account', async () => {
  const email = aVictim();
  const attacker = new Visitor(core);
  const claimed = { email, unproven: true };
  expect(await attacker.signIn('microsoft', true, claimed)).toBe('/signup');
  expect(await world.addressesOf(email)).toEqual([]);
  await joins(email);
  for (const isSignUp of [false, true]) {
    expect(await attacker.signIn('microsoft', isSignUp, claimed)).toBe(isSignUp ? '/signup' : '/login');
    expect(await attacker.email()).toBeUndefined();
  }
  const code = await world.codeTo(email, 3);
  const guess = await attacker.call('POST', '/social-confirm', { code: notQuite(code) });
  expect(guess.status).toBe(422);
  const seen: unknown[] = await core.database.query('SELECT provider FROM identities WHERE provider = $1', [
    'microsoft',
  ]);
  expect(seen).toEqual([]);
});

test("non-verifying provider: the victim's code does not work for an attacker with the same address", async () => {
  const email = aVictim();
  const claimed = { email, unproven: true };
  const attacker = new Visitor(core);
  await attacker.signIn('microsoft', true, claimed);
  // Mails that are sent at the same moment may arrive in any order.
  await world.codeTo(email);
  const victim = new Visitor(core);
  // Another identity at the provider with the same address: the victim's own.
  await victim.signIn('google', true, claimed);
  const code = await world.codeTo(email, 2);
  expect((await attacker.call('POST', '/social-confirm', { code })).status).toBe(422);
  const confirmed = await victim.call('POST', '/social-confirm', { code });
  expect([confirmed.status, await confirmed.json()]).toEqual([200, { to: '/welcome' }]);
});

test('non-verifying provider: a code works only in the browser that came back from the provider', async () => {
  const email = aVictim();
  await joins(email);
  const attacker = new Visitor(core);
  await attacker.signIn('microsoft', false, { email, unproven: true });
  const code = await world.codeTo(email);
  const other = new Visitor(core);
  await other.begin(false);
  const answer = await other.call('POST', '/social-confirm', { code });
  expect([answer.status, cookieOf(answer)]).toEqual([409, '']);
});

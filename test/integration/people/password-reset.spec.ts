import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MailService, mailKey } from '@sixpence/core/platform/mail/mail.service';
import { openLetter } from '@sixpence/core/platform/mail/sealed-letter';
import { money } from '@sixpence/money/money';
import { cookieOf } from '../../support/core/core-app.js';
import { shiftClock } from '../../support/builders/ledger.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { notQuite } from '../../support/peers/mailbox-codes.js';
import { ReleaseWorld, type TestSite } from '../../support/worlds/release.js';

const oldPassword = 'Sixpence1';
const newPassword = 'Shilling2';

const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;
beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  site = await world.aSite();
});
afterAll(() => after.disposeAsync());

/** A signed-in person, who can pay. */
async function aSignedInPerson(): Promise<{ email: string; userId: string; cookie: string }> {
  const email = `${randomUUID()}@example.com`;
  return { email, ...(await world.core.signedIn(email)) };
}

const askCode = (email: string) => world.core.call('POST', '/reset-code', { body: { email } });
const confirm = (email: string, code: string, password = newPassword) =>
  world.core.call('POST', '/reset-confirm', { body: { email, code, password } });

/** Requests a code, and reads it in the waiting mail, because there is no mail server. */
async function codeFor(email: string): Promise<string> {
  const asked = await askCode(email);
  expect(asked.status).toBe(200);
  const { mail } = (await asked.json()) as { mail: string };
  const [row]: { sealed: Buffer }[] = await world.database.query(
    'SELECT sealed FROM outgoing_mails WHERE id = $1',
    [mail],
  );
  const letter = openLetter(mailKey(world.core.config), mail, row!.sealed);
  expect(letter.to).toBe(email);
  return /\b\d{6}\b/.exec(letter.text)?.[0] ?? '';
}

test('a mailed code sets a new password, and opens no session [rows 401, 403, 424]', async () => {
  const { email } = await aSignedInPerson();
  const answer = await confirm(email.toUpperCase(), await codeFor(email));
  expect([answer.status, await answer.json()]).toEqual([200, { message: 'Password reset successfully.' }]);
  // The browser gets a device cookie, and no session.
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^sixpence-device=/)]);
  expect((await world.core.logIn(email, oldPassword)).status).toBe(401);
  expect((await world.core.logIn(email, newPassword)).status).toBe(200);
});

test('an unknown address is refused [row 402]', async () => {
  const answer = await askCode('nobody@example.com');
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'account.unknown' }]);
});

test('a further address of a person resets their password too', async () => {
  const { email, userId } = await aSignedInPerson();
  const second = `${randomUUID()}@example.com`;
  await world.database.query(
    "INSERT INTO addresses (address, user_id, proven_by, is_primary) VALUES ($1, $2, 'code', false)",
    [second, userId],
  );
  expect((await confirm(second, await codeFor(second))).status).toBe(200);
  expect((await world.core.logIn(email, newPassword)).status).toBe(200);
});

test('a wrong code is answered 400 with a sentence, the sixth wrong code 429 [rows 421, 422]', async () => {
  const { email } = await aSignedInPerson();
  const code = await codeFor(email);
  for (let turn = 0; turn < 5; turn += 1) {
    const answer = await confirm(email, notQuite(code));
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 'reset.wrong-code', message: 'Invalid confirmation code.' },
    ]);
  }
  const sixth = await confirm(email, notQuite(code));
  expect(sixth.status).toBe(429);
  expect(sixth.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await confirm(email, code)).status).toBe(429);
  expect((await world.core.logIn(email, oldPassword)).status).toBe(200);
});

test('a wrong code gets the same answer for an address with a code, without a code, and without an account', async () => {
  const { email } = await aSignedInPerson();
  const asked = await aSignedInPerson();
  const code = await codeFor(asked.email);
  const answers = [];
  for (const address of [email, asked.email, 'nobody@example.com']) {
    const answer = await confirm(address, notQuite(code));
    answers.push([answer.status, await answer.text()]);
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test.each([
  ['7 characters', 321, 'Sixpen1'],
  ['no digit', 322, 'Sixpences'],
  ['no uppercase letter', 323, 'sixpence1'],
  ['no lowercase letter', 324, 'SIXPENCE1'],
])('a password with %s is refused with the rules for passwords [row %i]', async (_lacking, _row, weak) => {
  const { email } = await aSignedInPerson();
  const code = await codeFor(email);
  const answer = await confirm(email, code, weak);
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: 'account.weak-password', message: expect.stringContaining('at least 8 characters') },
  ]);
  expect((await confirm(email, code)).status).toBe(200);
});

test('a code for sign-up resets no password, and a code for a reset makes no account', async () => {
  const { email } = await aSignedInPerson();
  const code = await codeFor(email);
  const body = { email, code, password: newPassword };
  expect((await world.core.call('POST', '/email-signup', { body })).status).toBe(422);
  expect((await confirm(email, code)).status).toBe(200);
});

test('a code works once, and within ten minutes', async () => {
  const { email } = await aSignedInPerson();
  const code = await codeFor(email);
  expect((await confirm(email, code)).status).toBe(200);
  expect((await confirm(email, code)).status).toBe(400);
  const late = await codeFor(email);
  await shiftClock(world.database, '10 minutes');
  expect((await confirm(email, late)).status).toBe(400);
});

test('a reset ends every session, and the print code', async () => {
  const { email, userId, cookie } = await aSignedInPerson();
  const elsewhere = cookieOf(await world.core.logIn(email, oldPassword));
  const stranger = await aSignedInPerson();
  const printCode = await world.issue(userId);
  expect((await confirm(email, await codeFor(email))).status).toBe(200);
  expect([
    await world.core.isValid(cookie),
    await world.core.isValid(elsewhere),
    await world.core.isValid(stranger.cookie),
  ]).toEqual([false, false, true]);
  await expect(world.redeem(site, printCode.code)).rejects.toMatchObject({ code: 'code.wrong' });
});

test('after a reset an earlier browser has no budget of its own', async () => {
  const { email } = await aSignedInPerson();
  const cookie = (await world.core.logIn(email, oldPassword)).headers
    .getSetCookie()
    .find((set) => set.startsWith('sixpence-device='))
    ?.split(';')[0];
  expect(cookie).toBeDefined();
  expect((await confirm(email, await codeFor(email))).status).toBe(200);
  for (let turn = 0; turn < 10; turn += 1)
    expect((await world.core.logIn(email, oldPassword)).status).toBe(401);
  const body = { email, password: newPassword };
  expect((await world.core.call('POST', '/email-login', { body, cookie: cookie! })).status).toBe(429);
});

test('a reset ends an idle panel session, but not one that is printing', async () => {
  const [idle, busy] = [await aSignedInPerson(), await world.aPerson('1.00')];
  const busyEmail = await addressOf(busy);
  const idlePanel = await world.logIn(site, idle.userId, 'library');
  const document = await world.aDocument(busy);
  expect(document).toEqual(expect.any(String));
  const busyPanel = await world.logIn(site, busy, 'hall');
  const { jobs } = await world.print(site, busyPanel);
  expect(jobs).toHaveLength(1);
  for (const email of [idle.email, busyEmail]) {
    expect((await confirm(email, await codeFor(email))).status).toBe(200);
  }
  await expect(world.sessions.touchSession(site.agent.id, idlePanel.panelSessionId)).rejects.toMatchObject({
    code: 'panel-session.ended',
  });
  await expect(world.sessions.touchSession(site.agent.id, busyPanel.panelSessionId)).resolves.toMatchObject({
    ownerId: busy,
  });
});

test('after a reset the running job completes, and its panel session prints nothing more', async () => {
  const userId = await world.aPerson('1.00');
  const email = await addressOf(userId);
  await world.aDocument(userId);
  const panel = await world.logIn(site, userId, 'library');
  const { jobs } = await world.print(site, panel);
  expect((await confirm(email, await codeFor(email))).status).toBe(200);
  const ended = { code: 'panel-session.ended' };
  await expect(world.print(site, panel)).rejects.toMatchObject(ended);
  const settled = { jobId: jobs[0]!.jobId, outcome: 'completed', impressions: 3 } as const;
  expect(await world.jobs.settleJob(site.agent.id, settled)).toMatchObject({ captured: money(15, 'GBP') });
  await expect(world.sessions.touchSession(site.agent.id, panel.panelSessionId)).rejects.toMatchObject(ended);
  await expect(world.print(site, panel)).rejects.toMatchObject(ended);
});

test('a print code that is requested at the moment of a reset is refused', async () => {
  const { email, userId, cookie } = await aSignedInPerson();
  const code = await codeFor(email);
  await world.issue(userId);
  const { reset, asked } = await world.database.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM print_codes WHERE owner_id = $1 FOR UPDATE', [userId]);
    const reset = confirm(email, code);
    await lockWaits(world.database, 1);
    const asked = world.core.call('POST', '/create-code', { cookie });
    await lockWaits(world.database, 2);
    return { reset, asked };
  });
  expect([(await reset).status, (await asked).status]).toEqual([200, 401]);
  const active = "SELECT 1 FROM print_codes WHERE owner_id = $1 AND state = 'active'";
  expect(await world.database.query(active, [userId])).toEqual([]);
});

test('sign-ins with the old password at the moment of the reset leave no session', async () => {
  const { email } = await aSignedInPerson();
  const code = await codeFor(email);
  const [reset, ...logins] = await Promise.all([
    confirm(email, code),
    ...Array.from({ length: 6 }, () => world.core.logIn(email, oldPassword)),
  ]);
  expect(reset.status).toBe(200);
  const cookies = logins.filter(({ status }) => status === 200).map(cookieOf);
  expect(await Promise.all(cookies.map((cookie) => world.core.isValid(cookie)))).toEqual(
    cookies.map(() => false),
  );
});

test('an undeliverable address counts as deliverable after a person types a code that was mailed to it', async () => {
  const { email } = await aSignedInPerson();
  const refusedSince = async (): Promise<Date | null> => {
    const [row]: { undeliverable_at: Date | null }[] = await world.database.query(
      'SELECT undeliverable_at FROM addresses WHERE address = $1',
      [email],
    );
    return row!.undeliverable_at;
  };
  const mail = world.core.app.get(MailService);
  await mail.refused.notify(email);
  const first = await refusedSince();
  await mail.refused.notify(email);
  expect([first, await refusedSince()]).toEqual([expect.any(Date), first]);
  expect((await confirm(email, await codeFor(email))).status).toBe(200);
  expect(await refusedSince()).toBeNull();
});

async function addressOf(userId: string): Promise<string> {
  const [row]: { address: string }[] = await world.database.query(
    'SELECT address FROM addresses WHERE user_id = $1',
    [userId],
  );
  return row?.address ?? '';
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import { CoreApp, cookieOf } from '../../support/core/core-app.js';
import { forgetAttempts } from '../../support/faults/forgotten-attempts.js';
import { shiftClock } from '../../support/builders/ledger.js';
import { lettersTo, mailedCode, stopToken } from '../../support/peers/letters.js';
import { lockWaits } from '../../support/faults/lock-waits.js';

const after = new AsyncDisposableStack();
let core: CoreApp;
beforeAll(async () => {
  core = after.use(await CoreApp.start());
});
afterAll(() => after.disposeAsync());
// What networks were told, and guessed, is counted across tests; here it is not the point.
beforeEach(() => forgetAttempts(core));

interface Somebody {
  email: string;
  userId: string;
  cookie: string;
}

const anAddress = () => `${randomUUID()}@example.com`;

async function somebody(): Promise<Somebody> {
  const email = anAddress();
  return { email, ...(await core.signedIn(email)) };
}

const ask = (path: string, cookie: string, body: object) => core.call('POST', path, { cookie, body });
const logIn = (email: string, password = 'Sixpence1') => core.logIn(email, password);
const stop = (token: string) => core.call('POST', '/address-stop', { body: { token } });

async function add(cookie: string, email = anAddress()): Promise<string> {
  expect((await ask('/address-add', cookie, { email })).status).toBe(200);
  const confirmed = await ask('/address-confirm', cookie, { email, code: await mailedCode(core, email) });
  expect(confirmed.status).toBe(200);
  return email;
}

async function makePrimary(cookie: string, email: string): Promise<void> {
  expect((await ask('/address-primary', cookie, { email })).status).toBe(200);
}

async function remove(cookie: string, email: string): Promise<void> {
  expect((await ask('/address-remove', cookie, { email })).status).toBe(200);
}

async function reset(email: string, password: string): Promise<void> {
  expect((await core.call('POST', '/reset-code', { body: { email } })).status).toBe(200);
  const body = { email, code: await mailedCode(core, email), password };
  expect((await core.call('POST', '/reset-confirm', { body })).status).toBe(200);
}

async function addressesOf(cookie: string): Promise<string[]> {
  const answer = await core.call('GET', '/account-details', { cookie });
  const { addresses } = (await answer.json()) as AccountDetails;
  return addresses.map(({ address, leavesAt }) => (leavesAt === null ? address : `${address} leaves`));
}

async function refusalOf(answer: Promise<Response>): Promise<[number, string]> {
  const { status, ...rest } = await answer.then(async (response) => ({
    status: response.status,
    ...((await response.json()) as { code: string }),
  }));
  return [status, rest.code];
}

describe('adding', () => {
  test('an address is added with the code that was mailed to it, and signs in', async () => {
    const { email, cookie } = await somebody();
    // In the order in which they were added.
    const [further, third] = [`z-${anAddress()}`, `a-${anAddress()}`];
    for (const address of [further, third]) await add(cookie, address);
    expect(await addressesOf(cookie)).toEqual([email, further, third]);
    expect((await logIn(further)).status).toBe(200);
  });

  test('only the session that asked for a code can use it', async () => {
    const [asker, thief] = [await somebody(), await somebody()];
    const further = anAddress();
    await ask('/address-add', asker.cookie, { email: further });
    const body = { email: further, code: await mailedCode(core, further) };
    const elsewhere = cookieOf(await logIn(asker.email));
    const wrong = [422, 'address.wrong-code'];
    expect(await refusalOf(ask('/address-confirm', thief.cookie, body))).toEqual(wrong);
    expect(await refusalOf(ask('/address-confirm', elsewhere, body))).toEqual(wrong);
    expect((await ask('/address-confirm', asker.cookie, body)).status).toBe(200);
    expect(await addressesOf(thief.cookie)).toEqual([thief.email]);
  });

  test('an address of somebody else is refused, and so is one of their own', async () => {
    const [person, other] = [await somebody(), await somebody()];
    const asked = (email: string) => refusalOf(ask('/address-add', person.cookie, { email }));
    expect(await asked(other.email.toUpperCase())).toEqual([409, 'address.taken']);
    expect(await asked(person.email)).toEqual([409, 'address.yours']);
  });

  test('asking who has an account this way is counted as at sign-up', async () => {
    const [person, other] = [await somebody(), await somebody()];
    for (let turn = 0; turn < 30; turn += 1) {
      await core.call('POST', '/reset-code', { body: { email: anAddress() } });
    }
    const statuses = [];
    for (const email of [other.email, anAddress()]) {
      statuses.push((await ask('/address-add', person.cookie, { email })).status);
    }
    // Known and unknown get one answer from here on; the reader of the mail is told the rest.
    expect(statuses).toEqual([200, 200]);
    const code = await mailedCode(core, other.email);
    expect(await refusalOf(ask('/address-confirm', person.cookie, { email: other.email, code }))).toEqual([
      409,
      'address.taken',
    ]);
  });

  test('an address that somebody takes meanwhile is not added', async () => {
    const person = await somebody();
    const wanted = anAddress();
    await ask('/address-add', person.cookie, { email: wanted });
    const code = await mailedCode(core, wanted);
    await core.signedIn(wanted);
    const confirmed = ask('/address-confirm', person.cookie, { email: wanted, code });
    expect(await refusalOf(confirmed)).toEqual([409, 'address.taken']);
    expect(await addressesOf(person.cookie)).toEqual([person.email]);
  });

  test('nobody has codes mailed to many strangers', async () => {
    const { cookie } = await somebody();
    for (let turn = 0; turn < 15; turn += 1) {
      expect((await ask('/address-add', cookie, { email: anAddress() })).status).toBe(200);
    }
    const next = ask('/address-add', cookie, { email: anAddress() });
    expect(await refusalOf(next)).toEqual([429, 'request.too-many']);
  });

  test('there are five addresses at most', async () => {
    const { cookie } = await somebody();
    const further: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) further.push(await add(cookie));
    const sixth = () => refusalOf(ask('/address-add', cookie, { email: anAddress() }));
    expect(await sixth()).toEqual([409, 'address.full']);
    // One that is about to go has its place still, and may stay.
    await shiftClock(core.database, '73 hours');
    await remove(cookie, further[0]!);
    expect(await sixth()).toEqual([409, 'address.full']);
    await add(cookie, further[0]);
    expect(await addressesOf(cookie)).toHaveLength(5);
  });
});

describe('removing', () => {
  test('an address that has a say goes after 72 hours, and counts until then', async () => {
    const { email, cookie } = await somebody();
    const further = await add(cookie);
    await shiftClock(core.database, '73 hours');
    await remove(cookie, further);
    expect(await addressesOf(cookie)).toEqual([email, `${further} leaves`]);
    expect((await logIn(further)).status).toBe(200);
    await shiftClock(core.database, '72 hours');
    expect(await addressesOf(cookie)).toEqual([email]);
    expect((await logIn(further)).status).toBe(403);
    const other = await core.signedIn(further);
    expect(await addressesOf(other.cookie)).toEqual([further]);
  });

  test('one that was added just now goes at once', async () => {
    const { email, cookie } = await somebody();
    const further = await add(cookie);
    await remove(cookie, further);
    expect(await addressesOf(cookie)).toEqual([email]);
    expect((await logIn(further)).status).toBe(403);
  });

  test('whoever adds it again keeps it', async () => {
    const { email, cookie } = await somebody();
    const further = await add(cookie);
    await shiftClock(core.database, '73 hours');
    await remove(cookie, further);
    const removal = await stopToken(core, email);
    await add(cookie, further);
    // Its removal is over, and nobody stops it any more.
    expect((await refusalOf(stop(removal)))[1]).toBe('address.stop-unknown');
    await shiftClock(core.database, '73 hours');
    expect(await addressesOf(cookie)).toEqual([email, further]);
  });

  test('the main address, which is also the last one, cannot be removed', async () => {
    const { email, cookie } = await somebody();
    const removed = ask('/address-remove', cookie, { email });
    expect(await refusalOf(removed)).toEqual([409, 'address.primary']);
    expect(await addressesOf(cookie)).toEqual([email]);
  });

  test.each(['/address-remove', '/address-primary'])('%s knows no address of anybody else', async (path) => {
    const [person, other] = [await somebody(), await somebody()];
    for (const email of [other.email, anAddress()]) {
      expect(await refusalOf(ask(path, person.cookie, { email }))).toEqual([404, 'address.unknown']);
    }
    expect(await addressesOf(other.cookie)).toEqual([other.email]);
  });
});

describe('another main address', () => {
  test('is shown and written to from now on, and other sessions end', async () => {
    const { email, cookie } = await somebody();
    const elsewhere = cookieOf(await logIn(email));
    const further = await add(cookie);
    await makePrimary(cookie, further);
    expect(await (await core.call('GET', '/footer-email', { cookie })).json()).toEqual({ email: further });
    expect(await addressesOf(cookie)).toEqual([further, email]);
    expect([await core.isValid(cookie), await core.isValid(elsewhere)]).toEqual([true, false]);
    const told = (await lettersTo(core, email)).length;
    await makePrimary(cookie, further);
    expect(await lettersTo(core, email)).toHaveLength(told);
  });

  test('nobody has a warning drowned in hundreds of mails about changes to and fro', async () => {
    const { email, cookie } = await somebody();
    const further = await add(cookie);
    for (let turn = 0; turn < 10; turn += 1) {
      await makePrimary(cookie, further);
      await makePrimary(cookie, email);
    }
    const next = ask('/address-primary', cookie, { email: further });
    expect(await refusalOf(next)).toEqual([429, 'request.too-many']);
    const removed = ask('/address-remove', cookie, { email: further });
    expect(await refusalOf(removed)).toEqual([429, 'request.too-many']);
  });

  test('an address that is about to go cannot be it', async () => {
    const { cookie } = await somebody();
    const further = await add(cookie);
    await shiftClock(core.database, '73 hours');
    await remove(cookie, further);
    const made = ask('/address-primary', cookie, { email: further });
    expect(await refusalOf(made)).toEqual([404, 'address.unknown']);
  });
});

describe('stopping', () => {
  test('a thief of a session who changes the address loses it again by the mail to the old one', async () => {
    const { email, cookie } = await somebody();
    const evil = await add(cookie);
    const token = await stopToken(core, email);
    await makePrimary(cookie, evil);
    await remove(cookie, email);
    expect((await stop(token)).status).toBe(200);
    expect(await core.isValid(cookie)).toBe(false);
    expect((await logIn(evil)).status).toBe(403);
    expect((await logIn(email)).status).toBe(401);
    await reset(email, 'Shilling2');
    const back = cookieOf(await logIn(email, 'Shilling2'));
    expect(await addressesOf(back)).toEqual([email]);
  });

  test('each mail stops its own change and those after it, and no other', async () => {
    const { email, cookie } = await somebody();
    const further = await add(cookie);
    await makePrimary(cookie, further);
    const another = await add(cookie);
    expect((await stop(await stopToken(core, email))).status).toBe(200);
    await reset(further, 'Shilling2');
    const back = cookieOf(await logIn(further, 'Shilling2'));
    expect(await addressesOf(back)).toEqual([further, email]);
    expect((await logIn(another, 'Shilling2')).status).toBe(403);
  });

  test('the main address is found again though one between was removed', async () => {
    const { email, cookie } = await somebody();
    const between = await add(cookie);
    await makePrimary(cookie, between);
    const latest = await add(cookie);
    await makePrimary(cookie, latest);
    await remove(cookie, between);
    const token = await stopToken(core, email);
    expect((await stop(token)).status).toBe(200);
    await reset(email, 'Shilling2');
    expect(await addressesOf(cookieOf(await logIn(email, 'Shilling2')))).toEqual([email]);
  });

  test('an address that was added just now has no say', async () => {
    const { cookie } = await somebody();
    const evil = await add(cookie);
    await add(cookie);
    expect(await stopToken(core, evil)).toBe('no link');
    await remove(cookie, evil);
    expect(await stopToken(core, evil)).toBe('no link');
  });

  test('a link works once, for 72 hours, and no other opens anything', async () => {
    const [one, other] = [await somebody(), await somebody()];
    await add(one.cookie);
    await add(other.cookie);
    const [first, late] = [await stopToken(core, one.email), await stopToken(core, other.email)];
    const unknown = [404, 'address.stop-unknown'];
    expect(await refusalOf(stop('a'.repeat(43)))).toEqual(unknown);
    expect((await stop(first)).status).toBe(200);
    expect(await refusalOf(stop(first))).toEqual(unknown);
    await shiftClock(core.database, '72 hours');
    expect(await refusalOf(stop(late))).toEqual(unknown);
    expect(await core.isValid(other.cookie)).toBe(true);
  });

  test('the database holds no link', async () => {
    const { email, cookie } = await somebody();
    await add(cookie);
    const rows: { token_hash: Buffer }[] = await core.database.query(
      'SELECT token_hash FROM address_changes',
    );
    const token = await stopToken(core, email);
    expect(rows.some(({ token_hash: hash }) => hash.toString('base64url') === token)).toBe(false);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a reset', () => {
  test('leaves no change of addresses that was begun: its code is dead with its session', async () => {
    const { email, cookie: thief } = await somebody();
    const evil = anAddress();
    await ask('/address-add', thief, { email: evil });
    const code = await mailedCode(core, evil);
    await reset(email, 'Shilling2');
    expect((await ask('/address-confirm', thief, { email: evil, code })).status).toBe(401);
    const owner = cookieOf(await logIn(email, 'Shilling2'));
    const confirmed = ask('/address-confirm', owner, { email: evil, code });
    expect(await refusalOf(confirmed)).toEqual([422, 'address.wrong-code']);
    expect(await addressesOf(owner)).toEqual([email]);
  });

  test('through an address that was there before stops the changes of the last 72 hours', async () => {
    const { email, cookie: thief } = await somebody();
    const evil = await add(thief);
    await makePrimary(thief, evil);
    await remove(thief, email);
    await reset(email, 'Shilling2');
    const owner = cookieOf(await logIn(email, 'Shilling2'));
    expect(await addressesOf(owner)).toEqual([email]);
    expect((await logIn(evil, 'Shilling2')).status).toBe(403);
  });

  test('gives the main address back that was there before two changes of it', async () => {
    const { email, cookie: thief } = await somebody();
    for (const evil of [await add(thief), await add(thief)]) await makePrimary(thief, evil);
    await reset(email, 'Shilling2');
    expect(await addressesOf(cookieOf(await logIn(email, 'Shilling2')))).toEqual([email]);
  });

  test('through one that was added just now stops nothing', async () => {
    const { email, cookie } = await somebody();
    const evil = await add(cookie);
    await reset(evil, 'Shilling2');
    const token = await stopToken(core, email);
    expect((await stop(token)).status).toBe(200);
    expect((await logIn(evil, 'Shilling2')).status).toBe(403);
  });

  test.each(['the confirmation', 'the reset'])(
    'at the moment of the confirmation leaves nothing of it either, when %s comes first',
    async (first) => {
      const { email, userId, cookie: thief } = await somebody();
      const evil = anAddress();
      await ask('/address-add', thief, { email: evil });
      const code = await mailedCode(core, evil);
      await core.call('POST', '/reset-code', { body: { email } });
      const resetCode = await mailedCode(core, email);
      const confirm = () => ask('/address-confirm', thief, { email: evil, code });
      const reset = () =>
        core.call('POST', '/reset-confirm', { body: { email, code: resetCode, password: 'Shilling2' } });
      const isFirst = first === 'the confirmation';
      const { earlier, later } = await core.database.transaction(async (tx) => {
        // Both need the session last. The earlier one waits for it with all its work done but the commit.
        await tx.query('SELECT 1 FROM sessions WHERE user_id = $1 FOR UPDATE', [userId]);
        const earlier = isFirst ? confirm() : reset();
        await lockWaits(core.database, 1);
        const later = isFirst ? reset() : confirm();
        await lockWaits(core.database, 2);
        return { earlier, later };
      });
      expect([(await earlier).status, (await later).status]).toEqual([200, isFirst ? 200 : 401]);
      expect(await addressesOf(cookieOf(await logIn(email, 'Shilling2')))).toEqual([email]);
    },
  );
});

describe('mails', () => {
  test('the addresses that were there before are told of every change, and the new one of none', async () => {
    const { email, cookie } = await somebody();
    const further = await add(cookie);
    await makePrimary(cookie, further);
    await remove(cookie, email);
    expect((await lettersTo(core, email)).map(({ subject }) => subject)).toEqual([
      'An address was added to your account',
      'Your account has another main address',
      'An address was removed from your account',
    ]);
    expect((await lettersTo(core, further)).map(({ subject }) => subject)).toEqual([
      'Your code for this address',
    ]);
  });

  test('they name no address, and say what to do', async () => {
    const { email, cookie } = await somebody();
    const further = await add(cookie);
    const [letter] = await lettersTo(core, email);
    expect(letter?.text).not.toContain(further);
    expect(letter?.text).not.toContain(email);
    expect(letter?.text).not.toMatch(/\b\d{6}\b/);
    expect(letter?.text).toContain('If it was not you, stop it within 72 hours:');
    expect(letter?.text).toContain(`${core.config.PUBLIC_URL}/stop-change#`);
  });
});

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
// Budgets count across tests; this file does not test them.
beforeEach(() => forgetAttempts(core));

interface SignedInPerson {
  email: string;
  userId: string;
  cookie: string;
}

const anAddress = () => `${randomUUID()}@example.com`;

async function aSignedInPerson(): Promise<SignedInPerson> {
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

describe('adding an address', () => {
  test('a signed-in person gets a code even if their network has used up the codes for strangers', async () => {
    const { cookie } = await aSignedInPerson();
    const asStranger = () => core.call('POST', '/signup-code', { body: { email: anAddress() } });
    expect((await asStranger()).status).toBe(200);
    await core.database.query(
      "UPDATE attempt_budgets SET points = 600 WHERE key LIKE 'mailed codes of a network:%'",
    );
    expect((await asStranger()).status).toBe(429);
    expect((await ask('/address-add', cookie, { email: anAddress() })).status).toBe(200);
  });

  test('the address is added with the code that was mailed to it, and can sign in', async () => {
    const { email, cookie } = await aSignedInPerson();
    // In the order in which they were added.
    const [further, third] = [`z-${anAddress()}`, `a-${anAddress()}`];
    for (const address of [further, third]) await add(cookie, address);
    expect(await addressesOf(cookie)).toEqual([email, further, third]);
    expect((await logIn(further)).status).toBe(200);
  });

  test('only the session that requested a code can use it', async () => {
    const [asker, thief] = [await aSignedInPerson(), await aSignedInPerson()];
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

  test('an address of another account is refused, and so is one of the same account', async () => {
    const [person, other] = [await aSignedInPerson(), await aSignedInPerson()];
    const asked = (email: string) => refusalOf(ask('/address-add', person.cookie, { email }));
    expect(await asked(other.email.toUpperCase())).toEqual([409, 'address.taken']);
    expect(await asked(person.email)).toEqual([409, 'address.yours']);
  });

  test('adding addresses uses the same budget for account look-ups as sign-up', async () => {
    const [person, other] = [await aSignedInPerson(), await aSignedInPerson()];
    for (let round = 0; round < 30; round += 1) {
      await core.call('POST', '/reset-code', { body: { email: anAddress() } });
    }
    const statuses = [];
    for (const email of [other.email, anAddress()]) {
      statuses.push((await ask('/address-add', person.cookie, { email })).status);
    }
    // From here on, known and unknown addresses get the same answer. Only the person who types the code
    // learns that the address has an account.
    expect(statuses).toEqual([200, 200]);
    const code = await mailedCode(core, other.email);
    expect(await refusalOf(ask('/address-confirm', person.cookie, { email: other.email, code }))).toEqual([
      409,
      'address.taken',
    ]);
  });

  test('an address that another user proves meanwhile is not added', async () => {
    const person = await aSignedInPerson();
    const wanted = anAddress();
    await ask('/address-add', person.cookie, { email: wanted });
    const code = await mailedCode(core, wanted);
    await core.signedIn(wanted);
    const confirmed = ask('/address-confirm', person.cookie, { email: wanted, code });
    expect(await refusalOf(confirmed)).toEqual([409, 'address.taken']);
    expect(await addressesOf(person.cookie)).toEqual([person.email]);
  });

  test('the sixteenth code to another address is refused', async () => {
    const { cookie } = await aSignedInPerson();
    for (let round = 0; round < 15; round += 1) {
      expect((await ask('/address-add', cookie, { email: anAddress() })).status).toBe(200);
    }
    const next = ask('/address-add', cookie, { email: anAddress() });
    expect(await refusalOf(next)).toEqual([429, 'request.too-many']);
  });

  test('an account has at most five addresses', async () => {
    const { cookie } = await aSignedInPerson();
    const further: string[] = [];
    for (let round = 0; round < 4; round += 1) further.push(await add(cookie));
    const sixth = () => refusalOf(ask('/address-add', cookie, { email: anAddress() }));
    expect(await sixth()).toEqual([409, 'address.full']);
    // An address that is being removed still counts, and its removal can be cancelled.
    await shiftClock(core.database, '73 hours');
    await remove(cookie, further[0]!);
    expect(await sixth()).toEqual([409, 'address.full']);
    await add(cookie, further[0]);
    expect(await addressesOf(cookie)).toHaveLength(5);
  });
});

describe('removing an address', () => {
  test('an older address is deleted after 72 hours, and can sign in until then', async () => {
    const { email, cookie } = await aSignedInPerson();
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

  test('an address that was added just now is deleted at once', async () => {
    const { email, cookie } = await aSignedInPerson();
    const further = await add(cookie);
    await remove(cookie, further);
    expect(await addressesOf(cookie)).toEqual([email]);
    expect((await logIn(further)).status).toBe(403);
  });

  test('adding the address again cancels its removal', async () => {
    const { email, cookie } = await aSignedInPerson();
    const further = await add(cookie);
    await shiftClock(core.database, '73 hours');
    await remove(cookie, further);
    const removal = await stopToken(core, email);
    await add(cookie, further);
    // The removal has ended, so its link stops nothing.
    expect((await refusalOf(stop(removal)))[1]).toBe('address.stop-unknown');
    await shiftClock(core.database, '73 hours');
    expect(await addressesOf(cookie)).toEqual([email, further]);
  });

  test('the main address, which is also the last one, cannot be removed', async () => {
    const { email, cookie } = await aSignedInPerson();
    const removed = ask('/address-remove', cookie, { email });
    expect(await refusalOf(removed)).toEqual([409, 'address.primary']);
    expect(await addressesOf(cookie)).toEqual([email]);
  });

  test.each(['/address-remove', '/address-primary'])(
    '%s refuses an address of another account as unknown',
    async (path) => {
      const [person, other] = [await aSignedInPerson(), await aSignedInPerson()];
      for (const email of [other.email, anAddress()]) {
        expect(await refusalOf(ask(path, person.cookie, { email }))).toEqual([404, 'address.unknown']);
      }
      expect(await addressesOf(other.cookie)).toEqual([other.email]);
    },
  );
});

describe('changing the main address', () => {
  test('the new main address is shown and gets the mail, and other sessions end', async () => {
    const { email, cookie } = await aSignedInPerson();
    const elsewhere = cookieOf(await logIn(email));
    const further = await add(cookie);
    await makePrimary(cookie, further);
    expect(await (await core.call('GET', '/footer-email', { cookie })).json()).toEqual({ email: further });
    expect(await addressesOf(cookie)).toEqual([further, email]);
    expect([await core.isValid(cookie), await core.isValid(elsewhere)]).toEqual([true, false]);
    const mails = (await lettersTo(core, email)).length;
    await makePrimary(cookie, further);
    expect(await lettersTo(core, email)).toHaveLength(mails);
  });

  test('repeated changes are refused before their mails hide a warning', async () => {
    const { email, cookie } = await aSignedInPerson();
    const further = await add(cookie);
    for (let round = 0; round < 10; round += 1) {
      await makePrimary(cookie, further);
      await makePrimary(cookie, email);
    }
    const next = ask('/address-primary', cookie, { email: further });
    expect(await refusalOf(next)).toEqual([429, 'request.too-many']);
    const removed = ask('/address-remove', cookie, { email: further });
    expect(await refusalOf(removed)).toEqual([429, 'request.too-many']);
  });

  test('an address that is being removed cannot become the main address', async () => {
    const { cookie } = await aSignedInPerson();
    const further = await add(cookie);
    await shiftClock(core.database, '73 hours');
    await remove(cookie, further);
    const made = ask('/address-primary', cookie, { email: further });
    expect(await refusalOf(made)).toEqual([404, 'address.unknown']);
  });
});

describe('stopping a change by its link', () => {
  test('the owner gets the account back from a thief who changed the address in a stolen session', async () => {
    const { email, cookie } = await aSignedInPerson();
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

  test('each mail stops its own change and later ones, and no earlier one', async () => {
    const { email, cookie } = await aSignedInPerson();
    const further = await add(cookie);
    await makePrimary(cookie, further);
    const another = await add(cookie);
    expect((await stop(await stopToken(core, email))).status).toBe(200);
    await reset(further, 'Shilling2');
    const back = cookieOf(await logIn(further, 'Shilling2'));
    expect(await addressesOf(back)).toEqual([further, email]);
    expect((await logIn(another, 'Shilling2')).status).toBe(403);
  });

  test('the old main address is restored even if a main address in between was removed', async () => {
    const { email, cookie } = await aSignedInPerson();
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

  test('an address that was added just now gets no link', async () => {
    const { cookie } = await aSignedInPerson();
    const evil = await add(cookie);
    await add(cookie);
    expect(await stopToken(core, evil)).toBe('no link');
    await remove(cookie, evil);
    expect(await stopToken(core, evil)).toBe('no link');
  });

  test('a link works once, for 72 hours, and for its own account', async () => {
    const [one, other] = [await aSignedInPerson(), await aSignedInPerson()];
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
    const { email, cookie } = await aSignedInPerson();
    await add(cookie);
    const rows: { token_hash: Buffer }[] = await core.database.query(
      'SELECT token_hash FROM address_changes',
    );
    const token = await stopToken(core, email);
    expect(rows.some(({ token_hash: hash }) => hash.toString('base64url') === token)).toBe(false);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a password reset', () => {
  test('ends an unfinished change of addresses', async () => {
    const { email, cookie: thief } = await aSignedInPerson();
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

  test('through an older address reverts the changes of the last 72 hours', async () => {
    const { email, cookie: thief } = await aSignedInPerson();
    const evil = await add(thief);
    await makePrimary(thief, evil);
    await remove(thief, email);
    await reset(email, 'Shilling2');
    const owner = cookieOf(await logIn(email, 'Shilling2'));
    expect(await addressesOf(owner)).toEqual([email]);
    expect((await logIn(evil, 'Shilling2')).status).toBe(403);
  });

  test('restores the main address from before two changes', async () => {
    const { email, cookie: thief } = await aSignedInPerson();
    for (const evil of [await add(thief), await add(thief)]) await makePrimary(thief, evil);
    await reset(email, 'Shilling2');
    expect(await addressesOf(cookieOf(await logIn(email, 'Shilling2')))).toEqual([email]);
  });

  test('through an address that was added just now reverts nothing', async () => {
    const { email, cookie } = await aSignedInPerson();
    const evil = await add(cookie);
    await reset(evil, 'Shilling2');
    const token = await stopToken(core, email);
    expect((await stop(token)).status).toBe(200);
    expect((await logIn(evil, 'Shilling2')).status).toBe(403);
  });

  test.each(['the confirmation', 'the reset'])(
    'at the same time as the confirmation of an address removes that address, also if %s is first',
    async (first) => {
      const { email, userId, cookie: thief } = await aSignedInPerson();
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
        // Both calls lock the session last: the first one waits for this lock and then only commits.
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

describe('mails about changes of addresses', () => {
  test('go to the older addresses at every change, and never to the new address', async () => {
    const { email, cookie } = await aSignedInPerson();
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

  test('name no address, and say what to do', async () => {
    const { email, cookie } = await aSignedInPerson();
    const further = await add(cookie);
    const [letter] = await lettersTo(core, email);
    expect(letter?.text).not.toContain(further);
    expect(letter?.text).not.toContain(email);
    expect(letter?.text).not.toMatch(/\b\d{6}\b/);
    expect(letter?.text).toContain('If it was not you, stop it within 72 hours:');
    expect(letter?.text).toContain(`${core.config.PUBLIC_URL}/stop-change#`);
  });
});

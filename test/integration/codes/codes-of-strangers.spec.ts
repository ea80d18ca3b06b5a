import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { EmailCodesService } from '@sixpence/core/people/email-codes/email-codes.service';
import { CoreApp } from '../../support/core/core-app.js';
import { forgetAttempts } from '../../support/faults/forgotten-attempts.js';
import { mailedCode } from '../../support/peers/letters.js';
import { notQuite } from '../../support/peers/mailbox-codes.js';

const oldPassword = 'Sixpence1';
const newPassword = 'Shilling2';
const [home, office, abroad] = ['203.0.113.1', '203.0.113.2', '198.51.100.1'];

const after = new AsyncDisposableStack();
let core: CoreApp;
beforeAll(async () => {
  // Tests call from 127.0.0.1, which is therefore the trusted proxy that names the client address.
  core = after.use(await CoreApp.start({ TRUSTED_PROXIES: '127.0.0.1' }));
});
afterAll(() => after.disposeAsync());
beforeEach(() => forgetAttempts(core));

/** A browser in a network; it keeps its cookies. */
function aBrowser(from: string, first = '') {
  const cookies = new Map<string, string>(first === '' ? [] : [[first.split('=')[0]!, first]]);
  const post = async (path: string, body: object): Promise<Response> => {
    const cookie = [...cookies.values()].join('; ');
    const headers = { 'x-forwarded-for': from };
    const answer = await core.call('POST', path, { body, headers, ...(cookie !== '' && { cookie }) });
    for (const set of answer.headers.getSetCookie()) cookies.set(set.split('=')[0]!, set.split(';')[0]!);
    return answer;
  };
  return {
    ask: async (email: string) => (await post('/reset-code', { email })).status,
    confirm: async (email: string, code: string) =>
      (await post('/reset-confirm', { email, code, password: newPassword })).status,
    logIn: async (email: string, password: string) =>
      (await post('/email-login', { email, password })).status,
  };
}

async function addressOfPerson(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await core.signedIn(email);
  return email;
}

/** Budgets with this name prefix that are partly used up. */
const partlyUsed = (name: string): Promise<{ points: number }[]> =>
  core.database.query('SELECT points FROM attempt_budgets WHERE points > 0 AND key LIKE $1', [`${name}%`]);

test('wrong codes and code requests of a stranger do not stop the owner from setting a new password', async () => {
  const email = await addressOfPerson();
  const [owner, stranger] = [aBrowser(home), aBrowser(abroad)];
  expect(await owner.ask(email)).toBe(200);
  const code = await mailedCode(core, email);
  for (let turn = 0; turn < 4; turn += 1) await stranger.ask(email);
  for (let turn = 0; turn < 30; turn += 1) await stranger.confirm(email, notQuite(code));
  for (let network = 2; network < 12; network += 1) {
    for (let turn = 0; turn < 6; turn += 1) {
      await aBrowser(`198.51.100.${network}`).confirm(email, notQuite(code));
    }
  }
  expect(await owner.confirm(email, code)).toBe(200);
  expect(await owner.logIn(email, newPassword)).toBe(200);
});

test('after a stranger used up the mailed codes of an address, a browser that signed in before still gets one', async () => {
  const email = await addressOfPerson();
  const [owner, elsewhere] = [aBrowser(home), aBrowser(office)];
  expect(await owner.logIn(email, oldPassword)).toBe(200);
  for (let network = 1; network <= 3; network += 1) {
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await aBrowser(`198.51.100.${network}`).ask(email)).toBe(200);
    }
  }
  expect([await elsewhere.ask(email), await owner.ask(email)]).toEqual([429, 200]);
  expect(await owner.confirm(email, await mailedCode(core, email))).toBe(200);
});

test('wrong codes of a stranger in the same network do not stop a browser that signed in before from setting a new password', async () => {
  const email = await addressOfPerson();
  const [owner, stranger] = [aBrowser(home), aBrowser(home)];
  expect(await owner.logIn(email, oldPassword)).toBe(200);
  const guesses = [];
  for (let turn = 0; turn < 31; turn += 1)
    guesses.push(await stranger.confirm(`${randomUUID()}@b.org`, '123456'));
  expect(guesses).toEqual([...Array<number>(30).fill(400), 429]);
  expect(await owner.ask(email)).toBe(200);
  const code = await mailedCode(core, email);
  expect(await stranger.confirm(email, code)).toBe(429);
  expect(await owner.confirm(email, notQuite(code))).toBe(400);
  expect(await owner.confirm(email, code)).toBe(200);
});

test('wrong codes of a stranger in the same network do not use up the tries of the browser that requested the code', async () => {
  const email = await addressOfPerson();
  const [owner, stranger] = [aBrowser(home), aBrowser(home)];
  expect(await owner.ask(email)).toBe(200);
  const code = await mailedCode(core, email);
  expect(await stranger.ask(email)).toBe(200);
  const statuses = [];
  for (let turn = 0; turn < 6; turn += 1) statuses.push(await stranger.confirm(email, notQuite(code)));
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  expect(await owner.confirm(email, code)).toBe(200);
});

test('after wrong codes of a stranger, new users of the network can still try each code once', async () => {
  const [stranger, person] = [aBrowser(home), aBrowser(home)];
  for (let turn = 0; turn < 30; turn += 1) await stranger.confirm(`${randomUUID()}@b.org`, '123456');
  const email = await addressOfPerson();
  expect(await person.ask(email)).toBe(200);
  const first = await mailedCode(core, email);
  expect([await person.confirm(email, notQuite(first)), await person.confirm(email, first)]).toEqual([
    400, 429,
  ]);
  expect(await person.ask(email)).toBe(200);
  expect(await person.confirm(email, await mailedCode(core, email))).toBe(200);
  // A correct first try is not counted.
  expect(await partlyUsed('mailed code first tries:')).toEqual([{ points: 1 }]);
});

test('when a network with too many wrong codes has used up its first tries, the correct code is refused, too', async () => {
  const [stranger, person] = [aBrowser(home), aBrowser(home)];
  for (let turn = 0; turn < 30; turn += 1) await stranger.confirm(`${randomUUID()}@b.org`, '123456');
  const [email, next] = [await addressOfPerson(), await addressOfPerson()];
  expect(await person.ask(email)).toBe(200);
  expect(await person.confirm(email, notQuite(await mailedCode(core, email)))).toBe(400);
  await core.database.query(
    "UPDATE attempt_budgets SET points = 100 WHERE key LIKE 'mailed code first tries:%'",
  );
  expect(await person.ask(next)).toBe(200);
  expect(await person.confirm(next, await mailedCode(core, next))).toBe(429);
});

test('codes requested from one network do not use up the codes of another network', async () => {
  const email = await addressOfPerson();
  const statuses = [];
  for (let turn = 0; turn < 4; turn += 1) statuses.push(await aBrowser(abroad).ask(email));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await aBrowser(home).ask(email)).toBe(200);
});

test('a code works in another browser, and its use invalidates the other codes of the address', async () => {
  const email = await addressOfPerson();
  const [phone, laptop] = [aBrowser(home), aBrowser(office)];
  expect(await phone.ask(email)).toBe(200);
  const first = await mailedCode(core, email);
  expect(await laptop.ask(email)).toBe(200);
  const second = await mailedCode(core, email);
  expect(await aBrowser(abroad).confirm(email, first)).toBe(200);
  expect(await partlyUsed('mailed code ')).toEqual([]);
  expect(await laptop.confirm(email, second)).toBe(400);
});

test('a browser without cookies can use the newest code of its network', async () => {
  const email = await addressOfPerson();
  expect([await aBrowser(home).ask(email), await aBrowser(home).ask(email)]).toEqual([200, 200]);
  const newest = await mailedCode(core, email);
  expect(await aBrowser(home).confirm(email, newest)).toBe(200);
});

test('a code for one purpose stays valid when the same browser gets a code for another purpose', async () => {
  const address = `${randomUUID()}@example.com`;
  const codes = core.app.get(EmailCodesService);
  const client = { network: home, browser: 'a browser' };
  const mailed: string[] = [];
  for (const purpose of ['reset', 'sign-up'] as const) {
    await codes.sendCode({ purpose, address }, client);
    mailed.push(await mailedCode(core, address));
  }
  expect(await codes.isRightCode({ purpose: 'reset', address }, { ...client, code: mailed[0]! })).toBe(true);
  expect(await codes.isRightCode({ purpose: 'sign-up', address }, { ...client, code: mailed[1]! })).toBe(
    true,
  );
});

test('using a code that is bound to its requester leaves the codes of other requesters valid', async () => {
  const address = `${randomUUID()}@example.com`;
  const codes = core.app.get(EmailCodesService);
  const client = { network: home };
  const holders = ['one', 'other'].map((askedBy) => ({ purpose: 'address', address, askedBy }) as const);
  const mailed: string[] = [];
  for (const holder of holders) {
    await codes.sendCode(holder, client);
    mailed.push(await mailedCode(core, address));
  }
  const use = (which: 0 | 1) =>
    core.database.transaction((tx) => codes.useCode(tx, holders[which]!, mailed[which]!));
  expect([await use(0), await use(0), await use(1)]).toEqual([true, false, true]);
});

test('tries of a code from other networks are limited per network and in total', async () => {
  const email = await addressOfPerson();
  expect(await aBrowser(home).ask(email)).toBe(200);
  const code = await mailedCode(core, email);
  const tries = async (from: string, count: number) => {
    const statuses = [];
    for (let turn = 0; turn < count; turn += 1)
      statuses.push(await aBrowser(from).confirm(email, notQuite(code)));
    return statuses;
  };
  expect(await tries(abroad, 6)).toEqual([400, 400, 400, 400, 400, 429]);
  expect(await tries('198.51.100.2', 6)).toEqual([400, 400, 400, 400, 400, 429]);
  expect(await tries('198.51.100.3', 1)).toEqual([429]);
});

test('after many requests from a network, only the mailed code shows that there is no account', async () => {
  const from = '198.51.100.77';
  for (let turn = 0; turn < 30; turn += 1) {
    expect(await aBrowser(from).ask(`${randomUUID()}@example.com`)).toBe(403);
  }
  const unknownAddress = `${randomUUID()}@example.com`;
  const browser = aBrowser(from);
  expect(await browser.ask(unknownAddress)).toBe(200);
  const code = await mailedCode(core, unknownAddress);
  expect([
    await browser.confirm(unknownAddress, notQuite(code)),
    await browser.confirm(unknownAddress, code),
  ]).toEqual([400, 403]);
  // Another user of the same network still gets a code.
  const email = await addressOfPerson();
  const person = aBrowser(from);
  expect(await person.ask(email)).toBe(200);
  expect(await person.confirm(email, await mailedCode(core, email))).toBe(200);
});

test.each([
  ['POST', '/email-login', 400],
  ['POST', '/signup-code', 400],
  ['POST', '/reset-code', 400],
  ['POST', '/social-code', 409],
  ['GET', '/google-callback', 303],
])('600 failed %s %s requests of a network do not block this network', async (method, path, status) => {
  const headers = { 'x-forwarded-for': home };
  const statuses = new Set<number>();
  for (let turn = 0; turn <= 600; turn += 1) {
    const answer = await core.call(method, path, { headers, ...(method === 'POST' && { body: {} }) });
    statuses.add(answer.status);
  }
  expect([...statuses]).toEqual([status]);
});

test.each([
  ['a network', home, 'mailed codes of a network:203.0.113.1', 600],
  ['a /48', '2001:db8:1:1::1', 'mailed codes of a wider network:2001:db8:1::/48', 3_000],
])(
  '%s that reached its limit of mailed codes gets no more, except for a browser that signed in before',
  async (_, from, key, most) => {
    const email = await addressOfPerson();
    const [owner, stranger] = [aBrowser(from), aBrowser(from)];
    expect(await owner.logIn(email, oldPassword)).toBe(200);
    expect(await stranger.ask(email)).toBe(200);
    const counted: unknown = await core.database.query(
      'UPDATE attempt_budgets SET points = $2 WHERE key = $1 RETURNING 1',
      [key, most - 1],
    );
    expect(counted).toMatchObject([[{}], 1]);
    expect([await stranger.ask(email), await stranger.ask(email)]).toEqual([200, 429]);
    expect(await owner.ask(email)).toBe(200);
  },
);

test('codes refused because of the limit of an address do not count for the network', async () => {
  const [email, other] = [await addressOfPerson(), await addressOfPerson()];
  const stranger = aBrowser(home);
  for (let turn = 0; turn < 3; turn += 1) expect(await stranger.ask(email)).toBe(200);
  await core.database.query(
    "UPDATE attempt_budgets SET points = 599 WHERE key = 'mailed codes of a network:203.0.113.1'",
  );
  expect([await stranger.ask(email), await stranger.ask(other)]).toEqual([429, 200]);
});

test('codes refused because of the limit of a /48 do not count for the network', async () => {
  const from = '2001:db8:2:1::1';
  const key = 'mailed codes of a network:2001:db8:2:1::/64';
  const stranger = aBrowser(from);
  expect(await stranger.ask(await addressOfPerson())).toBe(200);
  await core.database.query(
    "UPDATE attempt_budgets SET points = 3000 WHERE key = 'mailed codes of a wider network:2001:db8:2::/48'",
  );
  expect([await stranger.ask(await addressOfPerson()), await stranger.ask(await addressOfPerson())]).toEqual([
    429, 429,
  ]);
  expect(await partlyUsed(key)).toEqual([{ points: 1 }]);
  expect(await partlyUsed('mailed codes of a wider network:2001:db8:2:')).toEqual([{ points: 3_000 }]);
});

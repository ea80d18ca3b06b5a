import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import { AccountsService } from '@sixpence/core/people/sign-in/accounts.service';
import { PasswordsService } from '@sixpence/core/people/passwords/passwords.service';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { CoreApp, cookieOf } from '../../support/core/core-app.js';
import { forgetAttempts } from '../../support/faults/forgotten-attempts.js';
import { shiftClock } from '../../support/builders/ledger.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { MailServer } from '../../support/peers/mail-server.js';
import { notQuite } from '../../support/peers/mailbox-codes.js';
import { until } from '../../support/until.js';

const password = 'Sixpence1';

const after = new AsyncDisposableStack();
let server: MailServer;
let core: CoreApp;
beforeAll(async () => {
  server = after.use(await MailServer.start());
  // The tests call from 127.0.0.1, which is trusted as a proxy and so can name any network.
  core = after.use(await CoreApp.start({ MAIL_URL: server.url, TRUSTED_PROXIES: '127.0.0.1' }));
  await core.signedIn('demo@example.com');
});
afterAll(() => after.disposeAsync());

beforeEach(() => forgetAttempts(core));

function askCode(email: string, from = '203.0.113.1'): Promise<Response> {
  return core.call('POST', '/signup-code', { body: { email }, headers: { 'x-forwarded-for': from } });
}

function signUp(email: string, code: string, chosen = password, from = '203.0.113.1'): Promise<Response> {
  const body = { email, code, password: chosen };
  return core.call('POST', '/email-signup', { body, headers: { 'x-forwarded-for': from } });
}

/** Waits for this number of mails to the address. @returns the code in the newest */
async function codeTo(address: string, mails = 1): Promise<string> {
  await until(() => server.to(address).length === mails);
  const text = server.to(address).at(-1)?.mail.text ?? '';
  return /\b\d{6}\b/.exec(text)?.[0] ?? `no code in: ${text}`;
}

/** Requests a code. @returns the code in the mail */
async function codeFor(email: string): Promise<string> {
  expect((await askCode(email)).status).toBe(200);
  return codeTo(email);
}

const peopleAt = async (address: string): Promise<unknown[]> =>
  core.database.query('SELECT user_id FROM addresses WHERE address = $1', [address]);

test('a new user joins with a mailed code, and is signed in [rows 209, 249, 256, 374, 399]', async () => {
  const asked = await askCode('Anna@Example.com');
  expect(asked.status).toBe(200);
  const code = await codeTo('anna@example.com');
  expect(code).toMatch(/^\d{6}$/);
  const { subject, text } = server.to('anna@example.com')[0]?.mail ?? {};
  expect(subject).not.toContain(code);
  expect(text).toContain('good for 10 minutes');
  const answer = await signUp('ANNA@example.com', code);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ success: true });
  expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
    'sixpence',
    'sixpence-device',
  ]);
  const footer = await core.call('GET', '/footer-email', { cookie: cookieOf(answer) });
  expect(await footer.json()).toEqual({ email: 'anna@example.com' });
  const again = await core.call('POST', '/email-login', { body: { email: 'anna@example.com', password } });
  expect(again.status).toBe(200);
});

test('signing up ends the earlier session of the browser', async () => {
  const { cookie } = await core.signedIn('housemate@example.com');
  const code = await codeFor('newcomer@example.com');
  const body = { email: 'newcomer@example.com', code, password };
  expect((await core.call('POST', '/email-signup', { body, cookie })).status).toBe(200);
  expect(await core.isValid(cookie)).toBe(false);
});

test('the answer does not contain the code, and no account exists before the code is typed', async () => {
  const asked = await askCode('early@example.com');
  const code = await codeTo('early@example.com');
  const seen = (await asked.text()) + JSON.stringify([...asked.headers]);
  expect(seen).not.toContain(code);
  expect(await peopleAt('early@example.com')).toEqual([]);
  const login = await core.call('POST', '/email-login', { body: { email: 'early@example.com', password } });
  expect(login.status).toBe(403);
});

test('the address of an account is refused, in any case [row 400]', async () => {
  const answer = await askCode('DEMO@example.com');
  expect([answer.status, await answer.json()]).toEqual([
    409,
    { code: 'account.exists', message: expect.any(String) },
  ]);
  expect(server.to('demo@example.com')).toEqual([]);
});

test.each(['a@b.c', 'a@b', '@b.co', 'a b@c.co', '', 7, '<a@b.co', 'a@b.co/c.co', 'a@b\u00ad.co'])(
  '%j is refused as an address [row 299]',
  async (email) => {
    const answer = await core.call('POST', '/signup-code', { body: { email } });
    expect(answer.status).toBe(400);
  },
);

describe('a mailed code:', () => {
  test('a wrong code is answered 422 five times; after that the right code has to wait, too [row 416]', async () => {
    const code = await codeFor('guessed@example.com');
    const statuses = [];
    for (let turn = 0; turn < 5; turn += 1) {
      statuses.push((await signUp('guessed@example.com', notQuite(code))).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422]);
    const sixth = await signUp('guessed@example.com', code);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(500);
    expect((await askCode('guessed@example.com')).status).toBe(200);
    expect((await signUp('guessed@example.com', await codeTo('guessed@example.com', 2))).status).toBe(200);
  });

  test('twenty guesses at once get five comparisons', async () => {
    const code = await codeFor('crowd@example.com');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signUp('crowd@example.com', notQuite(code))),
    );
    const answered = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([answered(422), answered(429)]).toEqual([5, 15]);
  });

  test('a network has thirty wrong codes for all addresses, and other networks can go on', async () => {
    const code = await codeFor('many@example.com');
    const guess = (turn: number) => signUp(`many-${turn}@example.com`, notQuite(code));
    const wrong = await Promise.all(Array.from({ length: 29 }, (_, turn) => guess(turn)));
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([422]));
    // The right code does not count.
    expect((await signUp('many@example.com', code)).status).toBe(200);
    const second = await codeFor('more@example.com');
    expect((await guess(30)).status).toBe(422);
    expect((await guess(31)).status).toBe(429);
    expect((await signUp('more@example.com', second, password, '198.51.100.7')).status).toBe(200);
  });

  test('all networks of one IPv6 /48 have a hundred and fifty wrong codes together', async () => {
    const guess = (from: string) => signUp('guessed@example.com', '123456', password, from);
    expect((await guess('2001:db8:7:1::1')).status).toBe(422);
    await core.database.query(
      "UPDATE attempt_budgets SET points = 149 WHERE key = 'mailed code wider network:2001:db8:7::/48'",
    );
    expect((await guess('2001:db8:7:2::1')).status).toBe(422);
    expect((await guess('2001:db8:7:3::1')).status).toBe(429);
    expect((await guess('2001:db8:8:3::1')).status).toBe(422);
  });

  test('many wrong codes in the whole service raise one alarm, and no user is refused', async () => {
    const warn = jest.spyOn(core.app.get<Logger>(LOGGER), 'warn');
    const guess = (turn: number) => signUp('all@example.com', '123456', password, `198.51.100.${turn}`);
    const wrongCodes = async () => {
      const text = await core.app.get<Registry>(METRICS).metrics();
      return Number(/^sixpence_wrong_mailed_codes_total (\d+)$/m.exec(text)?.[1]);
    };
    const before = await wrongCodes();
    expect((await guess(0)).status).toBe(422);
    await core.database.query(
      "UPDATE attempt_budgets SET points = 499 WHERE key = 'mailed code service:all'",
    );
    for (let turn = 1; turn < 4; turn += 1) expect((await guess(turn)).status).toBe(422);
    const said = warn.mock.calls.filter(([message]) => String(message).includes('mailed codes are guessed'));
    expect(said).toHaveLength(1);
    const figures = await core.app.get<Registry>(METRICS).metrics();
    expect(figures).toContain('sixpence_wrong_mailed_code_alarms_total 1');
    expect(await wrongCodes()).toBe(before + 4);
  });

  test('a malformed code is refused, and does not count as a try', async () => {
    const code = await codeFor('typo@example.com');
    for (const typed of ['', '12345', '12345a', ' 12345', code.slice(0, 5), '１２３４５６']) {
      expect((await signUp('typo@example.com', typed)).status).toBe(422);
    }
    expect((await signUp('typo@example.com', `${code}0`)).status).toBe(400);
    expect((await signUp('typo@example.com', code)).status).toBe(200);
  });

  test('it is valid for one address alone', async () => {
    const code = await codeFor('mine@example.com');
    await codeFor('other@example.com');
    expect((await signUp('other@example.com', code)).status).toBe(422);
    expect((await signUp('stranger@example.com', code)).status).toBe(422);
    expect(await peopleAt('other@example.com')).toEqual([]);
  });

  test('it works once, and parallel calls make one account', async () => {
    const code = await codeFor('twice@example.com');
    const answers = await Promise.all([1, 2, 3].map(() => signUp('twice@example.com', code)));
    const answered = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([answered(200), answered(422)]).toEqual([1, 2]);
    expect((await signUp('twice@example.com', code)).status).toBe(422);
    expect(await peopleAt('twice@example.com')).toHaveLength(1);
  });

  test('a newer code ends the older one', async () => {
    const first = await codeFor('again@example.com');
    expect((await askCode('again@example.com')).status).toBe(200);
    const second = await codeTo('again@example.com', 2);
    // With a chance of one in a million the new code equals the old one.
    if (first !== second) expect((await signUp('again@example.com', first)).status).toBe(422);
    expect((await signUp('again@example.com', second)).status).toBe(200);
  });

  test('it is valid for ten minutes by the clock of the database', async () => {
    const code = await codeFor('late@example.com');
    await shiftClock(core.database, '10 minutes');
    expect((await signUp('late@example.com', code)).status).toBe(422);
  });

  test('a network may request three codes an hour and ten a day for one address', async () => {
    const ask = async () => (await askCode('flooded@example.com', '198.51.100.9')).status;
    const hourly = [];
    for (let turn = 1; turn <= 4; turn += 1) hourly.push(await ask());
    expect(hourly).toEqual([200, 200, 200, 429]);
    const stopped = await askCode('flooded@example.com', '198.51.100.9');
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(3_500);
    for (let hour = 1; hour <= 2; hour += 1) {
      await shiftClock(core.database, '1 hour');
      for (let turn = 1; turn <= 3; turn += 1) expect(await ask()).toBe(200);
    }
    await shiftClock(core.database, '1 hour');
    expect([await ask(), await ask()]).toEqual([200, 429]);
    await shiftClock(core.database, '21 hours');
    expect(await ask()).toBe(200);
  });

  test('all networks together may request nine codes an hour for one address, and a /48 is one network', async () => {
    const ask = async (from: string) => (await askCode('besieged@example.com', from)).status;
    for (let turn = 1; turn <= 3; turn += 1) expect(await ask(`2001:db8:9:${turn}::1`)).toBe(200);
    expect(await ask('2001:db8:9:4::1')).toBe(429);
    for (let turn = 1; turn <= 6; turn += 1) expect(await ask(`198.51.100.${turn}`)).toBe(200);
    expect(await ask('198.51.100.7')).toBe(429);
  });

  test('the database holds it and its address as keyed hashes', async () => {
    const code = await codeFor('hashed@example.com');
    const [{ dump } = { dump: '' }]: { dump: string }[] = await core.database.query(
      `SELECT string_agg(c::text, '') AS dump FROM email_codes c`,
    );
    expect(dump).not.toMatch(new RegExp(`hashed|${code}|${Buffer.from(code).toString('hex')}`));
    expect(dump).not.toContain(Buffer.from('hashed').toString('hex'));
  });
});

test.each([
  ['7 characters', 321, 'Sixpen1'],
  ['no digit', 322, 'Sixpences'],
  ['no uppercase letter', 323, 'sixpence1'],
  ['no lowercase letter', 324, 'SIXPENCE1'],
])('a password with %s is refused, and the code stays valid [row %i]', async (lacking, _row, weak) => {
  const address = `${lacking.replaceAll(' ', '-')}@example.com`;
  const code = await codeFor(address);
  for (let turn = 0; turn < 6; turn += 1) {
    const answer = await signUp(address, code, weak);
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'account.weak-password' }]);
  }
  expect((await signUp(address, code)).status).toBe(200);
});

test('an answer of 503 does not use up a try of the code', async () => {
  const code = await codeFor('patient@example.com');
  const hash = jest.spyOn(core.app.get(PasswordsService), 'hashPassword');
  for (let turn = 0; turn < 6; turn += 1) {
    hash.mockRejectedValueOnce(new Refusal('service.unavailable'));
    expect((await signUp('patient@example.com', code)).status).toBe(503);
  }
  hash.mockRestore();
  for (let turn = 0; turn < 4; turn += 1) {
    expect((await signUp('patient@example.com', notQuite(code))).status).toBe(422);
  }
  expect((await signUp('patient@example.com', code)).status).toBe(200);
});

test('if another sign-up with the address finishes first, the code makes no second account', async () => {
  const code = await codeFor('race@example.com');
  await core.signedIn('race@example.com');
  expect((await signUp('race@example.com', code)).status).toBe(409);
  expect(await peopleAt('race@example.com')).toHaveLength(1);
});

test('the page can ask whether its mail was refused', async () => {
  server.answers((address) =>
    address.startsWith('refused') ? { code: 550, text: 'no such mailbox' } : undefined,
  );
  const stateOf = async (mail: string) => {
    const answer = await core.call('GET', `/code-mail?mail=${mail}`);
    return ((await answer.json()) as { state?: string }).state;
  };
  const mailOf = async (email: string) => ((await (await askCode(email)).json()) as { mail: string }).mail;
  const [refused, sent] = [await mailOf('refused@example.com'), await mailOf('taken@example.com')];
  await until(async () => (await stateOf(refused)) === 'refused');
  await until(async () => (await stateOf(sent)) === 'sent');
  await core.signedIn('refused-too@example.com');
  const body = { email: 'refused-too@example.com' };
  expect((await core.call('POST', '/reset-code', { body })).status).toBe(200);
  await until(async () => {
    const rows: unknown[] = await core.database.query(
      'SELECT address FROM addresses WHERE undeliverable_at IS NOT NULL',
    );
    return JSON.stringify(rows) === JSON.stringify([{ address: body.email }]);
  });
  expect((await core.call('GET', '/code-mail?mail=00000000-0000-4000-8000-000000000000')).status).toBe(404);
});

test('a network makes thirty accounts an hour, and more once one of them has paid', async () => {
  const from = '198.51.100.60';
  const joins = async (email: string) => {
    expect((await askCode(email, from)).status).toBe(200);
    return (await signUp(email, await codeTo(email), password, from)).status;
  };
  expect(await joins('first-of-hall@example.com')).toBe(200);
  const used = (points: number) =>
    core.database.query(
      "UPDATE attempt_budgets SET points = $1 WHERE key LIKE 'new accounts:198.51.100.60'",
      [points],
    );
  const usedByHall = async () => {
    const [row] = await core.database.query<{ points: number }[]>(
      "SELECT points FROM attempt_budgets WHERE key LIKE 'new accounts:198.51.100.60'",
    );
    return row?.points;
  };
  await used(29);
  expect(await joins('thirtieth-of-hall@example.com')).toBe(200);
  expect(await joins('next-of-hall@example.com')).toBe(429);
  expect(await peopleAt('next-of-hall@example.com')).toEqual([]);
  const again = await codeTo('next-of-hall@example.com');
  for (let each = 0; each < 5; each += 1) {
    expect((await signUp('next-of-hall@example.com', again, password, from)).status).toBe(429);
  }
  expect(await usedByHall()).toBe(30);
  const pays = (state: string, intent: string) =>
    core.database.query(
      `INSERT INTO payments (id, owner_id, asked_minor, amount_minor, currency, state, number, credited_at,
        intent_id)
       SELECT gen_random_uuid(), user_id, '{500}', 500, 'GBP', $1, CASE WHEN $1 = 'succeeded' THEN 1 END,
              CASE WHEN $1 = 'succeeded' THEN app_now() END, $2
       FROM addresses WHERE address = 'first-of-hall@example.com'`,
      [state, intent],
    );
  await pays('open', 'pi_begun');
  expect((await signUp('next-of-hall@example.com', again, password, from)).status).toBe(429);
  await pays('succeeded', 'pi_of_hall');
  expect(await joins('later-of-hall@example.com')).toBe(200);
  await used(600);
  expect(await joins('last-of-hall@example.com')).toBe(429);
});

test('the networks of one /48 make thirty accounts together', async () => {
  const joins = async (email: string, from: string) => {
    expect((await askCode(email, from)).status).toBe(200);
    return (await signUp(email, await codeTo(email), password, from)).status;
  };
  expect(await joins('first-of-campus@example.com', '2001:db8:60:1::1')).toBe(200);
  await core.database.query(
    "UPDATE attempt_budgets SET points = 30 WHERE key = 'new accounts:2001:db8:60::/48'",
  );
  expect(await joins('next-of-campus@example.com', '2001:db8:60:2::1')).toBe(429);
  expect(await joins('first-elsewhere@example.com', '2001:db8:61:1::1')).toBe(200);
});

describe('asking which addresses have an account', () => {
  const asks = async (path: string, email: string, from: string) => {
    const headers = { 'x-forwarded-for': from };
    const body = { email, password: 'guess', code: '123456' };
    return (await core.call('POST', path, { body, headers })).status;
  };

  test('a network gets thirty answers an hour, of sign-up, reset, and sign-in together', async () => {
    const from = '192.0.2.30';
    for (let turn = 0; turn < 10; turn += 1) {
      await core.app.get(AccountsService).addUser(`known-${turn}@example.com`, password);
      expect(await asks('/signup-code', `known-${turn}@example.com`, from)).toBe(409);
      expect(await asks('/reset-code', `nobody-${turn}@example.com`, from)).toBe(403);
      expect(await asks('/email-login', `stranger-${turn}@example.com`, from)).toBe(403);
    }
    // From now on, addresses with and without an account get the same answer.
    for (const email of ['demo@example.com', 'nobody@example.com']) {
      for (const [path, status] of [
        ['/signup-code', 200],
        ['/reset-code', 200],
        ['/email-login', 401],
      ] as const) {
        expect([path, email, await asks(path, email, from)]).toEqual([path, email, status]);
      }
    }
    expect(await asks('/signup-code', 'demo@example.com', '192.0.2.31')).toBe(409);
    await shiftClock(core.database, '1 hour');
    expect(await asks('/signup-code', 'demo@example.com', from)).toBe(409);
  });

  test('a repeated question about the same address does not count, so that many people of one network can join', async () => {
    const from = '192.0.2.33';
    const hall = Array.from({ length: 30 }, (_, turn) => `hall-${turn}@example.com`);
    for (const email of hall) {
      expect([await asks('/email-login', email, from), await asks('/email-login', email, from)]).toEqual([
        403, 403,
      ]);
    }
    expect(await asks('/email-login', 'hall-30@example.com', from)).toBe(401);
    for (const email of hall) expect([email, await asks('/signup-code', email, from)]).toEqual([email, 200]);
  });

  test('every question updates the row, for both answers and also when the budget is used up', async () => {
    const from = '192.0.2.34';
    const versions: unknown[] = [];
    const ask = async (email: string) => {
      const status = await asks('/email-login', email, from);
      const [row]: { version: string }[] = await core.database.query(
        'SELECT xmin::text AS version FROM account_questions',
      );
      versions.push(row?.version);
      return status;
    };
    expect([await ask('demo@example.com'), await ask('nobody@example.com')]).toEqual([401, 403]);
    await core.database.query("UPDATE account_questions SET told = array_fill('x'::bytea, ARRAY[30])");
    expect([await ask('demo@example.com'), await ask('nobody@example.com')]).toEqual([401, 401]);
    expect(new Set(versions).size).toBe(4);
  });

  test('the budget is full again after an hour, even while the old count is in use', async () => {
    const from = '192.0.2.35';
    await asks('/email-login', 'nobody@example.com', from);
    await core.database.query("UPDATE account_questions SET told = array_fill('x'::bytea, ARRAY[30])");
    expect(await asks('/email-login', 'somebody@example.com', from)).toBe(401);
    await shiftClock(core.database, '1 hour');
    const answered = await core.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM account_questions FOR UPDATE');
      const asked = asks('/email-login', 'somebody@example.com', from);
      await lockWaits(core.database, 1, 'account_questions');
      return { asked };
    });
    expect(await answered.asked).toBe(403);
  });

  test('the row of a network is deleted after its hour, when the next network gets an answer', async () => {
    await asks('/signup-code', 'demo@example.com', '192.0.2.36');
    await shiftClock(core.database, '59 minutes');
    await asks('/signup-code', 'demo@example.com', '192.0.2.37');
    const counted = () => core.database.query('SELECT 1 FROM account_questions');
    expect(await counted()).toHaveLength(2);
    await shiftClock(core.database, '1 minute');
    await asks('/signup-code', 'demo@example.com', '192.0.2.37');
    expect(await counted()).toHaveLength(1);
  });

  test('a mailed code is deleted a day after it was sent, when the next code is sent', async () => {
    await asks('/signup-code', 'first@example.com', '192.0.2.38');
    const [{ id } = { id: '' }]: { id: string }[] = await core.database.query(
      'SELECT id FROM email_codes ORDER BY created_at DESC LIMIT 1',
    );
    const kept = () => core.database.query('SELECT 1 FROM email_codes WHERE id = $1', [id]);
    await shiftClock(core.database, '23 hours 59 minutes');
    await asks('/signup-code', 'second@example.com', '192.0.2.39');
    expect(await kept()).toHaveLength(1);
    await shiftClock(core.database, '1 minute');
    await asks('/signup-code', 'third@example.com', '192.0.2.40');
    expect(await kept()).toHaveLength(0);
  });

  test('it leaves no address in the database', async () => {
    await asks('/signup-code', 'demo@example.com', '192.0.2.32');
    const [{ dump } = { dump: '' }]: { dump: string }[] = await core.database.query(
      `SELECT string_agg(q::text, '') AS dump FROM account_questions q`,
    );
    expect(dump).not.toMatch(/192\.0\.2/);
    expect(dump).not.toContain(Buffer.from('192.0.2').toString('hex'));
  });
});

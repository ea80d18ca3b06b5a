import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { countries, productSheets } from '@sixpence/contracts/enquiries';
import { EnquiriesService } from '@sixpence/core/help/enquiries/enquiries.service';
import { METRICS } from '@sixpence/core/platform/process/metrics';
import { operate } from '@sixpence/operator/commands/operate';
import type { Registry } from 'prom-client';
import { CoreApp } from '../../support/core/core-app.js';
import { asOwner } from '../../support/core/database.js';
import { forgetAttempts } from '../../support/faults/forgotten-attempts.js';
import { shiftClock } from '../../support/builders/ledger.js';
import { lettersTo } from '../../support/peers/letters.js';
import { MailServer } from '../../support/peers/mail-server.js';
import { pageCount } from '../../support/documents/pdf.js';
import { until } from '../../support/until.js';

const staff = 'hello@print.example.com';

const after = new AsyncDisposableStack();
let mailbox: MailServer;
let core: CoreApp;
beforeAll(async () => {
  mailbox = after.use(await MailServer.start());
  core = after.use(
    await CoreApp.start({
      MAIL_URL: mailbox.url,
      ENQUIRIES_ADDRESS: staff,
      TRUSTED_PROXIES: '127.0.0.1, ::1',
    }),
  );
});
afterAll(() => after.disposeAsync());

const message = (email: string) => ({
  firstName: 'Anna',
  lastName: 'Smith',
  email,
  country: 'United Kingdom',
  comment: 'Can we have a printer in the lobby?\nOf colour, please.',
  detectedCountry: 'GB',
  detectedCity: '',
});
const request = (email: string, productSheet: string = productSheets[0]) => ({
  firstName: 'Anna',
  lastName: 'Smith',
  email,
  company: 'Hotel Smith',
  country: 'Other',
  productSheet,
  additionalInfo: '',
});
const without = (body: object, ...fields: string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)));
const anAddress = () => `${randomUUID()}@example.com`;
const aNetwork = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

const send = (path: string, body: unknown, { network = aNetwork(), to = core } = {}) =>
  to.call('POST', path, { body, headers: { 'x-forwarded-for': network } });

const storedEnquiriesOf = async (email: string) =>
  (await core.app.get(EnquiriesService).listEnquiries()).filter((enquiry) => enquiry.email === email);

/** How many hours the latest attempt still counts against these budgets, rounded up. */
async function hoursOf(budget: string): Promise<number> {
  const [row]: { expire: string }[] = await core.database.query(
    'SELECT max(expire) AS expire FROM attempt_budgets WHERE starts_with(key, $1)',
    [`${budget}:`],
  );
  return Math.ceil((Number(row!.expire) - Date.now()) / 3_600_000);
}

async function mailsAbout(email: string) {
  await until(() => mailbox.to(staff).some(({ mail }) => mail.replyTo?.text === email));
  return mailbox.to(staff).filter(({ mail }) => mail.replyTo?.text === email);
}

/** Runs an operator's command on the database of this core. */
async function operator(...args: string[]) {
  const said = { stdout: '', stderr: '' };
  const { DATABASE_URL, STORAGE_DIR, KEY_STORE_DIR, MASTER_KEY, SECRET_KEY, SERVICE_TOKEN } = core.config;
  const keys = { MASTER_KEY: MASTER_KEY.toString('base64'), SECRET_KEY: SECRET_KEY.toString('base64') };
  const status = await operate(
    args,
    { DATABASE_URL, STORAGE_DIR, KEY_STORE_DIR, SERVICE_TOKEN, NATS_URL: 'nats://127.0.0.1:1', ...keys },
    { out: (text) => (said.stdout += text), err: (text) => (said.stderr += text) },
  );
  return { status, ...said };
}

describe('a message', () => {
  test('it is stored, listed, and mailed to staff [row 397]', async () => {
    const email = anAddress();
    const answer = await send('/contact', message(email));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({});

    const listed = await operator('enquiries', 'list', '--json');
    const mine = (JSON.parse(listed.stdout) as { email: string }[]).filter((row) => row.email === email);
    expect(mine).toEqual([
      expect.objectContaining({
        ...message(email),
        kind: 'contact',
        company: null,
        productSheet: null,
        additionalInfo: null,
      }),
    ]);

    const [mail] = await mailsAbout(email);
    expect(mail?.mail.subject).toBe('Message from Anna Smith');
    expect(mail?.mail.text).toContain(`E-mail: ${email}\nCountry: United Kingdom\nSeems to be in: GB\n`);
    expect(mail?.mail.text).toContain('> Can we have a printer in the lobby?\n> Of colour, please.\n');
    expect(mailbox.to(email)).toEqual([]);
  });

  test('it may have no detected country and city', async () => {
    const email = anAddress();
    const body = without(message(email), 'detectedCountry', 'detectedCity');
    expect((await send('/contact', body)).status).toBe(200);
    expect(await storedEnquiriesOf(email)).toMatchObject([{ detectedCountry: '', detectedCity: '' }]);
  });

  test.each(countries)('it can come from %s', async (country) => {
    const email = anAddress();
    expect((await send('/contact', { ...message(email), country })).status).toBe(200);
    expect(await storedEnquiriesOf(email)).toMatchObject([{ country }]);
  });

  test('it is stored if no staff address is configured', async () => {
    await using silent = await CoreApp.start();
    const email = anAddress();
    expect((await send('/contact', message(email), { to: silent })).status).toBe(200);
    expect(await silent.app.get(EnquiriesService).listEnquiries()).toMatchObject([{ email }]);
    expect(await silent.database.query('SELECT 1 FROM outgoing_mails')).toEqual([]);
  });
});

describe('a request for a product sheet', () => {
  test.each(productSheets)(
    '%s is mailed as a PDF, and staff get a mail about it [row 398]',
    async (sheet) => {
      const email = anAddress();
      const answer = await send('/brochure-request', {
        ...request(email, sheet),
        additionalInfo: 'Two lobbies',
      });
      expect(answer.status).toBe(200);
      expect(await storedEnquiriesOf(email)).toMatchObject([
        { kind: 'brochure', productSheet: sheet, company: 'Hotel Smith', additionalInfo: 'Two lobbies' },
      ]);
      await until(() => mailbox.to(email).length > 0);
      const [sent] = mailbox.to(email);
      expect(sent?.mail.subject).toBe(`Sixpence: ${sheet}`);
      expect(sent?.mail.replyTo?.text).toBe(staff);
      const [attached, ...others] = sent?.mail.attachments ?? [];
      expect(others).toEqual([]);
      expect(attached).toMatchObject({
        contentType: 'application/pdf',
        filename: `sixpence-${sheet.toLowerCase().replace(' ', '-')}.pdf`,
      });
      expect(await pageCount(attached!.content)).toBe(1);
      const [told] = await mailsAbout(email);
      expect(told?.mail.subject).toBe(`${sheet}: brochure for Anna Smith`);
      expect(told?.mail.text).toContain('> Two lobbies\n');
    },
  );

  test('the mail contains no text that the visitor typed', async () => {
    const email = anAddress();
    const words = ['Win-a-prize', 'https://evil.example', 'Cheap Ltd', 'free money'] as const;
    const [firstName, lastName, company, additionalInfo] = words;
    await send('/brochure-request', { ...request(email), firstName, lastName, company, additionalInfo });
    await until(() => mailbox.to(email).length > 0);
    for (const word of words) expect(mailbox.to(email)[0]?.mail.text).not.toContain(word);
  });

  test('a mailbox gets at most three sheets a day, in any spelling of its address, and all requests are stored', async () => {
    const email = anAddress();
    const tagged = email.replace('@', '+again@');
    for (const address of [email, email.toUpperCase(), email, tagged]) {
      expect((await send('/brochure-request', request(address))).status).toBe(200);
    }
    expect(await storedEnquiriesOf(email)).toHaveLength(3);
    expect(await storedEnquiriesOf(tagged)).toHaveLength(1);
    await until(() => mailbox.to(email).length >= 3);
    // Staff get a mail about each request, in the order of the requests.
    await mailsAbout(tagged);
    expect([mailbox.to(email), mailbox.to(tagged)]).toMatchObject([{ length: 3 }, { length: 0 }]);
    expect(await lettersTo(core, tagged)).toEqual([]);
    const endings = [...(await mailsAbout(email)), ...(await mailsAbout(tagged))].map(
      ({ mail }) => /is mailed|is not mailed/.exec(mail.text ?? '')?.[0],
    );
    expect(endings).toEqual(['is mailed', 'is mailed', 'is mailed', 'is not mailed']);
    expect(await hoursOf('product sheets to a mailbox')).toBe(24);
    expect(await hoursOf('enquiries')).toBe(24);
    expect(await hoursOf('enquiries of a wider network')).toBe(1);
  });
});

test.each([
  ['/contact', message],
  ['/brochure-request', request],
] as const)(
  '%s accepts five valid enquiries an hour from a network, and answers 429 to more',
  async (path, body) => {
    const network = aNetwork();
    for (let turn = 0; turn < 6; turn += 1) {
      expect((await send(path, {}, { network })).status).toBe(400);
    }
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await send(path, body(anAddress()), { network })).status).toBe(200);
    }
    const email = anAddress();
    const refused = await send(path, body(email), { network });
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3_000);
    expect(wait).toBeLessThanOrEqual(3_600);
    expect(await storedEnquiriesOf(email)).toEqual([]);
    expect((await send(path, body(email))).status).toBe(200);
  },
);

test.each([
  ['/contact', message],
  ['/brochure-request', request],
] as const)('%s limits all networks of one /48 together', async (path, body) => {
  const part = () => randomInt(65_536).toString(16);
  const customer = `fd00:${part()}:${part()}`;
  const from = async (network: string) => (await send(path, body(anAddress()), { network })).status;
  for (let turn = 0; turn < 25; turn += 1) expect(await from(`${customer}:${turn}::1`)).toBe(200);
  expect(await from(`${customer}:ffff::1`)).toBe(429);
  expect(await from(`fd01:${part()}:${part()}:1::1`)).toBe(200);
});

test('a flood of one form does not use up the limits of the other form', async () => {
  await forgetAttempts(core);
  try {
    expect((await send('/brochure-request', request(anAddress()))).status).toBe(200);
    const flood = "UPDATE attempt_budgets SET points = 1000 WHERE key LIKE 'enquiries:%' RETURNING key";
    expect(await asOwner(core.database, flood)).toEqual([{ key: 'enquiries:brochure' }]);
    expect((await send('/brochure-request', request(anAddress()))).status).toBe(429);
    expect((await send('/contact', message(anAddress()))).status).toBe(200);
  } finally {
    await forgetAttempts(core);
  }
});

test.each([
  ['/contact', message],
  ['/brochure-request', request],
] as const)('%s keeps nothing from a program that fills in the hidden field', async (path, body) => {
  const email = anAddress();
  const kind = path === '/contact' ? 'contact' : 'brochure';
  const counted = async (outcome: string) => {
    const text = await core.app.get<Registry>(METRICS).metrics();
    return Number(new RegExp(`kind="${kind}",outcome="${outcome}"} (\\d+)`).exec(text)?.[1]);
  };
  const [trapped, kept] = [await counted('trapped'), await counted('kept')];
  const answer = await send(path, { ...body(email), reference: 'https://spam.example' });
  expect(answer.status).toBe(200);
  expect(await storedEnquiriesOf(email)).toEqual([]);
  expect([await counted('trapped'), await counted('kept')]).toEqual([trapped + 1, kept]);
  expect((await send(path, { ...body(email), reference: '' })).status).toBe(200);
  expect(await storedEnquiriesOf(email)).toHaveLength(1);
  expect([await counted('trapped'), await counted('kept')]).toEqual([trapped + 1, kept + 1]);
});

test.each([
  ['/contact', { firstName: 'Anna\r\nBcc: all@example.com' }, message],
  ['/contact', { lastName: 'Smith\nBcc: all@example.com' }, message],
  ['/contact', { email: 'anna@example.com\r\nBcc: all@example.com' }, message],
  ['/contact', { email: 'anna@example.com, all@example.com' }, message],
  ['/contact', { email: 'Anna <all@example.com>' }, message],
  ['/contact', { email: 'not an address' }, message],
  ['/contact', { firstName: 'Anna\u2028E-mail: all@example.com' }, message],
  ['/contact', { detectedCity: 'London\u2029E-mail: all@example.com' }, message],
  ['/contact', { firstName: '   ' }, message],
  ['/contact', { comment: ' \n ' }, message],
  ['/contact', { comment: 'a'.repeat(5_001) }, message],
  ['/contact', { country: 'Atlantis' }, message],
  ['/contact', { detectedCity: 'a\nb' }, message],
  ['/brochure-request', { company: '' }, request],
  ['/brochure-request', { company: 'a'.repeat(201) }, request],
  ['/brochure-request', { company: 'Smith\r\nBcc: all@example.com' }, request],
  ['/brochure-request', { productSheet: 'retail' }, request],
  ['/brochure-request', { additionalInfo: 'a'.repeat(5_001) }, request],
] as const)('%s refuses %j, and keeps nothing of it', async (path, wrong, body) => {
  const email = anAddress();
  expect((await send(path, { ...body(email), ...wrong })).status).toBe(400);
  expect(await storedEnquiriesOf(email)).toEqual([]);
});

test.each(['firstName', 'lastName', 'email', 'country', 'comment'])(
  'a message needs its %s',
  async (field) => {
    const rest = Object.fromEntries(Object.entries(message(anAddress())).filter(([name]) => name !== field));
    const answer = await send('/contact', rest);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: `Please check: ${field}` });
  },
);

test.each<[string, object]>([
  ['/contact', message(anAddress())],
  ['/brochure-request', request(anAddress())],
  ['/signup-code', { email: anAddress() }],
  ['/email-login', { email: anAddress(), password: 'Sixpence1' }],
  ['/reset-code', { email: anAddress() }],
])('%s needs no session [row 361]', async (path, body) => {
  const answer = await send(path, body);
  const { code = 'yes' } = (await answer.json()) as { code?: string };
  // Two of these calls refuse an address without an account.
  expect(['yes', 'account.unknown']).toContain(code);
});

test('the text of a visitor adds no headers, no unquoted lines, and no formulas in table cells', async () => {
  const email = anAddress();
  const comment = 'Hello\rE-mail: somebody@else.example\u2028.\nQUIT\n\u0000=1+1';
  await send('/contact', { ...message(email), firstName: '=cmd "x"', lastName: 'Ünï · ☂', comment });
  const [{ mail, raw } = { mail: undefined, raw: '' }] = await mailsAbout(email);
  expect(mail?.subject).toBe('Message from =cmd "x" Ünï · ☂');
  expect([mail?.to].flat().map((to) => to?.text)).toEqual([staff]);
  expect(mail?.text).toContain('> Hello\n> E-mail: somebody@else.example\n> .\n> QUIT\n> =1+1\n');
  expect(raw).not.toMatch(/^bcc:/im);

  const exported = await operator('enquiries', 'export', '--kind', 'contact');
  expect(exported.status).toBe(0);
  expect(exported.stdout).toContain(`"'=cmd ""x""","Ünï · ☂","${email}"`);
  expect(exported.stdout.split('\n')[0]).toMatch(/^"at","kind","firstName"/);
  const listed = await operator('enquiries', 'list', '--kind', 'contact');
  const line = listed.stdout.split('\n').find((each) => each.includes(email));
  expect(line).toContain('\tHello E-mail: somebody@else.example . QUIT =1+1');
  await send('/brochure-request', request(email));
  const enquiries = core.app.get(EnquiriesService);
  for (const kind of ['contact', 'brochure'] as const)
    expect(new Set((await enquiries.listEnquiries(kind)).map((each) => each.kind))).toEqual(new Set([kind]));
  expect(await operator('enquiries', 'list', '--kind', 'other')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('contact, brochure'),
  });
});

test('an enquiry is deleted after a year, and not before', async () => {
  const email = anAddress();
  await send('/contact', message(email));
  const enquiries = core.app.get(EnquiriesService);
  try {
    await shiftClock(core.database, '364 days');
    await enquiries.deleteOldEnquiries();
    expect(await storedEnquiriesOf(email)).toHaveLength(1);
    // More rows than one batch deletes.
    await core.database.query(
      `INSERT INTO enquiries (kind, first_name, last_name, email, country, comment, detected_country,
        detected_city)
       SELECT kind, first_name, last_name, email, country, comment, detected_country, detected_city
       FROM enquiries, generate_series(1, 1000) WHERE email = $1`,
      [email],
    );
    await shiftClock(core.database, '365 days 1 minute');
    await enquiries.deleteOldEnquiries();
    expect(await storedEnquiriesOf(email)).toEqual([]);
  } finally {
    await asOwner(core.database, 'DELETE FROM clock_shift');
  }
});

test("enquiries from a proven address are in the account's export, and are erased with the account", async () => {
  await using quiet = await CoreApp.start({ ENQUIRIES_ADDRESS: staff });
  const email = anAddress();
  const other = anAddress();
  for (const address of [email.toUpperCase(), other]) {
    expect((await send('/contact', message(address), { to: quiet })).status).toBe(200);
    expect((await send('/brochure-request', request(address), { to: quiet })).status).toBe(200);
  }
  const { cookie, userId } = await quiet.signedIn(email);
  const second = anAddress();
  await quiet.database.query(
    `INSERT INTO addresses (address, user_id, proven_by, is_primary) VALUES ($1, $2, 'operator', false)`,
    [second, userId],
  );
  expect((await send('/contact', message(second), { to: quiet })).status).toBe(200);
  const body = { password: 'Sixpence1' };
  const told = (await (await quiet.call('POST', '/account-export', { body, cookie })).json()) as {
    enquiries: object[];
  };
  expect(told.enquiries).toMatchObject([
    { kind: 'contact', email, comment: message(email).comment },
    { kind: 'brochure', email, company: 'Hotel Smith' },
    { kind: 'contact', email: second },
  ]);

  expect((await quiet.call('POST', '/account-erase', { body, cookie })).status).toBe(200);
  const left = await quiet.app.get(EnquiriesService).listEnquiries();
  // The newest first.
  expect(left.map(({ kind, email: from }) => [kind, from])).toEqual([
    ['brochure', other],
    ['contact', other],
  ]);
  // Unsent mail about these enquiries is deleted, too.
  expect((await lettersTo(quiet, staff)).map(({ replyTo }) => replyTo)).toEqual([other, other]);
});

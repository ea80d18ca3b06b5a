import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { MailService, mailKey } from '@sixpence/core/platform/mail/mail.service';
import { openLetter } from '@sixpence/core/platform/mail/sealed-letter';
import { CreditingService } from '@sixpence/core/money/payments/reconciliation/crediting.service';
import { JobDecisionsService } from '@sixpence/core/jobs/job-decisions.service';
import { OrganisationVatService } from '@sixpence/core/sites/organisation-vat.service';
import { BalanceAt } from '@sixpence/core/money/statement/views/balance-at.query';
import { PrintedPages } from '@sixpence/core/money/statement/views/printed-pages.query';
import { ReceiptRows } from '@sixpence/core/money/statement/views/receipt-rows.query';
import { StatementRows } from '@sixpence/core/money/statement/views/statement-rows.query';
import { StatementPapersService } from '@sixpence/core/money/statement/statement-papers.service';
import { money, sum } from '@sixpence/money/money';
import { secondIn } from '@sixpence/paper/dates';
import { shiftClock } from '../../support/builders/ledger.js';
import { pageCount } from '../../support/documents/pdf.js';
import type { ReleaseWorld, TestSite } from '../../support/worlds/release.js';
import { releaseForTests } from '../../support/worlds/release-for-tests.js';

const pence = (minor: number) => money(minor, 'GBP');

let world: ReleaseWorld;
let site: TestSite;
let person: { userId: string; cookie: string };
let email: string;

releaseForTests((given) => {
  world = given;
});
beforeEach(async () => {
  site = await world.aSite();
  email = `${randomUUID()}@example.com`;
  person = await world.core.signedIn(email);
});

/** A credited payment. @returns its id */
async function topUp(owner: string, minor: number): Promise<string> {
  const [paymentId, intentId] = [randomUUID(), `pi_${randomUUID()}`];
  await world.database.query(
    `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state)
     VALUES ($1, $2, 'GBP', $3::bigint, ARRAY[$3::bigint], $4, 'open')`,
    [paymentId, owner, minor, intentId],
  );
  const state = await world.core.app.get(CreditingService).creditPayment({
    id: intentId,
    status: 'succeeded',
    minor,
    currency: 'GBP',
    paymentId,
    clientSecret: undefined,
    method: 'visa',
    lastFour: '4242',
  });
  expect(state).toBe('succeeded');
  return paymentId;
}

async function print(pages: number): Promise<string> {
  const documentId = await world.aDocument(person.userId, { pages });
  const { documents, ...listing } = await world.logIn(site, person.userId);
  const chosen = documents.filter((listed) => listed.documentId === documentId);
  const { jobs } = await world.print(site, { ...listing, documents: chosen });
  const { jobId } = jobs[0]!;
  await world.jobs.settleJob(site.agent.id, { jobId, outcome: 'completed', impressions: pages });
  return jobId;
}

const get = (path: string, cookie = person.cookie) => world.core.call('GET', path, { cookie });
const statementFile = (format: string, period = 'last_month') =>
  get(`/statement-file?period=${period}&currency=GBP&format=${format}`);

const told = (period: 'last_month' | 'last_12_months' = 'last_month') =>
  world.core.app.get(StatementPapersService).statement({ owner: person.userId, period, currency: 'GBP' });

/** The mails to this person. */
async function letters() {
  const rows: { id: string; sealed: Buffer }[] = await world.database.query(
    'SELECT id, sealed FROM outgoing_mails WHERE sealed IS NOT NULL ORDER BY created_at',
  );
  const all = rows.map(({ id, sealed }) => openLetter(mailKey(world.core.config), id, sealed));
  return all.filter(({ to }) => to === email);
}

describe('a receipt', () => {
  test('it is mailed once, when the payment is credited, with all data that accounting needs', async () => {
    const paymentId = await topUp(person.userId, 500);
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    const [{ number }]: [{ number: string }] = await world.database.query(
      'SELECT number FROM payments WHERE id = $1',
      [paymentId],
    );
    expect(letter).toMatchObject({ to: email, subject: `Receipt ${number}: £5.00` });
    for (const part of [`Received from: ${email}`, 'Paid with: Visa, card ending in 4242', 'Amount: £5.00'])
      expect(letter?.text).toContain(part);
    expect(letter?.text).toContain('Prepaid credits for printing.\n');
  });

  test('it gives the reason why it shows no VAT, only while printed pages contain VAT', async () => {
    const [{ name }]: [{ name: string }] = await world.database.query(
      'SELECT name FROM organisations LIMIT 1',
    );
    const vat = world.core.app.get(OrganisationVatService);
    const earlier = await topUp(person.userId, 300);
    await vat.set(name, { basisPoints: 2_000 });
    // A receipt that is drawn later has the same text.
    const rows = world.core.app.get(ReceiptRows);
    expect(await rows.receiptOf(world.database, earlier)).toMatchObject({ pagesContainVat: false });
    await topUp(person.userId, 300);
    await vat.set(name, { basisPoints: 0 });
    await topUp(person.userId, 300);
    const says = (await letters()).map(({ text }) => text.includes('A top-up contains no VAT'));
    expect(says).toEqual([false, true, false]);
  });

  test('if its mail cannot be posted, the payment is not credited yet', async () => {
    const mail = world.core.app.get(MailService);
    const post = mail.postMail.bind(mail);
    mail.postMail = () => Promise.reject(new Error('no room'));
    try {
      await expect(topUp(person.userId, 500)).rejects.toThrow('no room');
    } finally {
      mail.postMail = post;
    }
    expect(await world.credits.available(person.userId, 'GBP')).toEqual(pence(0));
  });

  test("only its owner can read the PDF, and the statement's row links to it", async () => {
    const paymentId = await topUp(person.userId, 700);
    const answer = await get(`/receipt/${paymentId}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="sixpence-receipt-\d+\.pdf"$/,
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect(await pageCount(bytes)).toBe(1);
    const { lines } = await told();
    expect(lines).toMatchObject([
      { type: 'TopUp', fileName: 'Top Up', amount: pence(700), payment: paymentId },
    ]);

    const other = await world.core.signedIn(`${randomUUID()}@example.com`);
    expect((await get(`/receipt/${paymentId}`, other.cookie)).status).toBe(404);
    expect((await get(`/receipt/${randomUUID()}`)).status).toBe(404);
    expect((await get('/receipt/1')).status).toBe(400);
    expect((await world.core.call('GET', `/receipt/${paymentId}`)).status).toBe(401);
  });

  test('it exists only after the payment is credited', async () => {
    const paymentId = randomUUID();
    await world.database.query(
      `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, intent_id, state)
       VALUES ($1, $2, 'GBP', 500, '{500}', $3, 'processing')`,
      [paymentId, person.userId, `pi_${paymentId}`],
    );
    expect((await get(`/receipt/${paymentId}`)).status).toBe(404);
  });
});

describe('a statement as a file', () => {
  test('the CSV has every row, and no file name in it is a formula', async () => {
    await topUp(person.userId, 500);
    const jobId = await print(3);
    await world.database.query(`UPDATE jobs SET file_name = '=1+1.pdf' WHERE id = $1`, [jobId]);
    const answer = await statementFile('csv');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, first, second, end] = Buffer.from(await answer.arrayBuffer())
      .toString('utf8')
      .split('\r\n');
    expect(head).toMatch(/^\ufeff"Date \(Europe\/London\)","Type","Description","Pages"/);
    expect(first).toMatch(new RegExp(`,"Print","'=1\\+1\\.pdf",3,0,-0\\.15,"GBP",0,0\\.00,"${jobId}",""$`));
    expect(second).toMatch(/,"TopUp","Top Up",0,0,5\.00,"GBP",/);
    expect(end).toBe('');
  });

  test('the PDF can be opened, also with many rows', async () => {
    await topUp(person.userId, 5_000);
    for (let turn = 0; turn < 40; turn += 1) {
      await world.credits.grant({
        owner: person.userId,
        amount: pence(1),
        key: randomUUID(),
        reason: 'a gift',
      });
    }
    const answer = await statementFile('pdf', 'last_12_months');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const names = await Promise.all(
      ['last_month', 'last_6_months', 'last_12_months'].map(async (period) =>
        (await statementFile('csv', period)).headers.get('content-disposition'),
      ),
    );
    expect(answer.headers.get('content-disposition')).toBe(names[2]!.replace('.csv', '.pdf'));
    expect(new Set(names).size).toBe(3);
    const { from, to } = await told('last_12_months');
    const [first, last] = [from, to].map((at) => secondIn('Europe/London', at).slice(0, 10));
    expect(names[2]).toBe(`attachment; filename="sixpence-statement-GBP-${first}-to-${last}.csv"`);
    expect(await pageCount(Buffer.from(await answer.arrayBuffer()))).toBe(2);
  });

  test.each([
    'period=last_week&currency=GBP&format=pdf',
    'period=last_month&currency=USD&format=pdf',
    'format=odt',
  ])('an unknown period, currency, or format is refused: %s', async (query) => {
    expect((await get(`/statement-file?${query}`)).status).toBe(400);
  });

  test('only one file is made at a time, so that files do not occupy all connections', async () => {
    const other = await world.core.signedIn(`${randomUUID()}@example.com`);
    const balances = world.core.app.get(BalanceAt);
    const of = balances.balancesOf.bind(balances);
    let [atOnce, most] = [0, 0];
    const spy = jest.spyOn(balances, 'balancesOf').mockImplementation(async (...asked) => {
      most = Math.max(most, (atOnce += 1));
      try {
        return await of(...asked);
      } finally {
        atOnce -= 1;
      }
    });
    const requests = [person, person, person, other, other, other].map(({ cookie }) =>
      get('/statement-file?period=last_month&currency=GBP&format=csv', cookie),
    );
    const answers = await Promise.all(requests);
    spy.mockRestore();
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(most).toBe(1);
  });

  test('it shows the state of one moment, also when money moves while it is read', async () => {
    await topUp(person.userId, 500);
    const rows = world.core.app.get(StatementRows);
    const page = rows.page.bind(rows);
    const reading = jest.spyOn(rows, 'page').mockImplementationOnce(async (...asked) => {
      const read = await page(...asked);
      await topUp(person.userId, 300);
      return read;
    });
    const { closing, lines } = await told();
    reading.mockRestore();
    expect([closing, lines.length]).toEqual([pence(500), 1]);
    expect((await told()).closing).toEqual(pence(800));
  });

  test('a person gets at most six files a minute', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 7; time += 1) statuses.push((await statementFile('csv')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });

  test('it begins with the opening balance, and its rows add up to the closing balance', async () => {
    await topUp(person.userId, 500);
    await print(3);
    const jobId = await print(2);
    const { opening, closing, lines } = await told();
    expect(opening).toEqual(pence(0));
    expect(closing).toEqual(pence(475));
    expect(sum([opening, ...lines.map(({ amount }) => amount)], 'GBP')).toEqual(closing);
    expect(lines[0]).toMatchObject({ id: jobId, pages: 2 });
  });
});

/**
 * Gives the site to an organisation of its own.
 * @returns its name
 */
const organisationOf = async () => {
  const name = `Organisation ${randomUUID()}`;
  await world.database.query(
    `WITH made AS (INSERT INTO organisations (name) VALUES ($1) RETURNING id)
     UPDATE sites SET organisation_id = made.id FROM made WHERE sites.id = $2`,
    [name, site.id],
  );
  return name;
};

describe('the VAT in printed pages', () => {
  test('it is shown for each organisation that owes VAT, and not for a top-up', async () => {
    await topUp(person.userId, 500);
    const organisation = await organisationOf();
    await print(3);
    expect((await told()).vat).toEqual([]);
    await world.core.app
      .get(OrganisationVatService)
      .set(organisation, { vatNumber: 'GB1', basisPoints: 2_000 });
    const other = await print(6);
    const jobId = await print(7);
    expect((await told()).vat).toEqual([
      { organisation, number: 'GB1', percent: '20', printed: pence(65), vat: pence(11) },
    ]);
    await world.core.app.get(JobDecisionsService).giveBack({
      jobId,
      actor: 'operator test',
      reason: 'pale',
      key: randomUUID(),
      amount: pence(35),
    });
    expect((await told()).vat).toMatchObject([{ printed: pence(30), vat: pence(5) }]);
    await world.core.app.get(JobDecisionsService).giveBack({
      jobId: other,
      actor: 'operator test',
      reason: 'pale',
      key: randomUUID(),
      amount: pence(30),
    });
    expect((await told()).vat).toEqual([]);
  });

  test('it has the rate of the day on which the pages were printed', async () => {
    await topUp(person.userId, 500);
    const organisation = await organisationOf();
    const vat = world.core.app.get(OrganisationVatService);
    await vat.set(organisation, { basisPoints: 2_000 });
    await print(6);
    expect(await vat.set(organisation, { vatNumber: 'GB2' })).toEqual({
      vatNumber: 'GB2',
      basisPoints: 2_000,
    });
    await vat.set(organisation, { basisPoints: 550 });
    await print(6);
    expect((await told()).vat).toEqual([
      { organisation, number: 'GB2', percent: '5.5', printed: pence(30), vat: pence(2) },
      { organisation, number: undefined, percent: '20', printed: pence(30), vat: pence(5) },
    ]);
  });

  test('its organisations are in the order of their names', async () => {
    await topUp(person.userId, 500);
    const names: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      site = await world.aSite();
      names.push(await organisationOf());
      await world.core.app.get(OrganisationVatService).set(names.at(-1)!, { basisPoints: 2_000 });
      await print(3);
    }
    expect((await told()).vat.map(({ organisation }) => organisation)).toEqual(names.toSorted());
  });

  test('the VAT of an unknown organisation cannot be set', async () => {
    const vat = world.core.app.get(OrganisationVatService);
    await expect(vat.set('nobody', { basisPoints: 1 })).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

// The last test, because it shifts the clock, so that its rows are dated later than now.
test('a statement, its VAT, and the pages of the month omit earlier movements, and the statement begins with the balance of that time', async () => {
  const organisation = await organisationOf();
  await world.core.app.get(OrganisationVatService).set(organisation, { basisPoints: 2_000 });
  const giveBack = (jobId: string, minor: number) =>
    world.core.app.get(JobDecisionsService).giveBack({
      jobId,
      actor: 'operator test',
      reason: 'pale',
      key: randomUUID(),
      amount: pence(minor),
    });
  await topUp(person.userId, 500);
  const early = await print(3);
  await giveBack(early, 3);
  await shiftClock(world.database, '32 days');
  await print(6);
  await giveBack(early, 5);
  const { opening, closing, lines, vat, from } = await told();
  expect([opening, closing]).toEqual([pence(488), pence(463)]);
  expect(lines.map(({ amount }) => amount)).toEqual([pence(5), pence(-30)]);
  expect(vat).toMatchObject([{ printed: pence(25) }]);
  const year = await told('last_12_months');
  expect([year.opening, year.closing, year.lines.length]).toEqual([pence(0), pence(463), 5]);
  expect(year.vat).toMatchObject([{ printed: pence(37) }]);
  const pages = world.core.app.get(PrintedPages);
  expect(await pages.since(person.userId, from)).toEqual({ monoPages: 6, colorPages: 0 });
  expect(await pages.since(person.userId, year.from)).toEqual({ monoPages: 9, colorPages: 0 });
});

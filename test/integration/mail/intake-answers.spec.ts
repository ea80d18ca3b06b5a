import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PricesService } from '@sixpence/core/sites/prices.service';
import { SitesService } from '@sixpence/core/sites/sites.service';
import { money } from '@sixpence/money/money';
import { ConverterProcess, withoutOffice } from '../../support/worlds/converter-process.js';
import { asOwner } from '../../support/core/database.js';
import { IntakeBench, type Sender } from '../../support/worlds/intake-bench.js';
import { MailServer } from '../../support/peers/mail-server.js';
import { aPdf } from '../../support/documents/pdf.js';
import { until } from '../../support/until.js';
import { attached, writtenMail, type WrittenPart } from '../../support/documents/written-mail.js';

const pdf = 'application/pdf';
const zone = {
  'example.com': ['v=spf1 ip4:127.0.0.1 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
};

const after = new AsyncDisposableStack();
let bench: IntakeBench;
let mailbox: MailServer;
let document: Buffer;
beforeAll(async () => {
  mailbox = after.use(await MailServer.start());
  bench = after.use(await IntakeBench.start(zone, {}, { MAIL_URL: mailbox.url }));
  after.use(await ConverterProcess.start(bench.core, withoutOffice));
  document = await aPdf({ pages: 3, colorPages: [1] });
  const { app } = bench.core;
  const organisation = await app.get(SitesService).addOrganisation('Demo');
  const site = await app.get(SitesService).addSite({
    organisation: organisation.name,
    name: 'Library',
    currency: 'GBP',
    timeZone: 'Europe/London',
  });
  const both = (one: number, two: number) => ({ '1-Sided': money(one, 'GBP'), '2-Sided': money(two, 'GBP') });
  await app.get(PricesService).set(site.id, { mono: both(5, 4), color: both(20, 16) });
});
afterAll(() => after.disposeAsync());

async function send(
  person: Sender,
  parts: WrittenPart[],
  more: { subject?: string; messageId?: string; to?: string } = {},
) {
  const { to, ...written } = more;
  const data = writtenMail({ from: person.address, parts, ...written });
  const reply = await bench.send({ from: person.address, ...(to && { to }), data });
  expect(reply.code).toBe(250);
}

async function answersTo({ address }: Sender, count = 1) {
  await until(() => mailbox.to(address).length >= count);
  return mailbox.to(address);
}

test('the answer to a mail has pages, price, and balance, and names the files that were not accepted [row 3]', async () => {
  const person = await bench.aSender();
  const parts = [
    attached('essay.pdf', pdf, document),
    attached('broken.pdf', pdf, '%PDF-1.7 and no more'),
    attached('holiday.zip', 'application/zip', 'PK'),
    attached('IMG_1.HEIC', 'image/heic', 'heic'),
    attached('winmail.dat', 'application/ms-tnef', 'tnef'),
    attached('smime.p7m', 'application/pkcs7-mime', 'enveloped'),
  ];
  await send(person, parts, { messageId: '<one@example.com>' });
  const [answer] = await answersTo(person);
  const { mail, raw } = answer ?? { mail: undefined, raw: '' };
  expect(mail?.subject).toBe('1 of your 2 documents is ready to print');
  expect(mail?.text).toContain('- essay.pdf: 3 pages, 1-Sided, Black-White, £0.15\n');
  expect(mail?.text).toContain('- broken.pdf cannot be printed: ');
  for (const name of ['holiday.zip', 'IMG_1.HEIC', 'winmail.dat', 'smime.p7m']) {
    expect(mail?.text).toContain(`- ${name} was not taken. `);
  }
  expect(mail?.text).toContain('£0.15 are missing');
  expect(mail?.text).toContain(`${bench.core.config.PUBLIC_URL}/dashboard`);
  expect(mail?.text).not.toMatch(/\d{6}/);
  expect(mail?.inReplyTo).toBe('<one@example.com>');
  expect(raw).toMatch(/^Auto-Submitted: auto-replied\r$/m);
  expect(answer?.from).toBe('');
});

test('sides and colour are read from the address, otherwise from the subject, and no other option is read', async () => {
  const person = await bench.aSender();
  await send(person, [attached('a.pdf', pdf, document)], { subject: 'duplex' });
  await send(person, [attached('b.pdf', pdf, document)], {
    subject: 'duplex mono',
    to: 'print+color@print.localhost',
  });
  await send(person, [attached('c.pdf', pdf, document)], { subject: 'A colour theory' });
  await send(person, [attached('d.pdf', pdf, document)], {
    subject: '=?utf-8?Q?Thesis_=5B2-sided?= =?utf-8?Q?_colour=5D?=',
  });
  const rows = (await person.uploads.list()).map(({ fileName, side, isColor }) => [fileName, side, isColor]);
  expect(rows).toEqual([
    ['a.pdf', '2-Sided', false],
    ['b.pdf', '2-Sided', true],
    ['c.pdf', '1-Sided', false],
    ['d.pdf', '2-Sided', true],
  ]);
});

test('a person gets at most one answer a minute, and the next answer covers all mails since then', async () => {
  const person = await bench.aSender();
  await send(person, [attached('first.pdf', pdf, document)]);
  await answersTo(person);
  for (const name of ['second.pdf', 'third.pdf']) await send(person, [attached(name, pdf, document)]);
  await until(async () => (await person.uploads.list()).every(({ status }) => status === 'ready'));
  const mine = 'SELECT count(*)::int AS count FROM taken_mails WHERE owner_id = $1 AND answered_at IS NULL';
  const [waiting] = await bench.core.database.query<{ count: number }[]>(mine, [person.userId]);
  expect(waiting?.count).toBe(2);
  await asOwner(bench.core.database, "INSERT INTO clock_shift (shift) VALUES (interval '61 seconds')");
  try {
    const [, second] = await answersTo(person, 2);
    expect(second?.mail.text).toContain('second.pdf');
    expect(second?.mail.text).toContain('third.pdf');
    expect(mailbox.to(person.address)).toHaveLength(2);
  } finally {
    await asOwner(bench.core.database, 'DELETE FROM clock_shift');
  }
});

test('an answer to many mails counts once in the limit of thirty a day', async () => {
  const person = await bench.aSender();
  await bench.core.database.query(
    `INSERT INTO taken_mails (id, owner_id, digest, document_ids, sender, done_at, answered_at)
     SELECT gen_random_uuid(), $1, sha256(n::text::bytea), '{}', $2, app_now(),
       (SELECT app_now()) - interval '2 minutes'
     FROM generate_series(1, 30) n`,
    [person.userId, person.address],
  );
  await send(person, [attached('a.pdf', pdf, document)]);
  const [answer] = await answersTo(person);
  expect(answer?.mail.text).toContain('a.pdf');
});

test('after thirty answers in a day no more are sent', async () => {
  const person = await bench.aSender();
  await bench.core.database.query(
    `INSERT INTO taken_mails (id, owner_id, digest, document_ids, sender, done_at, answered_at)
     SELECT gen_random_uuid(), $1, sha256(n::text::bytea), '{}', $2, app_now(),
       app_now() - n * interval '2 minutes'
     FROM generate_series(1, 30) n`,
    [person.userId, person.address],
  );
  await send(person, [attached('a.pdf', pdf, document)]);
  await until(async () => {
    const [unanswered] = await bench.core.database.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM taken_mails WHERE owner_id = $1 AND answered_at IS NULL',
      [person.userId],
    );
    return unanswered?.count === 0;
  });
  expect(mailbox.to(person.address)).toEqual([]);
});

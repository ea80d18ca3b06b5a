import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LeavingService } from '@sixpence/core/leaving/leaving.service';
import { until } from '../../support/until.js';
import { IntakeBench, type Sender } from '../../support/worlds/intake-bench.js';
import { MailServer } from '../../support/peers/mail-server.js';
import { attached, writtenMail } from '../../support/documents/written-mail.js';

const zone = {
  'example.com': ['v=spf1 ip4:127.0.0.1 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
};

const after = new AsyncDisposableStack();
let bench: IntakeBench;
let mailbox: MailServer;
beforeAll(async () => {
  mailbox = after.use(await MailServer.start());
  bench = after.use(await IntakeBench.start(zone, {}, { MAIL_URL: mailbox.url }));
});
afterAll(() => after.disposeAsync());

async function choose({ cookie }: Sender, body: unknown): Promise<number> {
  return (await bench.core.call('POST', '/mail-choices', { cookie, body })).status;
}

async function chosen({ cookie }: Sender): Promise<unknown> {
  return (await bench.core.call('GET', '/mail-choices', { cookie })).json();
}

function send({ address }: Sender, name: string) {
  const parts = [attached(name, 'application/pdf', '%PDF-1.7')];
  return bench.send({ from: address, data: writtenMail({ from: address, parts }) });
}

/** No converter runs here, so this makes the waiting mails old enough for an answer. */
async function untilAnswered({ userId }: Sender): Promise<void> {
  await bench.core.database.query(
    `UPDATE taken_mails SET done_at = done_at - interval '1 hour'
      WHERE owner_id = $1 AND answered_at IS NULL`,
    [userId],
  );
  const open = 'SELECT 1 FROM taken_mails WHERE owner_id = $1 AND answered_at IS NULL';
  await until(async () => (await bench.core.database.query<unknown[]>(open, [userId])).length === 0);
}

test('mails are accepted and answered by default', async () => {
  const anna = await bench.aSender();
  expect(await chosen(anna)).toEqual({ takesMail: true, answersMail: true });
  expect((await send(anna, 'one.pdf')).code).toBe(250);
  await untilAnswered(anna);
  await until(() => mailbox.to(anna.address).length === 1);
});

test('a mail of a person who wants no answers is accepted, and not answered', async () => {
  const [anna, ben] = [await bench.aSender(), await bench.aSender()];
  expect(await choose(anna, { takesMail: true, answersMail: false })).toBe(200);
  expect(await chosen(anna)).toEqual({ takesMail: true, answersMail: false });
  for (const person of [anna, ben]) expect((await send(person, 'one.pdf')).code).toBe(250);
  expect(await bench.listed(anna)).toEqual(['one.pdf']);
  for (const person of [anna, ben]) await untilAnswered(person);
  // An answer to Anna would have been written before Ben's answer.
  await until(() => mailbox.to(ben.address).length === 1);
  expect(mailbox.to(anna.address)).toEqual([]);
});

test('if print by mail is switched off, the refusal names the page on which to switch it on', async () => {
  const [anna, ben] = [await bench.aSender(), await bench.aSender()];
  await choose(anna, { takesMail: false, answersMail: true });
  expect(await send(anna, 'one.pdf')).toEqual({
    code: 550,
    text: `5.7.1 Print by mail is switched off for this account: switch it on at ${bench.core.config.PUBLIC_URL}/account`,
  });
  expect(await bench.listed(anna)).toEqual([]);
  expect((await send(ben, 'one.pdf')).code).toBe(250);
  await choose(anna, { takesMail: true, answersMail: true });
  expect((await send(anna, 'one.pdf')).code).toBe(250);
});

test('an invalid choice changes nothing', async () => {
  const anna = await bench.aSender();
  for (const body of [{}, { takesMail: false }, { takesMail: 'no', answersMail: true }]) {
    expect(await choose(anna, body)).toBe(400);
  }
  expect(await chosen(anna)).toEqual({ takesMail: true, answersMail: true });
});

test('the choices are in the export, and are erased with the account', async () => {
  const [anna, ben] = [await bench.aSender(), await bench.aSender()];
  for (const person of [anna, ben]) {
    await send(person, 'one.pdf');
    await choose(person, { takesMail: true, answersMail: false });
  }
  const leaving = bench.core.app.get(LeavingService);
  const act = { userId: anna.userId, actor: 'person', reason: 'a test' } as const;
  expect(await leaving.exportAccount(act)).toMatchObject({
    mailChoices: [{ takesMail: true, answersMail: false }],
    mails: [{ sender: anna.address, messageId: expect.any(String), notTaken: [], doneAt: expect.any(Date) }],
  });
  await leaving.eraseAccount({ ...act, giveUpMoney: false });
  const remaining: unknown = await bench.core.database.query(
    'SELECT 1 FROM mail_choices WHERE user_id = $1',
    [anna.userId],
  );
  expect(remaining).toEqual([]);
  expect(await chosen(ben)).toEqual({ takesMail: true, answersMail: false });
  const mails = 'SELECT owner_id AS id FROM taken_mails WHERE owner_id = ANY($1)';
  const kept: unknown = await bench.core.database.query(mails, [[anna.userId, ben.userId]]);
  expect(kept).toEqual([{ id: ben.userId }]);
});

import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { MAIL_TRANSPORT, type MailTransport } from '@sixpence/core/platform/mail/mail-transport';
import { MailService } from '@sixpence/core/platform/mail/mail.service';
import { SenderService } from '@sixpence/core/platform/mail/sender.service';
import { CoreApp } from '../../support/core/core-app.js';
import { shiftClock } from '../../support/builders/ledger.js';
import { MailServer } from '../../support/peers/mail-server.js';
import { until } from '../../support/until.js';

const after = new AsyncDisposableStack();
let server: MailServer;
let core: CoreApp;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-mail-'));
  after.defer(() => {
    rmSync(folder, { recursive: true });
  });
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyFile = join(folder, 'dkim.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  server = after.use(await MailServer.start());
  core = after.use(
    await CoreApp.start({
      MAIL_URL: server.url,
      MAIL_FROM: 'Sixpence <no-reply@print.example.com>',
      DKIM_KEY_FILE: keyFile,
      DKIM_SELECTOR: 'spring',
    }),
  );
});

afterAll(() => after.disposeAsync());

function post(to: string, options?: { usefulSeconds?: number }): Promise<string> {
  const letter = { to, subject: 'Your code', text: 'It is 123456, for a few minutes.\n' };
  return core.database.transaction((tx) => core.app.get(MailService).postMail(tx, letter, options));
}

function rows(): Promise<{ id: string; sealed: Buffer | null; tries: number; reason: string | null }[]> {
  return core.database.query('SELECT id, sealed, tries, reason FROM outgoing_mails');
}

/** Seconds until this time of the only mail, to the nearest hundred. */
async function secondsUntil(column: 'useful_until' | 'next_try_at'): Promise<number | undefined> {
  const [row]: { seconds: number }[] = await core.database.query(
    `SELECT round(extract(epoch FROM ${column} - app_now()), -2)::int AS seconds FROM outgoing_mails`,
  );
  return row?.seconds;
}

test('a mail is sent once, unchanged and signed, and leaves no row', async () => {
  const id = await post('anna@example.com');
  await until(() => server.to('anna@example.com').length > 0);
  await until(async () => (await rows()).length === 0);
  const [{ raw, mail } = { raw: '', mail: undefined }] = server.to('anna@example.com');
  expect(server.to('anna@example.com')).toHaveLength(1);
  expect(mail).toMatchObject({
    subject: 'Your code',
    text: 'It is 123456, for a few minutes.\n',
    messageId: `<${id}@print.example.com>`,
    from: { text: '"Sixpence" <no-reply@print.example.com>' },
  });
  expect(raw).toMatch(/^DKIM-Signature: .*d=print\.example\.com;\s.*s=spring;/ms);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated/m);
});

test('a rolled-back transaction sends nothing', async () => {
  const letter = { to: 'nobody@example.com', subject: 'Never', text: 'Never' };
  await core.database
    .transaction(async (tx) => {
      await core.app.get(MailService).postMail(tx, letter);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  expect(await rows()).toEqual([]);
  await post('later@example.com');
  await until(() => server.to('later@example.com').length === 1);
  expect(server.to('nobody@example.com')).toEqual([]);
});

test('the row of a mail contains neither the address nor the text', async () => {
  server.answers(() => ({ code: 451, text: 'not now' }));
  await post('hidden@example.com');
  await until(async () => (await rows()).some(({ tries }) => tries > 0));
  const [{ dump } = { dump: '' }]: { dump: string }[] = await core.database.query(
    `SELECT string_agg(m::text || encode(coalesce(sealed, ''), 'escape'), '') AS dump FROM outgoing_mails m`,
  );
  expect(dump).not.toMatch(/hidden|123456|code/);
  expect(await secondsUntil('useful_until')).toBe(86_400);
  server.answers(() => undefined);
  await shiftClock(core.database, '5 seconds');
  await until(() => server.to('hidden@example.com').length === 1);
});

test('a mail that the server defers is retried until it expires', async () => {
  server.answers((address) => (address.startsWith('slow') ? { code: 451, text: 'not now' } : undefined));
  await post('slow@example.com', { usefulSeconds: 600 });
  // A try can run while the clock is shifted, so the clock is shifted until the mail has expired.
  await until(async () => {
    await shiftClock(core.database, '10 seconds');
    return (await rows())[0]?.reason === 'too late';
  });
  expect((await rows())[0]?.tries).toBeGreaterThanOrEqual(4);
  expect((await rows())[0]?.sealed).toBeNull();
  expect(server.to('slow@example.com')).toEqual([]);
  await core.database.query('DELETE FROM outgoing_mails');
});

test('without a mail server a mail waits until it expires, and then its content is deleted', async () => {
  await using silent = await CoreApp.start();
  const letter = { to: 'nobody@example.com', subject: 'Your code', text: 'It is 123456.\n' };
  const mail = silent.app.get(MailService);
  await silent.database.transaction((tx) => mail.postMail(tx, letter, { usefulSeconds: 600 }));
  const waiting = await silent.database.transaction((tx) =>
    mail.postMail(tx, letter, { usefulSeconds: 1_200 }),
  );
  await shiftClock(silent.database, '15 minutes');
  const letters = () =>
    silent.database.query<{ id: string; hasContent: boolean; reason: string | null; tries: number }[]>(
      `SELECT id, sealed IS NOT NULL AS "hasContent", reason, tries FROM outgoing_mails
        ORDER BY useful_until`,
    );
  await until(async () => (await letters())[0]?.reason === 'too late');
  expect(await letters()).toMatchObject([
    { hasContent: false },
    { id: waiting, hasContent: true, reason: null, tries: 0 },
  ]);
});

test("a permanently refused address is not tried again, and its mail's content is deleted at once", async () => {
  server.answers((address) =>
    address.startsWith('no') ? { code: 550, text: 'no such mailbox' } : undefined,
  );
  await post('no@example.com');
  await until(async () => (await rows())[0]?.reason === '550 EENVELOPE');
  expect((await rows())[0]).toMatchObject({ sealed: null, tries: 1 });
  await shiftClock(core.database, '6 days 23 hours');
  await core.app.get(SenderService).sendDueMail();
  expect(await rows()).toHaveLength(1);
  await shiftClock(core.database, '1 hour 1 minute');
  await until(async () => (await rows()).length === 0);
});

test('only a refused address is reported; a mail with a refused text is given up, and with a refused sender mail waits', async () => {
  const refusedAddresses: string[] = [];
  core.app.get(MailService).refused.add((address) => {
    refusedAddresses.push(address);
    return Promise.resolve();
  });
  const reasons = async () => (await rows()).map(({ reason }) => reason);
  server.answers((address) =>
    address.startsWith('gone') ? { code: 550, text: 'no such mailbox' } : undefined,
  );
  server.answersTo('MAIL FROM', { code: 550, text: 'not from you' });
  await post('sender@example.com');
  await until(async () => {
    await shiftClock(core.database, '5 seconds');
    return (await rows())[0]?.tries === 2;
  });
  expect(await reasons()).toEqual([null]);
  server.answersTo('MAIL FROM', undefined);
  await until(async () => {
    await shiftClock(core.database, '1 minute');
    return server.to('sender@example.com').length === 1;
  });

  server.answersTo('DATA', { code: 554, text: 'looks like spam' });
  await post('text@example.com');
  await until(async () => (await reasons())[0] === '554 EMESSAGE');
  server.answersTo('DATA', undefined);
  await post('gone@example.com');
  await until(() => refusedAddresses.length > 0);
  expect(refusedAddresses).toEqual(['gone@example.com']);
});

test("a refused address is reported before its mail's content is deleted, and a failed report is repeated", async () => {
  const refusedAddresses: string[] = [];
  core.app.get(MailService).refused.add((address) => {
    refusedAddresses.push(address);
    return refusedAddresses.length === 1
      ? Promise.reject(new Error('the database is down'))
      : Promise.resolve();
  });
  await core.database.query('DELETE FROM outgoing_mails');
  server.answers(() => ({ code: 550, text: 'no such mailbox' }));
  await post('moved@example.com');
  await until(() => refusedAddresses.length === 1);
  expect((await rows())[0]).toMatchObject({ sealed: expect.any(Buffer), reason: null });
  await until(async () => {
    await shiftClock(core.database, '1 minute');
    return (await rows())[0]?.reason === '550 EENVELOPE';
  });
  expect(refusedAddresses).toEqual(['moved@example.com', 'moved@example.com']);
});

test('while one core sends a mail, other cores do not send it for two minutes', async () => {
  await core.database.query('DELETE FROM outgoing_mails');
  let accept = () => {};
  const send = jest
    .spyOn(core.app.get<MailTransport>(MAIL_TRANSPORT), 'sendMail')
    .mockImplementationOnce(() => new Promise((resolve) => (accept = resolve)));
  await post('slowly@example.com');
  await until(() => send.mock.calls.length === 1);
  expect(await secondsUntil('next_try_at')).toBe(100);
  await core.app.get(SenderService).sendDueMail();
  expect(send).toHaveBeenCalledTimes(1);
  accept();
  await until(async () => (await rows()).length === 0);
});

test('waiting mail with a person’s reply address is deleted when the person leaves; unreadable mail is kept', async () => {
  await core.database.query('DELETE FROM outgoing_mails');
  server.answers(() => ({ code: 451, text: 'not now' }));
  const mail = core.app.get(MailService);
  const letter = { to: 'staff@example.com', subject: 'A question', text: 'Hello' };
  const stays = await core.database.transaction(async (tx) => {
    await mail.postMail(tx, { ...letter, replyTo: 'anna@example.com' });
    return [
      await mail.postMail(tx, letter),
      await mail.postMail(tx, { ...letter, replyTo: 'ben@example.com' }),
    ];
  });
  await core.database.query(
    `UPDATE outgoing_mails SET sealed = 'sealed under an earlier key' WHERE id = $1`,
    [stays[1]],
  );
  await core.database.transaction((tx) =>
    mail.deleteWaitingMail(tx, ['anna@example.com', 'ben@example.com']),
  );
  expect((await rows()).map(({ id }) => id).sort()).toEqual(stays.sort());
});

test('two open transactions can each delete the waiting mail of a person', async () => {
  await core.database.query('DELETE FROM outgoing_mails');
  server.answers(() => ({ code: 451, text: 'not now' }));
  for (const name of ['anna', 'ben', 'cleo']) await post(`${name}@example.com`);
  const mail = core.app.get(MailService);
  await core.database.transaction(async (anna) => {
    await mail.deleteWaitingMail(anna, ['anna@example.com']);
    await core.database.transaction((ben) => mail.deleteWaitingMail(ben, ['ben@example.com']));
  });
  expect(await rows()).toHaveLength(1);
  await core.database.transaction((cleo) => mail.deleteWaitingMail(cleo, ['cleo@example.com']));
  expect(await rows()).toEqual([]);
});

import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { mostMailedDocuments } from '@sixpence/contracts/http/intake';
import { documentLimits } from '@sixpence/contracts/limits';
import { HeldFilesService } from '@sixpence/core/documents/held-files.service';
import { ConversionsService } from '@sixpence/core/documents/preparation/conversions.service';
import { dkimSign } from 'mailauth';
import { CoreApp } from '../../support/core/core-app.js';
import { IntakeBench, printAddress, type Sender } from '../../support/worlds/intake-bench.js';
import { aPdf } from '../../support/documents/pdf.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { childrenOf } from '../../support/worlds/process-tree.js';
import { SmtpTalk } from '../../support/peers/smtp-talk.js';
import { attached, writtenMail } from '../../support/documents/written-mail.js';

const pdf = 'application/pdf';
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const dkimKey = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
const zone = {
  'example.com': ['v=spf1 ip4:127.0.0.1 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
  // SPF does not allow this machine for the domain; its mail is signed.
  'signed.example.org': ['v=spf1 ip4:192.0.2.1 -all'],
  '_dmarc.signed.example.org': ['v=DMARC1; p=none'],
  'key._domainkey.signed.example.org': [dkimKey],
  // These have no DMARC record.
  'spf-only.example.net': ['v=spf1 ip4:127.0.0.1 -all'],
  'nothing.example.net': ['nothing to see'],
  'key._domainkey.nothing.example.net': [dkimKey],
  'key._domainkey.sibling.example.net': [dkimKey],
  'key._domainkey.below.nothing.example.net': [dkimKey],
  'key._domainkey.example.net': [dkimKey],
  'key._domainkey.net': [dkimKey],
};

let bench: IntakeBench;
let anna: Sender;
let document: Buffer;
beforeAll(async () => {
  bench = await IntakeBench.start(zone);
  anna = await bench.aSender('anna@example.com');
  document = await aPdf({ pages: 1 });
});
afterAll(() => bench[Symbol.asyncDispose]());

const mailOf = (from: string, more: Partial<Parameters<typeof writtenMail>[0]> = {}) =>
  writtenMail({ from, parts: [attached('essay.pdf', pdf, document)], ...more });

async function signed(data: string, domain: string): Promise<string> {
  const key = { signingDomain: domain, selector: 'key', privateKey };
  const { signatures } = await dkimSign(data, {
    ...key,
    signatureData: [key],
  });
  return signatures + data;
}

describe('a mailed document', () => {
  test("it is on the dashboard of the account with the sender's address [row 3]", async () => {
    const parts = [
      { type: 'text/plain; charset=utf-8', content: 'Please print these' },
      attached('essay.pdf', pdf, document),
      attached('cat.jpg', 'image/jpeg', Buffer.alloc(100_000, 7)),
      attached('notes.xyz', 'application/octet-stream', 'of a kind that nobody prints'),
    ];
    const reply = await bench.send({ from: anna.address, data: writtenMail({ from: anna.address, parts }) });
    expect(reply).toEqual({ code: 250, text: '2.0.0 Taken: see the dashboard' });
    expect(await bench.listed(anna)).toEqual(['essay.pdf', 'cat.jpg']);
    expect(bench.spooled()).toEqual([]);
  });

  test('it can have any proven address of an account as sender, and the print address with a +suffix as recipient', async () => {
    const person = await bench.aSender();
    const second = 'Second@signed.example.org';
    await bench.core.database.query(
      `INSERT INTO addresses (address, user_id, proven_by, is_primary) VALUES ($1, $2, 'code', false)`,
      [second.toLowerCase(), person.userId],
    );
    const data = await signed(mailOf(`Me <${second}>`), 'signed.example.org');
    const reply = await bench.send({ from: second, to: 'Print+mono@print.localhost', data });
    expect(reply.code).toBe(250);
    expect(await bench.listed(person)).toEqual(['essay.pdf']);
  });

  test('repeated deliveries of one mail make one document, and another mail makes another document', async () => {
    const person = await bench.aSender();
    const first = mailOf(person.address);
    const again = `Received: from relay.example.com by mx.example.com; Sun, 22 Nov 2026 12:00:05 +0000\r\n${first}`;
    for (const data of [first, again]) {
      expect((await bench.send({ from: person.address, data })).code).toBe(250);
    }
    expect(await bench.listed(person)).toEqual(['essay.pdf']);
    expect((await bench.send({ from: person.address, data: mailOf(person.address) })).code).toBe(250);
    expect(await bench.listed(person)).toEqual(['essay.pdf', 'essay.pdf']);
  });
});

describe('the sender of a mail', () => {
  const unproven = { code: 550, text: expect.stringMatching(/^5\.7\.1 /) as unknown };

  test.each([
    ['by SPF of exactly its domain', 'spf-only.example.net', undefined],
    ['by a signature of its domain', 'nothing.example.net', 'nothing.example.net'],
    ['by a signature of the parent domain', 'nothing.example.net', 'example.net'],
  ])('without a DMARC record it can be proven %s', async (_, domain, signer) => {
    const person = await bench.aSender(`${randomUUID()}@${domain}`);
    const data = mailOf(person.address);
    const sent = signer === undefined ? data : await signed(data, signer);
    expect((await bench.send({ from: person.address, data: sent })).code).toBe(250);
    expect(await bench.listed(person)).toEqual(['essay.pdf']);
  });

  test.each([
    ['a foreign domain', 'signed.example.org'],
    ['a sibling domain', 'sibling.example.net'],
    ['a subdomain', 'below.nothing.example.net'],
    ['a public suffix', 'net'],
  ])('without a DMARC record it is not proven by a valid signature of %s', async (_, signer) => {
    const person = await bench.aSender(`${randomUUID()}@nothing.example.net`);
    const data = await signed(mailOf(person.address), signer);
    expect(await bench.send({ from: person.address, data })).toEqual(unproven);
    expect(await bench.listed(person)).toEqual([]);
  });

  test('it is not proven by a forged, changed, or foreign signature', async () => {
    const person = await bench.aSender('victim@signed.example.org');
    const forged = mailOf(person.address);
    const changed = (await signed(forged, 'signed.example.org')).replace('My documents', 'My document');
    const foreign = await signed(forged, 'nothing.example.net');
    for (const [from, data] of [
      [person.address, forged],
      ['eve@example.com', forged],
      [person.address, changed],
      [person.address, foreign],
    ] as const) {
      expect(await bench.send({ from, data })).toEqual(unproven);
    }
    expect(await bench.listed(person)).toEqual([]);
  });

  test.each([
    ['no From', 'X-From: anna@example.com'],
    ['two From fields', 'From: anna@example.com\r\nFrom: eve@example.com'],
    ['two addresses', 'From: eve@example.com, anna@example.com'],
    ['an address in the name', 'From: anna@example.com <eve@example.com>'],
    ['a group', 'From: Friends: anna@example.com;'],
  ])('a mail with %s is refused', async (_, line) => {
    const data = mailOf('anna@example.com').replace('From: anna@example.com', line);
    expect(await bench.send({ from: 'anna@example.com', data })).toEqual(unproven);
  });

  test('without an account, the refusal names the address, and the page on which to add it', async () => {
    const address = 'nobody@example.com';
    const reply = await bench.send({ from: address, data: mailOf(address) });
    expect(reply.code).toBe(550);
    expect(reply.text).toMatch(/^5\.1\.1 /);
    expect(reply.text).toContain(address);
    expect(reply.text).toContain(`${bench.core.config.PUBLIC_URL}/account`);
  });

  test('a locked account and a full account each get their own refusal, and no document', async () => {
    const person = await bench.aSender();
    await bench.core.database.query('UPDATE users SET locked_at = app_now() WHERE id = $1', [person.userId]);
    const locked = await bench.send({ from: person.address, data: mailOf(person.address) });
    expect(locked).toEqual({ code: 550, text: expect.stringMatching(/^5\.7\.1 .*locked/) });
    await bench.core.database.query('UPDATE users SET locked_at = NULL WHERE id = $1', [person.userId]);
    const documentId = await person.uploads.upload('large.pdf', pdf, document);
    await bench.core.database.query(
      `INSERT INTO converted_files (document_id, revision, conversion_id, kind, byte_length)
       VALUES ($1, 1, gen_random_uuid(), 'images', 500 * 1024 * 1024)`,
      [documentId],
    );
    const full = await bench.send({ from: person.address, data: mailOf(person.address) });
    expect(full).toEqual({ code: 552, text: expect.stringMatching(/^5\.2\.2 /) });
    expect(await bench.listed(person)).toEqual(['large.pdf']);
  });

  test('after sixty mails in an hour the next mail is deferred', async () => {
    const person = await bench.aSender();
    const send = () => bench.send({ from: person.address, data: mailOf(person.address) });
    expect((await send()).code).toBe(250);
    const [[counted]]: [{ points: number; seconds: number }[], number] = await bench.core.database.query(
      `UPDATE attempt_budgets SET points = 59 WHERE key = 'mails of a person:' || $1
       RETURNING round(expire / 1000.0 - extract(epoch FROM now()), -2)::int AS seconds`,
      [person.userId],
    );
    expect(counted?.seconds).toBe(3_600);
    expect((await send()).code).toBe(250);
    const reply = await send();
    expect(reply).toEqual({ code: 451, text: expect.stringMatching(/^4\.7\.1 /) });
  });
});

describe('the SMTP conversation', () => {
  test('only the print address is accepted as recipient, and one recipient for each mail', async () => {
    await using talk = await SmtpTalk.begin(bench.port);
    await talk.say('EHLO sender.example.com');
    await talk.say('MAIL FROM:<anna@example.com>');
    for (const other of ['print@example.com', 'root@print.localhost', 'printer@print.localhost']) {
      expect(await talk.say(`RCPT TO:<${other}>`)).toEqual({
        code: 550,
        text: expect.stringMatching(/^5\.7\.1 .*elay/),
      });
    }
    expect((await talk.say(`RCPT TO:<${printAddress}>`)).code).toBe(250);
    expect((await talk.say('RCPT TO:<print+mono@print.localhost>')).code).toBe(452);
  });

  test.each(['VRFY anna', 'EXPN friends', 'AUTH PLAIN AGEAYg=='])('%s is refused', async (line) => {
    await using talk = await SmtpTalk.begin(bench.port);
    const hello = await talk.say('EHLO sender.example.com');
    expect(hello.text).not.toMatch(/AUTH|VRFY|EXPN|STARTTLS/);
    expect((await talk.say(line)).code).toBe(500);
  });

  test('a mail of over 50 MB is refused, and the conversation continues', async () => {
    await using talk = await SmtpTalk.begin(bench.port);
    const data = Buffer.concat([
      Buffer.from(mailOf(anna.address)),
      Buffer.from(`${'a'.repeat(998)}\r\n`.repeat(53_000)),
    ]);
    expect(await talk.mail({ from: anna.address, to: printAddress, data })).toEqual({
      code: 552,
      text: expect.stringMatching(/^5\.3\.4 /),
    });
    expect((await talk.say('NOOP')).code).toBe(250);
    expect(bench.spooled()).toEqual([]);
  });

  test.each([
    ['a bounce', '', 'X: y'],
    ['an automatic answer', 'anna@example.com', 'Auto-Submitted: auto-replied'],
    ['a mail of a list', 'anna@example.com', 'List-Id: <friends.example.com>'],
    [
      'a mail in a loop',
      'anna@example.com',
      Array.from({ length: 60 }, () => 'Received: from a by b').join('\r\n'),
    ],
  ])('%s is accepted and dropped', async (_, from, line) => {
    const person = await bench.aSender();
    const data = mailOf(person.address, { headers: [line] });
    expect((await bench.send({ from: from === '' ? '' : person.address, data })).code).toBe(250);
    expect(await bench.listed(person)).toEqual([]);
  });

  test('the sixth connection of an address is refused', async () => {
    await using talks = new AsyncDisposableStack();
    for (let count = 0; count < 5; count += 1) talks.use(await SmtpTalk.begin(bench.port));
    const sixth = talks.use(await SmtpTalk.connect(bench.port));
    expect((await sixth.reply()).code).toBe(421);
  });
});

describe('the documents of a mail', () => {
  const withToken = () => ({ authorization: `Bearer ${bench.core.config.INTAKE_TOKEN}` });
  const ask = (path: string, body: unknown, headers = withToken()) =>
    bench.core.call('POST', path, { body, headers });
  const begin = async (person: Sender, digest: string, names = ['a.pdf', 'b.pdf']) => {
    const documents = names.map((name) => ({ name, byteLength: document.length }));
    const answer = await ask('/intake/mails', { address: person.address, digest, documents });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { mailId: string; isDone: boolean; addresses: string[] };
  };
  const put = (path: string, bytes = document) =>
    fetch(bench.core.url + path, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    });
  const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;
  const roomOf = async ({ address }: Sender): Promise<unknown> =>
    (await ask('/intake/sender', { address: address.toUpperCase() })).json();

  test('they are listed together, when the mail is complete', async () => {
    const person = await bench.aSender();
    const { mailId, addresses } = await begin(person, '1'.repeat(64));
    for (const path of addresses) {
      expect((await put(path)).status).toBe(200);
      expect(await bench.listed(person)).toEqual([]);
    }
    for (let times = 0; times < 2; times += 1) {
      expect((await ask(`/intake/mails/${mailId}/done`, {})).status).toBe(200);
      expect(await bench.listed(person)).toEqual(['a.pdf', 'b.pdf']);
    }
    expect(await begin(person, '1'.repeat(64))).toEqual({ mailId, isDone: true, addresses: [] });
  });

  test('each counts in the quota of its sender from the beginning, and must have its announced length', async () => {
    const person = await bench.aSender();
    const { activeDocuments, activeBytes } = documentLimits;
    expect(await roomOf(person)).toEqual({ left: { documents: activeDocuments, bytes: activeBytes } });
    const { addresses } = await begin(person, '6'.repeat(64));
    const bytes = activeBytes - 2 * document.length;
    expect(await roomOf(person)).toEqual({ left: { documents: activeDocuments - 2, bytes } });
    expect((await put(addresses[0]!, document.subarray(1))).status).toBe(403);
  });

  test('two people may send the same mail', async () => {
    const [person, other] = [await bench.aSender(), await bench.aSender()];
    const first = await begin(person, '7'.repeat(64));
    const second = await begin(other, '7'.repeat(64));
    for (const { mailId, addresses } of [first, second]) {
      for (const path of addresses) await put(path);
      expect((await ask(`/intake/mails/${mailId}/done`, {})).status).toBe(200);
    }
    for (const each of [person, other]) expect(await bench.listed(each)).toEqual(['a.pdf', 'b.pdf']);
  });

  test('a repeated mail is recognised for 72 hours; later it makes new documents', async () => {
    const person = await bench.aSender();
    const digest = '8'.repeat(64);
    const { mailId, addresses } = await begin(person, digest);
    for (const path of addresses) await put(path);
    await ask(`/intake/mails/${mailId}/done`, {});
    const age = (hours: number) =>
      bench.core.database.query(
        `UPDATE taken_mails SET begun_at = app_now() - make_interval(hours => $2) WHERE owner_id = $1`,
        [person.userId, hours],
      );
    await age(71);
    expect(await begin(person, digest)).toMatchObject({ mailId, isDone: true });
    await age(73);
    expect(await begin(person, digest)).toMatchObject({ isDone: false });
  });

  test('none is made when another connection delivers the same mail at the same moment', async () => {
    const person = await bench.aSender();
    const documents = [{ name: 'a.pdf', byteLength: 1 }];
    const digest = '9'.repeat(64);
    const answer = await bench.core.database.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO taken_mails (id, owner_id, digest, document_ids, sender)
         VALUES (gen_random_uuid(), $1, $2, '{}', 'anna@example.com')`,
        [person.userId, Buffer.from(digest, 'hex')],
      );
      const begun = ask('/intake/mails', { address: person.address, digest, documents });
      await lockWaits(bench.core.database, 1, 'INSERT INTO taken_mails');
      return { begun };
    });
    const { status, headers } = await answer.begun;
    expect([status, headers.get('retry-after')]).toEqual([429, '5']);
    expect(await roomOf(person)).toMatchObject({ left: { documents: documentLimits.activeDocuments } });
  });

  test('none is listed when a new delivery begins while their mail is completed', async () => {
    const person = await bench.aSender();
    const { mailId, addresses } = await begin(person, 'a'.repeat(64));
    for (const path of addresses) await put(path);
    const held = bench.core.app.get(HeldFilesService);
    const arrive = held.completeHeldArrivals.bind(held);
    jest.spyOn(held, 'completeHeldArrivals').mockImplementationOnce(async (ids, also) => {
      await bench.core.database.query('DELETE FROM taken_mails WHERE id = $1', [mailId]);
      await arrive(ids, also);
    });
    const answer = await ask(`/intake/mails/${mailId}/done`, {});
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'mail.unknown']);
    expect(await bench.listed(person)).toEqual([]);
  });

  test('none is listed while the bytes of one are missing', async () => {
    const person = await bench.aSender();
    const { mailId, addresses } = await begin(person, '2'.repeat(64));
    expect((await put(addresses[0] ?? '')).status).toBe(200);
    expect((await ask(`/intake/mails/${mailId}/done`, {})).status).toBe(404);
    expect(await bench.listed(person)).toEqual([]);
  });

  test('they keep their bytes if the end of their mail fails once', async () => {
    const person = await bench.aSender();
    const { mailId, addresses } = await begin(person, '5'.repeat(64));
    for (const path of addresses) await put(path);
    const [mail]: { document_ids: string[] }[] = await bench.core.database.query(
      'SELECT document_ids FROM taken_mails WHERE id = $1',
      [mailId],
    );
    const held = bench.core.app.get(HeldFilesService);
    const fails = () => Promise.reject(new Error('a failure of this test'));
    await expect(held.completeHeldArrivals(mail!.document_ids, fails)).rejects.toThrow(
      'a failure of this test',
    );
    expect((await ask(`/intake/mails/${mailId}/done`, {})).status).toBe(200);
    for (const documentId of mail!.document_ids) {
      const { stream } = await bench.core.app.get(ConversionsService).openSource(documentId, 1);
      expect((await buffer(stream)).equals(document)).toBe(true);
    }
  });

  test('a new delivery starts them again, and the earlier delivery can no longer complete the mail', async () => {
    const person = await bench.aSender();
    const first = await begin(person, '3'.repeat(64));
    for (const path of first.addresses) await put(path);
    const second = await begin(person, '3'.repeat(64));
    for (const path of second.addresses) expect((await put(path)).status).toBe(200);
    expect((await ask(`/intake/mails/${first.mailId}/done`, {})).status).toBe(404);
    expect((await ask(`/intake/mails/${second.mailId}/done`, {})).status).toBe(200);
    expect(await bench.listed(person)).toEqual(['a.pdf', 'b.pdf']);
  });

  test('a new delivery uses the quota of the earlier delivery', async () => {
    const person = await bench.aSender();
    const names = Array.from({ length: mostMailedDocuments }, (_, number) => `${number}.pdf`);
    const mails = documentLimits.activeDocuments / names.length;
    const digest = (number: number) => String(number).padStart(64, '0');
    for (let number = 0; number < mails; number += 1) await begin(person, digest(number), names);
    await begin(person, digest(0), names);
    const documents = [{ name: 'one-more.pdf', byteLength: 1 }];
    const more = { address: person.address, digest: digest(mails), documents };
    expect((await ask('/intake/mails', more)).status).toBe(429);
  });

  test('none is made if one of them is refused', async () => {
    const person = await bench.aSender();
    const documents = ['a.pdf', 'b.xyz'].map((name) => ({ name, byteLength: 10 }));
    const answer = await ask('/intake/mails', { address: person.address, digest: '4'.repeat(64), documents });
    expect(answer.status).toBe(415);
    const rows = await bench.core.database.query<unknown[]>('SELECT 1 FROM documents WHERE owner_id = $1', [
      person.userId,
    ]);
    expect(rows).toEqual([]);
  });

  test("only the intake's token can add them, and this token allows no call of converters", async () => {
    const asConverter = { authorization: `Bearer ${bench.core.config.SERVICE_TOKEN}` };
    for (const headers of [asConverter, { authorization: 'Bearer ' }]) {
      const answer = await ask('/intake/sender', { address: anna.address }, headers);
      expect(answer.status).toBe(401);
    }
    const body = { documentId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70', revision: 1 };
    expect((await ask('/storage/conversions', body)).status).toBe(401);
  });
});

test('a signed-in person can read the print address [row 112]', async () => {
  const answer = await bench.core.call('GET', '/print-address', { cookie: anna.cookie });
  expect(await answer.json()).toEqual({ address: printAddress });
});

test('an intake reads two mails at a time', () => {
  expect(childrenOf(bench.intake.pid)).toHaveLength(2);
});

test('without an intake there is no print address', async () => {
  await using core = await CoreApp.start({ INTAKE_TOKEN: '' });
  const { cookie } = await core.signedIn('anna@example.com');
  expect(await (await core.call('GET', '/print-address', { cookie })).json()).toEqual({ address: null });
});

test('while core is down a mail is deferred, and the intake leaves no file of it when it stops', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-spool-'));
  const other = await IntakeBench.start(zone, { CORE_URL: 'http://127.0.0.1:9', SPOOL_DIR: folder });
  try {
    const reply = await other.send({ from: anna.address, data: mailOf(anna.address) });
    expect(reply).toEqual({ code: 451, text: expect.stringMatching(/^4\.3\.0 /) });
    expect(readdirSync(folder, { recursive: true })).toHaveLength(1);
    expect(await other.intake.stop()).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    await other[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  }
});

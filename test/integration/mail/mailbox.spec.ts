import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Mailbox } from '@sixpence/sandbox/mailbox/mailbox';
import { freePort } from '../../support/free-port.js';

/** Stops the started parts in reverse order, even if the start failed. */
const after = new AsyncDisposableStack();
let mailbox: Mailbox;
let smtpPort: number;
let port: number;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-mailbox-'));
  after.defer(() => rmSync(folder, { recursive: true }));
  smtpPort = await freePort();
  port = await freePort();
  mailbox = await Mailbox.start({ smtpPort, port, logFile: join(folder, 'mailbox.log') });
  after.defer(() => mailbox.stop());
});
afterAll(() => after.disposeAsync());
beforeEach(async () => {
  await fetch(`${mailbox.url}/email/all`, { method: 'DELETE' });
});

const mail = [
  'From: Sixpence <print@print.localhost>',
  'To: Anna <anna@example.com>',
  'Subject: =?utf-8?q?Your_code_=C2=B7_123456?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Your code is 123456.',
  '--x',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p onclick="x()">Your code is <b>123456</b>.<script>x()</script></p>',
  '--x',
  'Content-Type: application/pdf',
  'Content-Disposition: attachment; filename="receipt 1.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('%PDF-1.4').toString('base64'),
  '--x--',
];

/**
 * Sends these lines of SMTP (RFC 5321).
 * @returns the server's last reply
 */
async function send(lines: readonly string[]): Promise<string> {
  const socket = connect(smtpPort, '127.0.0.1');
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async () => {
    for (;;) {
      const { value } = (await replies.next()) as { value: string };
      if (value[3] === ' ') return value;
    }
  };
  await reply();
  for (const command of ['EHLO test', 'MAIL FROM:<a@example.com>', 'RCPT TO:<anna@example.com>', 'DATA']) {
    socket.write(`${command}\r\n`);
    await reply();
  }
  socket.write(`${[...lines, '.'].join('\r\n')}\r\n`);
  const last = await reply();
  socket.end();
  return last;
}

interface Listed {
  id: string;
  subject: string;
}
const listed = async () => (await (await fetch(`${mailbox.url}/email`)).json()) as Listed[];

test('a mail that was sent by SMTP can be read by REST, and deleted', async () => {
  expect(await send(mail)).toMatch(/^250 /);
  const [only, ...others] = await listed();
  expect(others).toEqual([]);
  expect(only).toMatchObject({
    subject: 'Your code · 123456',
    from: [{ address: 'print@print.localhost', name: 'Sixpence' }],
    to: [{ address: 'anna@example.com', name: 'Anna' }],
    text: expect.stringMatching(/^Your code is 123456\.\s*$/),
    envelope: { to: [{ address: 'anna@example.com' }] },
    attachments: [{ fileName: 'receipt 1.pdf', contentType: 'application/pdf', length: 8 }],
  });
  const address = `${mailbox.url}/email/${only!.id}`;
  expect(await (await fetch(address)).json()).toEqual(only);
  expect(await (await fetch(`${address}/attachment/receipt%201.pdf`)).text()).toBe('%PDF-1.4');
  expect(await (await fetch(`${address}/source`)).text()).toContain('Subject: =?utf-8?q?');

  expect((await fetch(`${mailbox.url}/email/all`, { method: 'DELETE' })).status).toBe(200);
  expect(await listed()).toEqual([]);
  expect((await fetch(address)).status).toBe(404);
});

test('the pages show a mail, and no part of it can run or load', async () => {
  await send(mail.map((line) => line.replace('Your_code', '<b>Your_code')));
  const [only] = await listed();
  const list = await (await fetch(mailbox.url)).text();
  expect(list).toContain(`<a href="/mail/${only!.id}">&lt;b&gt;Your code · 123456</a>`);
  expect(await (await fetch(`${mailbox.url}/mail/${only!.id}`)).text()).toContain('Your code is 123456.');
  const body = await fetch(`${mailbox.url}/email/${only!.id}/html`);
  expect(body.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
});

test('a mail beyond the limit is refused, and the next mail is accepted', async () => {
  const line = 'a'.repeat(998);
  const large = [...mail.slice(0, 4), '', ...Array.from({ length: 53_000 }, () => line)];
  expect(await send(large)).toMatch(/^552 /);
  expect(await send(mail)).toMatch(/^250 /);
  expect(await listed()).toHaveLength(1);
});

test('an invalid address is answered like an unknown one', async () => {
  const sent = request({ host: '127.0.0.1', port, path: '//' }).end();
  const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume: () => void }];
  answer.resume();
  expect(answer.statusCode).toBe(404);
  expect(await listed()).toEqual([]);
});

test('a request with another host name for this machine is refused, so that DNS rebinding cannot read mails', async () => {
  const sent = request({ host: '127.0.0.1', port, path: '/email', headers: { host: 'evil.example' } }).end();
  const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume: () => void }];
  answer.resume();
  expect(answer.statusCode).toBe(403);
});

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { CoreConfig } from '../process/config.js';
import { makeMailTransport, messageOf, serverAt, transportOptions } from './mail-transport.js';

/** A mail server whose answer never ends. */
let server: Server;
beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 here\r\n');
    const more = setInterval(() => socket.write('250-wait\r\n'), 20);
    socket.once('close', () => {
      clearInterval(more);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
});

/** Sends a mail to that server. `gone` resolves when its connection there is closed. */
async function sending(startDeadline?: () => AbortSignal) {
  const { port } = server.address() as AddressInfo;
  const here = { MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'a@example.com', DKIM_KEY_FILE: '' };
  const transport = (await makeMailTransport(here as CoreConfig, startDeadline))!;
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const sent = transport.sendMail('1', { to: 'anna@example.com', subject: 'x', text: 'x' });
  sent.catch(() => undefined);
  const [socket] = await connected;
  const gone = new Promise((resolve) => socket.once('close', resolve));
  return { transport, sent, gone };
}

test('a mail to a server whose answer never ends fails by timeout', async () => {
  const time = new AbortController();
  const { transport, sent, gone } = await sending(() => time.signal);
  time.abort();
  await expect(sent).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    message: 'The mail server took too long',
  });
  await gone;
  transport.close();
});

test('a closed transport leaves no connection to a hanging server', async () => {
  const { transport, sent, gone } = await sending();
  transport.close();
  await expect(sent).rejects.toThrow();
  await gone;
});

test.each([
  ['smtp://mail.example.com', { port: 587, secure: false, ignoreTLS: false, requireTLS: true }],
  ['smtp://mail.example.com:25', { port: 25, secure: false, ignoreTLS: false, requireTLS: true }],
  ['smtps://mail.example.com', { port: 465, secure: true, ignoreTLS: false, requireTLS: false }],
  ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1025, ignoreTLS: true, requireTLS: false }],
  ['smtps://localhost', { host: 'localhost', port: 465, secure: true, ignoreTLS: false, requireTLS: false }],
  [
    'smtps://a%40b:c%2Fd@mail.example.com:2465',
    { host: 'mail.example.com', port: 2465, auth: { user: 'a@b', pass: 'c/d' } },
  ],
])('mail to %s is encrypted unless the server is on this machine', (url, server) => {
  expect(serverAt(url)).toMatchObject(server);
});

test('without a user name core does not authenticate at the server, and without MAIL_URL there is no transport', async () => {
  expect(serverAt('smtp://mail.example.com')).not.toHaveProperty('auth');
  expect(await makeMailTransport({ MAIL_URL: '' } as CoreConfig)).toBeNull();
});

const config = {
  MAIL_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'Sixpence <no-reply@print.example.com>',
  DKIM_KEY_FILE: '',
  DKIM_SELECTOR: 'spring',
} as CoreConfig;
const options = {
  host: 'mail.example.com',
  port: 465,
  secure: true,
  ignoreTLS: false,
  requireTLS: false,
  pool: true,
  maxConnections: 5,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  disableFileAccess: true,
  disableUrlAccess: true,
};

test('the transport keeps five connections, has deadlines, and reads neither files nor URLs', () => {
  expect(transportOptions(config)).toEqual(options);
});

test("with a key the transport signs mail for the sender's domain", () => {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-dkim-'));
  try {
    const file = join(folder, 'key.pem');
    writeFileSync(file, 'the key');
    const dkim = { domainName: 'print.example.com', keySelector: 'spring', privateKey: 'the key' };
    expect(transportOptions({ ...config, DKIM_KEY_FILE: file })).toEqual({ ...options, dkim });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const letter = { to: 'anna@example.com', subject: 'Hello', text: 'Hello, Anna' };
const message = {
  from: 'Sixpence <no-reply@print.example.com>',
  to: { name: '', address: 'anna@example.com' },
  messageId: '<7@print.example.com>',
  subject: 'Hello',
  text: 'Hello, Anna',
  attachments: [],
  headers: { 'Auto-Submitted': 'auto-generated' },
};

test('a letter without extras is marked as generated, and bounces of it return to the sender', () => {
  expect(messageOf(config, '7', letter)).toEqual(message);
  expect(messageOf({ ...config, MAIL_FROM: 'a@bare.example.com' }, '7', letter)).toMatchObject({
    messageId: '<7@bare.example.com>',
  });
});

test('the message of a letter has its attachments and its address for replies', () => {
  const attachments = [{ filename: 'a.txt', contentType: 'text/plain', base64: 'aGk=' }];
  const sent = messageOf(config, '7', { ...letter, replyTo: 'ben@example.com', attachments });
  expect(sent).toEqual({
    ...message,
    replyTo: { name: '', address: 'ben@example.com' },
    attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('hi') }],
  });
});

test('an automatic reply names the mail that it answers, and has an empty return path', () => {
  const reply = {
    ...message,
    headers: { 'Auto-Submitted': 'auto-replied' },
    envelope: { from: '', to: 'anna@example.com' },
  };
  const answered = messageOf(config, '7', { ...letter, answers: { messageId: '<1@example.com>' } });
  expect(answered).toEqual({ ...reply, inReplyTo: '<1@example.com>', references: '<1@example.com>' });
  expect(messageOf(config, '7', { ...letter, answers: { messageId: null } })).toEqual(reply);
});

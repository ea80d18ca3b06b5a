import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { CoreConfig } from '../process/config.js';
import { makeMailTransport, serverAt } from './mail-transport.js';

/** Never ends its answer. */
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
async function sending(untilLate?: () => AbortSignal) {
  const { port } = server.address() as AddressInfo;
  const config = { MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'a@example.com', DKIM_KEY_FILE: '' };
  const transport = (await makeMailTransport(config as CoreConfig, untilLate))!;
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const sent = transport.sendMail('1', { to: 'anna@example.com', subject: 'x', text: 'x' });
  sent.catch(() => undefined);
  const [socket] = await connected;
  const gone = new Promise((resolve) => socket.once('close', resolve));
  return { transport, sent, gone };
}

test('a server that never ends its answer fails a mail by timeout', async () => {
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

test('without a name no one signs in at the server, and without an address there is no transport', async () => {
  expect(serverAt('smtp://mail.example.com')).not.toHaveProperty('auth');
  expect(await makeMailTransport({ MAIL_URL: '' } as CoreConfig)).toBeNull();
});

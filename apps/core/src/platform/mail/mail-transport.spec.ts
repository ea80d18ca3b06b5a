import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { CoreConfig } from '../process/config.js';
import { makeMailTransport } from './mail-transport.js';

/** Never comes to the end of its answer. */
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

/** A mail under way to that server, and the end of its connection there. */
async function sending(untilLate?: () => AbortSignal) {
  const { port } = server.address() as AddressInfo;
  const config = { MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'a@example.com', DKIM_KEY_FILE: '' };
  const transport = (await makeMailTransport(config as CoreConfig, untilLate))!;
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const sent = transport.send('1', { to: 'anna@example.com', subject: 'x', text: 'x' });
  sent.catch(() => undefined);
  const [socket] = await connected;
  const gone = new Promise((resolve) => socket.once('close', resolve));
  return { transport, sent, gone };
}

test('a server that never comes to the end of its answer holds up a mail for a while only', async () => {
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

test('a transport that is closed leaves no connection to a server that hangs', async () => {
  const { transport, sent, gone } = await sending();
  transport.close();
  await expect(sent).rejects.toThrow();
  await gone;
});

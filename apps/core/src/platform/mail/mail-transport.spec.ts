import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { CoreConfig } from '../process/config.js';
import { makeMailTransport } from './mail-transport.js';

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
  const sent = transport.send('1', { to: 'anna@example.com', subject: 'x', text: 'x' });
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

import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import type { CoreConfig } from '../process/config.js';
import { makeMailTransport } from './mail-transport.js';

test('a server that never comes to the end of its answer holds up a mail for a while only', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.write('220 here\r\n');
    const more = setInterval(() => socket.write('250-wait\r\n'), 20);
    socket.once('close', () => {
      clearInterval(more);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const config = { MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'a@example.com', DKIM_KEY_FILE: '' };
  const transport = makeMailTransport(config as CoreConfig, 200);
  const sending = transport?.send('1', { to: 'anna@example.com', subject: 'x', text: 'x' });
  await expect(sending).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    message: 'The mail server took too long',
  });
  transport?.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

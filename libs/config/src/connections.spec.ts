import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { boundConnections, mostConnections, silenceLimits } from './connections.js';

const opened: { servers: Server[]; sockets: Socket[] } = { servers: [], sockets: [] };
afterEach(() => {
  for (const socket of opened.sockets.splice(0)) socket.destroy();
  for (const server of opened.servers.splice(0)) server.close();
});

async function aServer(isProxy: (address: string) => boolean = () => false) {
  const server = createServer(silenceLimits, (_request, response) => response.end('here'));
  opened.servers.push(server);
  const figures = boundConnections(server, { most: 16, isProxy });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { figures, port: (server.address() as AddressInfo).port };
}

/** Opens a connection that says nothing. @returns whether the server lets it be */
async function silent(port: number, localAddress: string): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  opened.sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  // One that is refused is closed before anything that is asked later is answered.
  await ask(port, '127.0.0.9');
  return !socket.readableEnded && !socket.destroyed;
}

async function ask(port: number, localAddress: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  let said = '';
  for await (const piece of socket.setEncoding('utf8')) said += piece as string;
  return said;
}

/** The server hears of a closed connection in its own time. */
async function seen(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

test('a network that opens more connections than its part has the others closed, and no other network suffers', async () => {
  const { port, figures } = await aServer();
  const [first, second, third] = [
    await silent(port, '127.0.0.1'),
    await silent(port, '127.0.0.1'),
    await silent(port, '127.0.0.1'),
  ];
  expect([first, second, third]).toEqual([true, true, false]);
  expect(await ask(port, '127.0.0.2')).toContain('here');
  await seen(() => figures.open === 2);
  expect(figures.refused).toBe(1);
  opened.sockets[0]!.destroy();
  await seen(() => figures.open === 1);
  expect(await silent(port, '127.0.0.1')).toBe(true);
});

test('a proxy of ours brings the connections of many networks', async () => {
  const { port, figures } = await aServer((address) => address === '127.0.0.1');
  for (let each = 0; each < 6; each += 1) expect(await silent(port, '127.0.0.1')).toBe(true);
  expect(figures.refused).toBe(0);
});

test('a connection that says nothing is closed', async () => {
  const { port } = await aServer();
  const socket = connect({ port, host: '127.0.0.1' });
  opened.sockets.push(socket.resume());
  await once(socket, 'close');
  expect(socket.bytesRead).toBeGreaterThan(0);
});

test.each([
  [
    'few descriptors',
    'Max processes 10 10\nMax open files            1024                 4096    files\n',
    768,
  ],
  ['many descriptors', 'Max open files            524288               524288               files', 8_192],
  [
    'descriptors without end',
    'Max open files            unlimited            unlimited            files',
    8_192,
  ],
  ['a system that does not say', '', 8_192],
])('%s: as many connections as leave room for files and the database', (_, limits, most) => {
  expect(mostConnections(8_192, limits)).toBe(most);
});

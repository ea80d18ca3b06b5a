import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { connect as connectSecurely } from 'node:tls';
import { afterEach, expect, test } from '@jest/globals';
import { boundConnections, mostConnections, silenceLimits } from './connections.js';
import { until } from './testing/until.js';

const opened: { servers: Server[]; sockets: Socket[] } = { servers: [], sockets: [] };
afterEach(() => {
  for (const socket of opened.sockets.splice(0)) socket.destroy();
  for (const server of opened.servers.splice(0)) server.close();
});

interface Wanted {
  isProxy?: (address: string) => boolean;
  answer?: RequestListener;
}

async function aServer({
  isProxy = () => false,
  answer = (_, response) => response.end('here'),
}: Wanted = {}) {
  const server = createServer(silenceLimits, answer);
  opened.servers.push(server);
  const figures = boundConnections(server, { most: 16, isProxy });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, figures, port: (server.address() as AddressInfo).port };
}

/** Opens a silent connection. */
async function openSilent(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  opened.sockets.push(socket.resume());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/**
 * Whether the server keeps each connection. The request comes first: when it is answered, the server has
 * closed each connection that it had to close.
 */
async function areOpen(port: number, sockets: readonly Socket[]): Promise<boolean[]> {
  await ask(port, '127.0.0.9');
  return sockets.map((socket) => !socket.readableEnded && !socket.destroyed);
}

/** @returns the answer; empty when the connection is closed */
async function ask(port: number, localAddress: string, path = '/'): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  let response = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (response += piece));
  await once(socket, 'close');
  return response;
}

function aCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-connections-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const fileOptions = ['-subj', '/CN=localhost', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...kind, ...fileOptions], { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a network above its share loses its oldest silent connection, and other networks are not affected', async () => {
  const { port, figures } = await aServer();
  const sockets = [];
  for (let each = 0; each < 2; each += 1) sockets.push(await openSilent(port, '127.0.0.1'));
  expect(await areOpen(port, sockets)).toEqual([true, true]);
  sockets.push(await openSilent(port, '127.0.0.1'));
  expect(await areOpen(port, sockets)).toEqual([false, true, true]);
  expect(await ask(port, '127.0.0.2')).toContain('here');
  await until(() => figures.open === 2);
  expect(figures.refused).toBe(1);
});

test('many connections from one address do not block a new request from that address', async () => {
  const { port } = await aServer();
  for (let each = 0; each < 5; each += 1) await openSilent(port, '127.0.0.1');
  expect(await ask(port, '127.0.0.1')).toContain('here');
});

/** A server that accepts upgrades. The test itself answers `/slow`, by `waiting`. */
async function aSlowServer() {
  const waiting: ServerResponse[] = [];
  const started = await aServer({
    answer: (request, response) => {
      if (request.url === '/slow') waiting.push(response);
      else response.end('here');
    },
  });
  started.server.on('upgrade', (_request, socket: Duplex) => {
    opened.sockets.push(socket as Socket);
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
  });
  return { ...started, waiting };
}

async function openUpgraded(port: number, localAddress: string): Promise<Socket> {
  const socket = await openSilent(port, localAddress);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

test('a new connection of a full network closes a silent connection, and not one with a pending answer', async () => {
  const { port, waiting } = await aSlowServer();
  const slow = ask(port, '127.0.0.1', '/slow');
  await until(() => waiting.length === 1);
  const idle = await openSilent(port, '127.0.0.1');
  expect(await ask(port, '127.0.0.1')).toContain('here');
  expect(await areOpen(port, [idle])).toEqual([false]);
  waiting[0]!.end('slowly');
  expect(await slow).toContain('slowly');
});

test('pending answers do not block a new request from the same address: the connection that waits longest is closed', async () => {
  const { port, waiting } = await aSlowServer();
  const slow = [];
  for (let each = 1; each <= 2; each += 1) {
    slow.push(ask(port, '127.0.0.1', '/slow'));
    await until(() => waiting.length === each);
  }
  expect(await ask(port, '127.0.0.1')).toContain('here');
  expect(await slow[0]).toBe('');
  waiting[1]!.end('slowly');
  expect(await slow[1]).toContain('slowly');
});

test('a new connection of a network full of upgraded sockets is closed, and the sockets stay open', async () => {
  const { port } = await aSlowServer();
  const sockets = [await openUpgraded(port, '127.0.0.1'), await openUpgraded(port, '127.0.0.1')];
  expect(await ask(port, '127.0.0.1')).toBe('');
  expect(await areOpen(port, sockets)).toEqual([true, true]);
});

test('when all connections are used, the oldest silent one of the largest network is closed', async () => {
  const { port, figures } = await aServer();
  const sockets = [];
  for (let each = 0; each < 16; each += 1) sockets.push(await openSilent(port, `127.0.1.${each >> 1}`));
  await until(() => figures.open === 16);
  expect(await ask(port, '127.0.0.2')).toContain('here');
  await until(() => figures.open === 15);
  expect(figures.refused).toBe(1);
});

test('TLS connections have the same limits', async () => {
  const server = createSecureServer(aCertificate(), (_request, response) => response.end('here'));
  opened.servers.push(server);
  const figures = boundConnections(server, { most: 16, isProxy: () => false });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const socket = connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false });
    opened.sockets.push(socket.on('error', () => undefined).resume());
    await once(socket, 'secureConnect');
    return socket;
  };
  const [first, second, third] = [await open(), await open(), await open()];
  await until(() => first.destroyed);
  third.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(third, 'data');
  expect([second.destroyed, third.destroyed, figures]).toEqual([false, false, { open: 2, refused: 1 }]);
});

test('connections of a trusted proxy are not counted as one network', async () => {
  const { port, figures } = await aServer({ isProxy: (address) => address === '127.0.0.1' });
  const sockets = [];
  for (let each = 0; each < 6; each += 1) sockets.push(await openSilent(port, '127.0.0.1'));
  expect(await areOpen(port, sockets)).toEqual(Array(6).fill(true));
  expect(figures.refused).toBe(0);
});

test('a connection that never sends a request is answered and closed', async () => {
  const { port } = await aServer();
  const socket = connect({ port, host: '127.0.0.1' });
  opened.sockets.push(socket.resume());
  await once(socket, 'close');
  expect(socket.bytesRead).toBeGreaterThan(0);
});

/** A server without sockets: the test opens connections from any address. */
function aServerOfEvents(isProxy = (_: string) => false) {
  const server = new EventEmitter() as unknown as Server;
  const figures = boundConnections(server, { most: 16, isProxy });
  let ports = 0;
  const connectFrom = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), {
      ...{ remoteAddress, remotePort: (ports += 1), isGone: false },
      destroy: () => {
        socket.isGone = true;
      },
    });
    server.emit('connection', socket);
    return socket;
  };
  const areClosed = (sockets: ReturnType<typeof connectFrom>[]) => sockets.map(({ isGone }) => isGone);
  return { server, figures, connectFrom, areClosed };
}

test('the networks of one /48 may together have twice the connections of one network', () => {
  const { figures, connectFrom, areClosed } = aServerOfEvents();
  const sockets = ['1::1', '1::2', '2::1', '3::1'].map((host) => connectFrom(`2001:db8:7:${host}`));
  expect(areClosed(sockets)).toEqual([false, false, false, false]);
  const [other, next] = [connectFrom('2001:db8:8:1::1'), connectFrom('2001:db8:7:4::1')];
  expect(areClosed([...sockets, other, next])).toEqual([true, false, false, false, false, false]);
  expect(figures).toEqual({ open: 5, refused: 1 });
});

test('a network keeps its limit, however often it is exceeded', () => {
  const { figures, connectFrom, areClosed } = aServerOfEvents();
  const sockets = Array.from({ length: 5 }, () => connectFrom('192.0.2.1'));
  expect(areClosed(sockets)).toEqual([true, true, true, false, false]);
  expect(figures).toEqual({ open: 2, refused: 3 });
});

test('a connection whose answer was sent is closed before a connection that waits for its answer', () => {
  const { server, connectFrom, areClosed } = aServerOfEvents();
  const [busy, done] = [connectFrom('192.0.2.1'), connectFrom('192.0.2.1')];
  const [, answer] = [busy, done].map((socket) => {
    const response = new EventEmitter();
    server.emit('request', { socket }, response);
    return response;
  });
  answer!.emit('close');
  expect(areClosed([busy, done, connectFrom('192.0.2.1')])).toEqual([false, true, false]);
});

test('a request or an upgrade that arrives on a closed connection is not counted', () => {
  const { server, figures, connectFrom, areClosed } = aServerOfEvents();
  const sockets = Array.from({ length: 3 }, () => connectFrom('192.0.2.1'));
  expect(areClosed(sockets)).toEqual([true, false, false]);
  const response = new EventEmitter();
  server.emit('request', { socket: sockets[0] }, response);
  server.emit('upgrade', { socket: sockets[0] });
  response.emit('close');
  expect(figures).toEqual({ open: 2, refused: 1 });
  expect(areClosed([...sockets, connectFrom('192.0.2.1')])).toEqual([true, true, false, false]);
});

test('a connection with a request under way counts as waiting, until all its requests are answered', () => {
  const { server, connectFrom, areClosed } = aServerOfEvents();
  const [first, second] = [connectFrom('192.0.2.1'), connectFrom('192.0.2.1')];
  const [, answered] = [first, second, second].map((socket) => {
    const response = new EventEmitter();
    server.emit('request', { socket }, response);
    return response;
  });
  answered!.emit('close');
  expect(areClosed([first, second, connectFrom('192.0.2.1')])).toEqual([true, false, false]);
});

test('a connection that was closed before the end of its answer is not counted again', () => {
  const { server, figures, connectFrom, areClosed } = aServerOfEvents();
  const ask = (socket: object) => {
    const response = new EventEmitter();
    server.emit('request', { socket }, response);
    return response;
  };
  const [first, second] = [connectFrom('192.0.2.1'), connectFrom('192.0.2.1')];
  const response = ask(first);
  ask(second);
  const third = connectFrom('192.0.2.1');
  ask(third);
  response.emit('close');
  const fourth = connectFrom('192.0.2.1');
  expect(areClosed([first, second, third, fourth])).toEqual([true, true, false, false]);
  expect(figures).toEqual({ open: 2, refused: 2 });
});

test('when all connections are used, a connection of the largest network is closed for a new one', () => {
  const { figures, connectFrom, areClosed } = aServerOfEvents();
  const single = Array.from({ length: 7 }, (_, each) => connectFrom(`192.0.2.${each}`));
  const pair = [connectFrom('198.51.100.1'), connectFrom('198.51.100.1')];
  const more = Array.from({ length: 7 }, (_, each) => connectFrom(`203.0.113.${each}`));
  expect(figures).toEqual({ open: 16, refused: 0 });
  const newcomer = connectFrom('192.0.2.200');
  expect([areClosed(pair), areClosed([...single, ...more, newcomer]).includes(true)]).toEqual([
    [true, false],
    false,
  ]);
  pair[1]!.emit('close');
  expect(figures).toEqual({ open: 15, refused: 1 });
});

test('when connections of proxies reach the limit, a new connection is closed', () => {
  const { server, figures, connectFrom, areClosed } = aServerOfEvents(() => true);
  const sockets = Array.from({ length: 17 }, () => connectFrom('10.0.0.1'));
  expect(areClosed(sockets)).toEqual([...Array<boolean>(16).fill(false), true]);
  // A new connection opens before an old one is closed. So Node accepts 16 connections and one network's
  // share, which is two, and drops the others.
  expect(server.maxConnections).toBe(18);
  server.emit('drop');
  expect(figures).toEqual({ open: 16, refused: 2 });
});

test.each([
  [
    'few descriptors',
    'Max processes 10 10\nMax open files            1024                 4096    files\n',
    768,
  ],
  ['many descriptors', 'Max open files            524288               524288               files', 8_192],
  [
    'unlimited descriptors',
    'Max open files            unlimited            unlimited            files',
    8_192,
  ],
  ['a system without /proc/self/limits', '', 8_192],
])('%s: the connection limit leaves room for files and the database', (_, limits, most) => {
  expect(mostConnections(8_192, limits)).toBe(most);
});

test('a connection has 10 s for the headers of a request, and is checked every 2 s', () => {
  expect(silenceLimits).toEqual({ headersTimeout: 10_000, connectionsCheckingInterval: 2_000 });
});

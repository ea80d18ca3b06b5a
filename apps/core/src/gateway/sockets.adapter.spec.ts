import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { WebSocket } from 'ws';
import { createLogger } from '../platform/process/logger.js';
import { serve } from './socket.js';
import { Door, SocketsAdapter } from './sockets.adapter.js';

let server: Server;
let adapter: SocketsAdapter;
const log: object[] = [];
const logTarget = { write: (line: string) => void log.push(JSON.parse(line) as object) };
beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  log.length = 0;
  adapter = new SocketsAdapter(server, createLogger('info', logTarget));
});
afterEach(() => {
  server.close();
});

test('a refused client cannot keep its connection half open', async () => {
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const [connection] = (await once(server, 'connection')) as [Socket];
  const gone = once(connection, 'close');
  client.write('GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 404 /);
  await gone;
  client.destroy();
});

test.each([
  ['/live', 503],
  ['/live?since=1', 503],
  ['/live/', 404],
])('a door is found by its path without the query: %s answers %d', async (path, status) => {
  adapter.create(0, { path: '/live', frameLimitBytes: 1 });
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1' });
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toContain(`HTTP/1.1 ${status} `);
  client.destroy();
  await adapter.dispose();
  expect(server.listenerCount('upgrade')).toBe(0);
});

test('a defect while a client is admitted is logged with its reference, and a refusal is not', async () => {
  const door = adapter.create(0, { path: '/live', frameLimitBytes: 1 });
  const { port } = server.address() as AddressInfo;
  const answerToUpgrade = async () => {
    const client = connect({ port, host: '127.0.0.1' });
    client.write('GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    const [answer] = (await once(client, 'data')) as [Buffer];
    client.destroy();
    return answer.toString();
  };
  expect(await answerToUpgrade()).toContain('HTTP/1.1 503 ');
  expect(log).toEqual([]);
  door.admit = () => Promise.reject(new TypeError('cannot admit'));
  const answer = await answerToUpgrade();
  expect(log).toEqual([
    expect.objectContaining({ level: 50, msg: 'a socket could not be opened', err: expect.anything() }),
  ]);
  expect(answer).toContain((log[0] as { reference: string }).reference);
});

test('a socket that cannot be served is terminated, and its error is reported', () => {
  const socket = { terminate: jest.fn() };
  const failed = jest.fn();
  const error = new Error('cannot begin');
  const work = () => {
    throw error;
  };
  serve(socket as unknown as WebSocket, work, failed);
  expect(failed).toHaveBeenCalledWith(error);
  expect(socket.terminate).toHaveBeenCalled();
});

test('a door admits no client before its gateway exists, or after core begins to shut down', async () => {
  const door = new Door<string>({ path: '/live', frameLimitBytes: 1 });
  const open = () => door.open({} as IncomingMessage, {} as Socket, Buffer.alloc(0));
  const unavailable = expect.objectContaining({ code: 'service.unavailable' });
  await expect(open()).rejects.toEqual(unavailable);
  // The shutdown begins while the client is admitted.
  door.admit = () => {
    door.close();
    return Promise.resolve('guest');
  };
  await expect(open()).rejects.toEqual(unavailable);
});

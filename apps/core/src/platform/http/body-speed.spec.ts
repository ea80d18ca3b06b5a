import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Call } from '@sixpence/contracts/http/call';
import { fastify, type FastifyInstance } from 'fastify';
import { protect } from './protect.js';
import { usualPace } from './body-speed.js';

const row = { summary: '', proof: 'none' } as const;
const calls: readonly Call[] = [
  { ...row, method: 'POST', path: '/small' },
  { ...row, method: 'PUT', path: '/file', body: 'file' },
];
const sources = { script: [], frame: [], connect: [], img: [], form: [], popups: false };
const pace = { smallWithinMs: 300, stretchMs: 200, leastBytes: 1_000 };

const open: { server: FastifyInstance; sockets: Socket[] }[] = [];
beforeEach(() => {
  // Fake timers do not run while this process is blocked, so that received data is read first.
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'setImmediate'], advanceTimers: true });
});
afterEach(async () => {
  jest.useRealTimers();
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await server.close();
  }
});

/**
 * A connection that has sent the headers of a long body. The route waits `takesMs` before it reads the body,
 * and `worksMs` before it answers.
 */
async function sending(headers: string, { takesMs = 0, worksMs = 0 } = {}): Promise<Socket> {
  const server = fastify({ forceCloseConnections: true }) as unknown as FastifyInstance;
  protect(server, { publicUrl: 'https://print.example.com', sources, pace }, calls);
  server.post('/small', () => ({}));
  server.post('/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, worksMs));
    return {};
  });
  server.put('/file', async ({ body }) => {
    await new Promise((resolve) => setTimeout(resolve, takesMs));
    const taken = (await text(body as Readable)).length;
    await new Promise((resolve) => setTimeout(resolve, worksMs));
    return { taken };
  });
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  open.push({ server, sockets: [socket] });
  await once(socket, 'connect');
  socket.write(`${headers}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  return socket;
}

/**
 * Sends the piece repeatedly until an answer. It writes right after the loop has read: a write to a closed
 * connection would discard an unread answer.
 */
function trickle(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => {
    setImmediate(() => socket.readyState === 'open' && socket.write(piece));
  }, everyMs);
  const stop = () => {
    clearInterval(timer);
  };
  socket.once('data', stop).once('close', stop);
}

/** The whole answer until the connection closes, even if our own sending failed. */
async function answered(socket: Socket): Promise<string> {
  let answer = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

const small = 'POST /small HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1000';
const chunked = 'Transfer-Encoding: chunked';
const file = (bytes: number) => `PUT /file HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: ${bytes}`;

test.each([
  ['a small body', small],
  ['a small body of unknown length', small.replace('Content-Length: 1000', chunked), '1\r\n \r\n'],
  ['a file', file(1_000_000)],
])('%s that arrives byte by byte is cut off early with 408', async (_, headers, piece = ' ') => {
  const socket = await sending(headers);
  trickle(socket, piece, 20);
  expect(await answered(socket)).toMatch(/^HTTP\/1.1 408 [\s\S]*request\.timeout/);
});

test('a stretch of a file is 20 s, longer than the pause of a phone that changes its radio cell', () => {
  expect(usualPace).toEqual({ smallWithinMs: 15_000, stretchMs: 20_000, leastBytes: 40_960 });
});

test('the answer to a request without a body has no deadline', async () => {
  const socket = await sending('POST /slow HTTP/1.1\r\nContent-Length: 0', { worksMs: 500 });
  expect(await answered(socket)).toMatch(/^HTTP\/1.1 200 /);
});

test('after a body has arrived in time, its answer has no deadline', async () => {
  const socket = await sending('POST /slow HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2', {
    worksMs: 1_000,
  });
  socket.write('{}');
  expect(await answered(socket)).toMatch(/^HTTP\/1.1 200 /);
});

test('a file that arrives at the minimum speed is accepted, even if it takes long', async () => {
  const socket = await sending(file(10_000));
  trickle(socket, 'a'.repeat(500), 50);
  expect(await answered(socket)).toMatch(/^HTTP\/1.1 200 /);
});

test('a sender who is fast enough is not cut off when the server reads slowly', async () => {
  const socket = await sending(file(200_000), { takesMs: 900 });
  socket.write('a'.repeat(200_000));
  expect(await answered(socket)).toMatch(/^HTTP\/1.1 200 /);
});

test('a sender who ends at the last moment is not cut off during the processing', async () => {
  const socket = await sending(file(500), { worksMs: 50 });
  await once(open[0]!.server.server, 'request');
  // From here the loop reads received data before timers.
  await new Promise((resolve) => setImmediate(resolve));
  socket.write('a'.repeat(500));
  jest.advanceTimersByTime(pace.stretchMs);
  expect(await answered(socket)).toMatch(/^HTTP\/1.1 200 /);
});

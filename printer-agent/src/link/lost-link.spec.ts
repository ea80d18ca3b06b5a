import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { gatewayClose } from '@sixpence/contracts/agent/gateway';
import { pino } from 'pino';
import { WebSocket, WebSocketServer } from 'ws';
import { until } from '../testing/wait.js';
import { GatewayLink, linkTimings } from './gateway-link.js';

const welcome = {
  ...{ type: 'welcome', site: 'Demo library', publicUrl: 'http://localhost:3000' },
  ...{ stallSeconds: 600, idleSeconds: 60, printers: [] },
};
const soon = { reconnect: { firstMs: 1, mostMs: 2 } };
const never = 600_000;

/** A fake core that sends the frames that a test defines. It does not answer pings. */
let core: WebSocketServer;
let opened: WebSocket[];
let onOpen: (socket: WebSocket) => void;
let link: GatewayLink | undefined;
let logged: string[];

beforeEach(async () => {
  core = new WebSocketServer({ host: '127.0.0.1', port: 0, autoPong: false });
  await once(core, 'listening');
  [opened, onOpen, logged] = [[], () => undefined, []];
  core.on('connection', (socket) => {
    opened.push(socket);
    onOpen(socket);
  });
});
afterEach(async () => {
  link?.stop();
  for (const socket of core.clients) socket.terminate();
  core.close();
  await once(core, 'close');
});

function start(timings: Partial<typeof linkTimings>, coreUrl?: string): GatewayLink {
  link = new GatewayLink({
    coreUrl: coreUrl ?? `http://127.0.0.1:${(core.address() as AddressInfo).port}`,
    credentials: { agentId: randomUUID(), prove: () => 'signed' },
    version: 'test',
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
    timings: { ...soon, ...timings },
  });
  link.start();
  return link;
}

const sendFrame = (frame: object) => (socket: WebSocket) => socket.send(JSON.stringify(frame));

test('a socket without a welcome in time is closed, although core sends other frames', async () => {
  onOpen = sendFrame({ type: 'challenge', nonce: 'nonce' });
  start({ handshakeMs: 500, pingMs: 5, silenceMs: never });
  await until(() => opened.length > 1);
});

test('a welcomed socket that falls silent is closed', async () => {
  onOpen = sendFrame(welcome);
  start({ handshakeMs: never, pingMs: 5, silenceMs: 30 });
  await until(() => opened.length > 1);
});

test('a welcomed socket that answers pings is kept longer than the handshake limit', async () => {
  let openedAt = Infinity;
  onOpen = (socket) => {
    openedAt = performance.now();
    socket.on('ping', (data) => socket.pong(data));
    sendFrame(welcome)(socket);
  };
  const welcomed = start({ handshakeMs: 100, pingMs: 5, silenceMs: never });
  await until(() => welcomed.online && performance.now() - openedAt > 300);
  expect(opened.at(-1)?.readyState).toBe(WebSocket.OPEN);
});

test.each([
  ['another box uses', gatewayClose.replaced, 'Another box connected with the same key'],
  ['core has revoked', gatewayClose.unauthorised, 'Core does not accept this box any more'],
])('a key that %s is not tried again at once, and staff read why', async (_, code, why) => {
  onOpen = (socket) => socket.close(code);
  start({ refusedMs: never });
  await until(() => opened[0]?.readyState === WebSocket.CLOSED);
  await sleep(30);
  expect(opened).toHaveLength(1);
  const lines = logged.map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(lines).toMatchObject([{ level: 50, msg: expect.stringContaining(why) }]);
});

test('the log says when the link is up, and with which code it was lost', async () => {
  onOpen = sendFrame(welcome);
  const changing = start({ reconnect: { firstMs: never, mostMs: never } });
  await until(() => changing.online);
  opened[0]?.close(1011);
  await until(() => !changing.online);
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 30, printers: 0, msg: 'Connected to core' },
    { level: 40, code: 1011, msg: 'Connection to core lost, connecting again' },
  ]);
});

test('core hears by the code 1000 that the box stops the link', async () => {
  const codes: number[] = [];
  onOpen = (socket) => {
    socket.on('close', (code) => codes.push(code));
    sendFrame(welcome)(socket);
  };
  const stopping = start({});
  await until(() => stopping.online);
  stopping.stop();
  await until(() => codes.length > 0);
  expect(codes).toEqual([1000]);
});

test('the link reconnects soon when core closes the socket with the code of an outage', async () => {
  onOpen = (socket) => socket.close(1011);
  start({ refusedMs: never });
  await until(() => opened.length > 2);
});

test('the link waits longer after each failed try, and the shortest time again after a welcome', async () => {
  let isWelcoming = true;
  onOpen = (socket) => {
    if (isWelcoming) sendFrame(welcome)(socket);
    socket.close(1011);
  };
  start({ reconnect: { firstMs: 1, mostMs: never } });
  await until(() => opened.length > 20);
  isWelcoming = false;
  const before = opened.length;
  await sleep(300);
  // Even at the lowest random value, the fifteenth wait alone takes more than 300 ms.
  expect(opened.length - before).toBeLessThan(15);
});

test.each(['waits to reconnect', 'is open'])(
  'a link that is stopped while it %s opens no other socket',
  async (when) => {
    onOpen = sendFrame(welcome);
    const stopped = start({ reconnect: { firstMs: 20, mostMs: 20 } });
    await until(() => stopped.online);
    if (when === 'waits to reconnect') {
      opened[0]?.terminate();
      await until(() => !stopped.online);
    }
    stopped.stop();
    const before = opened.length;
    await sleep(60);
    expect(opened).toHaveLength(before);
  },
);

test.each([
  ['longer than the box accepts', '999', { mostRetryAfterSeconds: 0 }],
  ['that is a date', 'Wed, 21 Oct 2026 07:28:00 GMT', {}],
  ['that is negative', '-999', {}],
  ['of a million seconds', '1000000', {}],
])('the box does not wait for a Retry-After %s', async (_, header, timings) => {
  let refused = 0;
  const busy = createServer().on('upgrade', (_request, socket) => {
    refused += 1;
    // The box closes the connection at once, which may be an error here.
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 429 Too Many Requests\r\nRetry-After: ${header}\r\nConnection: close\r\n\r\n`);
  });
  await once(busy.listen(0, '127.0.0.1'), 'listening');
  start(timings, `http://127.0.0.1:${(busy.address() as AddressInfo).port}`);
  await until(() => refused > 2);
  link?.stop();
  busy.close();
});

test.each([
  ['http:', 'GET /gateway'],
  ['https:', '\u0016\u0003'],
])('an address that begins with %s opens a connection of that protocol', async (scheme, first) => {
  let heard = '';
  const server = createTcpServer((socket) => {
    socket.once('data', (bytes) => {
      heard = bytes.toString('latin1');
      socket.destroy();
    });
    socket.on('error', () => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  start({}, `${scheme}//127.0.0.1:${(server.address() as AddressInfo).port}`);
  await until(() => heard !== '');
  expect(heard.slice(0, first.length)).toBe(first);
  link?.stop();
  server.close();
});

test.each([
  ['larger than a listing can be', 1009, (socket: WebSocket) => socket.send(' '.repeat(512 * 1024 + 1))],
  [
    'that is binary',
    gatewayClose.badFrame,
    (socket: WebSocket) => socket.send(Buffer.from(JSON.stringify(welcome))),
  ],
])('the link is closed by a frame %s', async (_, code, send) => {
  const closed: number[] = [];
  onOpen = (socket) => {
    socket.on('close', (closeCode) => closed.push(closeCode));
    send(socket);
  };
  const refusing = start({});
  await until(() => closed.length > 0);
  expect([closed[0], refusing.online]).toEqual([code, false]);
});

test('a frame of the largest allowed size is accepted', async () => {
  const text = JSON.stringify(welcome);
  onOpen = (socket) => socket.send(text.padEnd(512 * 1024, ' '));
  const reading = start({});
  await until(() => reading.online);
});

test('the waits of the link are the specified ones', () => {
  expect(linkTimings).toEqual({
    reconnect: { firstMs: 2_000, mostMs: 10_000 },
    mostRetryAfterSeconds: 60,
    refusedMs: 30_000,
    handshakeMs: 10_000,
    silenceMs: 15_000,
    pingMs: 5_000,
  });
});

test('the link emits `online` once when it opens, and once when it is lost', async () => {
  const onlineEvents: boolean[] = [];
  onOpen = sendFrame(welcome);
  const changing = start({ reconnect: { firstMs: never, mostMs: never } });
  changing.on('online', (online) => onlineEvents.push(online));
  await until(() => onlineEvents.length === 1);
  opened[0]?.terminate();
  await until(() => onlineEvents.length === 2);
  expect(onlineEvents).toEqual([true, false]);
});

test('a link that was never welcomed emits no `online` event', async () => {
  const onlineEvents: boolean[] = [];
  onOpen = (socket) => socket.close(1011);
  start({}).on('online', (online) => onlineEvents.push(online));
  await until(() => opened.length > 2);
  expect(onlineEvents).toEqual([]);
});

import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { panelClose } from '@sixpence/contracts/agent/panel';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { aPrinter } from '../testing/builders.js';
import { until } from '../testing/wait.js';
import { PanelSockets } from './panel-sockets.js';
import type { Panel } from './panel.js';

class FakePanel extends EventEmitter {
  readonly acts: unknown[] = [];
  view = { screen: 'attract' };
  act(action: unknown): void {
    this.acts.push(action);
  }
}

let panel: FakePanel;
let isPaired: boolean;
let logged: string[];
let sockets: PanelSockets;
let server: Server;
let page: WebSocket;
let frames: string[];
/** The code with which the box has closed the page. */
let closeCode: number | undefined;

beforeEach(async () => {
  jest.useFakeTimers({
    doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout'],
  });
  [panel, isPaired, logged] = [new FakePanel(), true, []];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const entry = { printer: aPrinter(), panel: panel as unknown as Panel };
  sockets = new PanelSockets(
    (slug) => (slug === 'hall' ? entry : undefined) as never,
    { isPaired: (headers) => isPaired || headers['x-paired'] === 'again' },
    log,
  );
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.on('upgrade', (request, socket, head) =>
    sockets.upgrade(request, socket, head, { host: '127.0.0.1', port, names: new Set(['127.0.0.1']) }),
  );
  page = await open();
});
afterEach(async () => {
  page.terminate();
  sockets.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  jest.useRealTimers();
});

/** Opens a page that answers no ping by itself. */
async function open(headers = {}): Promise<WebSocket> {
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/panel/hall/socket`, {
    origin,
    autoPong: false,
    headers,
  });
  [frames, closeCode] = [[], undefined];
  socket.on('message', (data: Buffer) => frames.push(data.toString()));
  socket.on('close', (code) => (closeCode = code));
  await once(socket, 'open');
  await until(() => frames.length === 1);
  return socket;
}

/** Resolves when the page has all that the box sent before. */
async function delivered(): Promise<void> {
  const drawn = frames.length;
  panel.emit('view', { screen: `marker ${drawn}` });
  await until(() => frames.length > drawn);
}

test('a page is pinged every twenty seconds, and cut off when it answers no ping until the next one', async () => {
  let pings = 0;
  page.on('ping', () => (pings += 1));
  for (const beat of [1, 2, 3]) {
    jest.advanceTimersByTime(19_999);
    await delivered();
    expect(pings).toBe(beat - 1);
    jest.advanceTimersByTime(1);
    await until(() => pings === beat);
    page.pong();
    page.send('{"action":"touch"}');
    await until(() => panel.acts.length === beat);
  }
  jest.advanceTimersByTime(20_000);
  await until(() => pings === 4);
  expect(page.readyState).toBe(WebSocket.OPEN);
  jest.advanceTimersByTime(20_000);
  await until(() => closeCode === 1006);
});

test('a view is sent at once, and not again before it has changed', async () => {
  expect(frames).toEqual(['{"screen":"attract"}']);
  for (const screen of ['attract', 'keypad', 'keypad', 'attract']) panel.emit('view', { screen });
  await until(() => frames.length === 3);
  expect(frames.slice(1)).toEqual(['{"screen":"keypad"}', '{"screen":"attract"}']);
});

test('a page that has closed gets neither views nor pings any more', async () => {
  expect([panel.listenerCount('view'), jest.getTimerCount()]).toEqual([1, 1]);
  page.terminate();
  await until(() => panel.listenerCount('view') === 0);
  expect(jest.getTimerCount()).toBe(0);
});

test.each([
  ['a binary frame', Buffer.from('{"action":"begin"}')],
  ['no JSON', 'begin'],
  ['an unknown action', '{"action":"format-disk"}'],
])('a page that sends %s is closed with code 1008, and nothing is done', async (_, frame) => {
  page.send(frame);
  await until(() => closeCode !== undefined);
  expect([closeCode, panel.acts]).toEqual([1008, []]);
});

test('a page whose frame is too large is closed with code 1009, and the log says so', async () => {
  page.send(' '.repeat(8 * 1024 + 1));
  await until(() => closeCode !== undefined);
  expect(closeCode).toBe(1009);
  expect(logged.join()).toContain('A panel page failed');
});

test('a page whose pairing has ended is closed with a code for that, and other pages stay open', async () => {
  sockets.closeUnpairedPages();
  await delivered();
  expect(page.readyState).toBe(WebSocket.OPEN);
  const other = await open({ 'x-paired': 'again' });
  isPaired = false;
  sockets.closeUnpairedPages();
  await until(() => closeCode !== undefined);
  await until(() => page.readyState === WebSocket.CLOSED);
  expect([closeCode, other.readyState]).toEqual([panelClose.unpaired, WebSocket.OPEN]);
  other.terminate();
});

test('a box that stops says so to its pages, also to one that reads nothing', async () => {
  const deaf = page;
  deaf.pause();
  const other = await open();
  sockets.close();
  await until(() => closeCode !== undefined);
  expect(closeCode).toBe(1001);
  // Without a cut, the box waits half a minute for the other side's close frame.
  await until(() => panel.listenerCount('view') === 0, 15_000);
  deaf.terminate();
  page = other;
});

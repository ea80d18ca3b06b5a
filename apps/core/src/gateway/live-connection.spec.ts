import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { LiveNews } from '@sixpence/contracts/events/news';
import { WebSocket } from 'ws';
import { LiveConnection } from './live-connection.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The socket of a browser. */
class Browser extends EventEmitter {
  readyState: number = WebSocket.OPEN;
  readonly bufferedAmount = 0;
  readonly received: unknown[] = [];
  closedWith: number | undefined;

  send(frame: string): void {
    this.received.push(JSON.parse(frame));
  }

  close(code: number): void {
    this.readyState = WebSocket.CLOSED;
    this.closedWith = code;
    this.emit('close');
  }
}

function open() {
  const browser = new Browser();
  const failed = jest.fn();
  const session = { userId: 'person', sessionId: 'session' };
  return {
    browser,
    failed,
    connection: new LiveConnection(browser as unknown as WebSocket, session, failed),
  };
}

const gone = (orderId: string): LiveNews => ({ type: 'document-gone', orderId });
const flushPromises = () => jest.advanceTimersByTimeAsync(0);

test('news is read and sent in order, also when earlier news takes longer to be read', async () => {
  const { browser, connection } = open();
  let arrive = (_news: LiveNews[]): void => undefined;
  const later = jest.fn(() => Promise.resolve([gone('c')]));
  connection.queueNews(() => new Promise((resolve) => (arrive = resolve)));
  connection.queueNews(later);
  await flushPromises();
  expect([browser.received, later.mock.calls.length]).toEqual([[], 0]);
  arrive([gone('a'), gone('b')]);
  await flushPromises();
  expect(browser.received).toEqual([gone('a'), gone('b'), gone('c')]);
});

test('the socket of a browser for which more than 300 news wait is closed with "try again later"', async () => {
  const { browser, connection } = open();
  const waiting: ((news: LiveNews[]) => void)[] = [];
  const wait = () => new Promise<LiveNews[]>((resolve) => waiting.push(resolve));
  for (let each = 0; each < 300; each += 1) connection.queueNews(wait);
  await flushPromises();
  waiting[0]?.([]);
  await flushPromises();
  // One of them was sent, so that there is room for another.
  connection.queueNews(wait);
  expect(browser.closedWith).toBeUndefined();
  connection.queueNews(wait);
  expect(browser.closedWith).toBe(1013);
});

test('news that cannot be read is reported, and the socket is closed with "try again later"', async () => {
  const { browser, failed, connection } = open();
  const error = new Error('the database is away');
  connection.queueNews(() => Promise.reject(error));
  await flushPromises();
  expect([failed.mock.calls, browser.closedWith]).toEqual([[[error]], 1013]);
});

test('an error of the socket is reported', () => {
  const { browser, failed } = open();
  const error = new Error('Invalid WebSocket frame');
  browser.emit('error', error);
  expect(failed.mock.calls).toEqual([[error]]);
});

test.each<[string, (of: ReturnType<typeof open>) => unknown, number]>([
  ['ends its session', ({ connection }) => connection.end(), 4401],
  ['is connected when core stops', ({ connection }) => connection.closeForShutdown(), 1001],
  ['sends a message', ({ browser }) => browser.emit('message', 'hello'), 1008],
])('a browser that %s is closed with its code', async (_, act, code) => {
  const opened = open();
  await act(opened);
  expect(opened.browser.closedWith).toBe(code);
  expect(jest.getTimerCount()).toBe(0);
});

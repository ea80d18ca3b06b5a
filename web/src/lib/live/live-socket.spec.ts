import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type LiveListener, openLiveSocket } from './live-socket.js';

const realSocket = globalThis.WebSocket;

/** A connection that the test controls. */
class Connection {
  static readonly CLOSED = 3;
  readyState = 0;
  isClosedByUs = false;
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: () => void;

  constructor(readonly address: URL) {
    sockets.push(this);
  }

  close() {
    this.isClosedByUs = true;
  }

  open() {
    this.readyState = 1;
    this.onopen?.();
  }

  lose() {
    this.readyState = Connection.CLOSED;
    this.onclose?.();
  }
}

let sockets: Connection[];
let listener: jest.Mocked<LiveListener>;
let close: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(1);
  globalThis.WebSocket = Connection as unknown as typeof WebSocket;
  sockets = [];
  listener = { onFrame: jest.fn(), onOpen: jest.fn(), onLost: jest.fn() };
  close = openLiveSocket('/live', listener);
});
afterEach(() => {
  close();
  jest.useRealTimers();
  globalThis.WebSocket = realSocket;
});

const goOnline = () => window.dispatchEvent(new Event('online'));

test('the pause grows after each failed try, and is short again after a connection', () => {
  sockets[0]?.lose();
  jest.advanceTimersByTime(500);
  expect(sockets).toHaveLength(2);
  sockets[1]?.lose();
  jest.advanceTimersByTime(999);
  expect(sockets).toHaveLength(2);
  jest.advanceTimersByTime(1);
  expect(sockets).toHaveLength(3);
  sockets[2]?.open();
  sockets[2]?.lose();
  jest.advanceTimersByTime(500);
  expect(sockets).toHaveLength(4);
  expect(listener.onLost).toHaveBeenCalledTimes(3);
});

test('when the browser is online again, the socket reconnects at once, and only once', () => {
  sockets[0]?.lose();
  goOnline();
  expect(sockets).toHaveLength(2);
  jest.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(2);
});

test.each(['a connection is open', 'a connection is being opened'])(
  'when the browser is online again while %s, no other connection opens',
  (when) => {
    if (when === 'a connection is open') sockets[0]?.open();
    goOnline();
    expect(sockets).toHaveLength(1);
  },
);

test('the end of a replaced connection is not reported', () => {
  const [first] = sockets;
  first?.lose();
  goOnline();
  first?.onclose?.();
  expect(listener.onLost).toHaveBeenCalledTimes(1);
});

test('a closed socket does not reconnect', () => {
  sockets[0]?.lose();
  close();
  jest.advanceTimersByTime(60_000);
  goOnline();
  expect(sockets).toHaveLength(1);
  expect(sockets[0]?.isClosedByUs).toBe(true);
});

test('the end of a closed socket is not reported', () => {
  sockets[0]?.open();
  close();
  sockets[0]?.lose();
  jest.advanceTimersByTime(60_000);
  expect(listener.onLost).not.toHaveBeenCalled();
  expect(sockets).toHaveLength(1);
});

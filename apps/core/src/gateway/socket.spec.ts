import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { keepAlive, closeSocket, sendFrame } from './socket.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

class Peer extends EventEmitter {
  readyState: number = WebSocket.OPEN;
  bufferedAmount = 0;
  readonly send = jest.fn();
  readonly ping = jest.fn();
  readonly close = jest.fn();
  readonly terminate = jest.fn(() => {
    this.emit('close');
  });

  get socket(): WebSocket {
    return this as unknown as WebSocket;
  }
}

describe('a frame', () => {
  test('is sent as JSON to an open socket with at most a megabyte of unread bytes', () => {
    const peer = new Peer();
    peer.bufferedAmount = 1024 * 1024;
    sendFrame(peer.socket, { type: 'missed' });
    expect(peer.send.mock.calls).toEqual([['{"type":"missed"}']]);
    expect(peer.terminate).not.toHaveBeenCalled();
  });

  test('for a peer that has stopped reading terminates the socket', () => {
    const peer = new Peer();
    peer.bufferedAmount = 1024 * 1024 + 1;
    sendFrame(peer.socket, { type: 'missed' });
    expect([peer.send.mock.calls.length, peer.terminate.mock.calls.length]).toEqual([0, 1]);
  });

  test.each([WebSocket.CONNECTING, WebSocket.CLOSING, WebSocket.CLOSED])(
    'is not sent to a socket in state %d',
    (state) => {
      const peer = new Peer();
      peer.readyState = state;
      peer.bufferedAmount = 2 * 1024 * 1024;
      sendFrame(peer.socket, { type: 'missed' });
      expect([peer.send.mock.calls.length, peer.terminate.mock.calls.length]).toEqual([0, 0]);
    },
  );
});

describe('an open socket', () => {
  test('is pinged every twenty seconds while its peer answers', () => {
    const peer = new Peer();
    keepAlive(peer.socket);
    jest.advanceTimersByTime(19_999);
    expect(peer.ping).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    for (let ping = 1; ping <= 3; ping += 1) {
      expect(peer.ping).toHaveBeenCalledTimes(ping);
      peer.emit('pong');
      jest.advanceTimersByTime(20_000);
    }
    expect(peer.terminate).not.toHaveBeenCalled();
  });

  test('is terminated twenty seconds after a ping without an answer, and is not pinged again', () => {
    const peer = new Peer();
    keepAlive(peer.socket);
    jest.advanceTimersByTime(39_999);
    expect(peer.terminate).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect([peer.ping.mock.calls.length, peer.terminate.mock.calls.length]).toEqual([1, 1]);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('a socket that is closed by core', () => {
  test('waits a second for the closing handshake, and is terminated without it', async () => {
    const peer = new Peer();
    const closed = closeSocket(peer.socket, 1001, 'core is going away');
    expect(peer.close.mock.calls).toEqual([[1001, 'core is going away']]);
    jest.advanceTimersByTime(999);
    expect(peer.terminate).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(peer.terminate).toHaveBeenCalledTimes(1);
    await closed;
  });

  test('is not terminated after the handshake; a socket that is closed already is not closed again', async () => {
    const [answering, gone] = [new Peer(), new Peer()];
    gone.readyState = WebSocket.CLOSED;
    const closed = closeSocket(answering.socket, 1001, '');
    answering.emit('close');
    await Promise.all([closed, closeSocket(gone.socket, 1001, '')]);
    expect([gone.close.mock.calls.length, jest.getTimerCount()]).toEqual([0, 0]);
  });
});

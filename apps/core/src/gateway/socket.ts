import { WebSocket } from 'ws';

/** A peer that does not answer a ping within this time is gone. */
const pingEveryMs = 20_000;

/** A peer that reads so slowly that this much waits for it is cut off; it asks again when it reconnects. */
const mostWaitingBytes = 1024 * 1024;

/** Time a peer has to answer a closing handshake. */
const closeWithinMs = 1_000;

/** WebSocket close codes of RFC 6455 that we send. */
export const closeCodes = { goingAway: 1001, policy: 1008, tryAgainLater: 1013 } as const;

/** Serves a socket that was just opened. One that cannot be served ends: an error from here would end the process. */
export function serve(socket: WebSocket, work: () => void, failed: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    failed(error);
    socket.terminate();
  }
}

/** Sends one JSON frame, unless the peer is leaving or has stopped reading. */
export function send(socket: WebSocket, frame: unknown): void {
  sendText(socket, JSON.stringify(frame));
}

/** The same for a frame that is text already. */
export function sendText(socket: WebSocket, frame: string): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > mostWaitingBytes) {
    socket.terminate();
    return;
  }
  socket.send(frame);
}

/** Pings until the socket closes; `alsoEvery` runs with each ping. */
export function keepAlive(socket: WebSocket, alsoEvery?: () => void): void {
  let heard = true;
  socket.on('pong', () => {
    heard = true;
  });
  const timer = setInterval(() => {
    if (!heard) {
      socket.terminate();
      return;
    }
    heard = false;
    socket.ping();
    alsoEvery?.();
  }, pingEveryMs);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

/** Closes politely, then for certain. */
export function leave(socket: WebSocket, code: number, reason: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === WebSocket.CLOSED) {
      resolve();
      return;
    }
    const timer = setTimeout(() => {
      socket.terminate();
    }, closeWithinMs);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.close(code, reason);
  });
}

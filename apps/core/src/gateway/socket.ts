import { WebSocket } from 'ws';

/** A peer that does not answer a ping within this time is disconnected. */
const pingEveryMs = 20_000;

/** A peer with more unread bytes than this is disconnected; it loads the state again when it reconnects. */
const mostWaitingBytes = 1024 * 1024;

/** The time that a peer has to answer a closing handshake. */
const closeWithinMs = 1_000;

/** Close codes that core sends: 1001 and 1008 of RFC 6455, 1013 of the IANA registry. */
export const closeCodes = { goingAway: 1001, policy: 1008, tryAgainLater: 1013 } as const;

/**
 * Runs `work` for a new socket and terminates the socket when it throws: an uncaught error here would end the
 * process.
 */
export function serve(socket: WebSocket, work: () => void, failed: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    failed(error);
    socket.terminate();
  }
}

/** Sends one JSON frame, unless the socket is closing or the peer has stopped reading. */
export function sendFrame(socket: WebSocket, frame: unknown): void {
  sendText(socket, JSON.stringify(frame));
}

/** As `sendFrame`, for a frame that is text already. */
export function sendText(socket: WebSocket, frame: string): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > mostWaitingBytes) {
    socket.terminate();
    return;
  }
  socket.send(frame);
}

/** Pings until the socket closes. */
export function keepAlive(socket: WebSocket): void {
  let hasAnswered = true;
  socket.on('pong', () => {
    hasAnswered = true;
  });
  const timer = setInterval(() => {
    if (!hasAnswered) {
      socket.terminate();
      return;
    }
    hasAnswered = false;
    socket.ping();
  }, pingEveryMs);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

/** Closes with a handshake, and terminates the socket if the peer does not answer it. */
export function closeSocket(socket: WebSocket, code: number, reason: string): Promise<void> {
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

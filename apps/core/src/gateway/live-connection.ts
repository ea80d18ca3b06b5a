import type { LiveNews } from '@sixpence/contracts/events/news';
import type { WebSocket } from 'ws';
import { closeCodes, keepAlive, closeSocket, sendFrame } from './socket.js';

/**
 * The most news that waits for one browser. Beyond it the socket is closed; the browser's next socket begins
 * with the present state.
 */
const mostWaiting = 300;

/** The close code after the end of the session; the site asks for sign-in. */
const sessionEndedCode = 4401;

/**
 * One browser tab of a signed-in person. News is read and sent strictly in order, so that it is never stale.
 */
export class LiveConnection {
  private waiting = 0;
  private last: Promise<void> = Promise.resolve();

  constructor(
    readonly socket: WebSocket,
    readonly session: { userId: string; sessionId: string },
    private readonly failed: (error: unknown) => void,
  ) {
    keepAlive(socket);
    socket.on('error', failed);
    socket.on('message', () => void closeSocket(socket, closeCodes.policy, 'this socket takes no messages'));
  }

  /** Queues news. `read` runs when all earlier news has been sent. */
  queueNews(read: () => Promise<LiveNews[]>): void {
    if (this.waiting >= mostWaiting) {
      void closeSocket(this.socket, closeCodes.tryAgainLater, 'too slow');
      return;
    }
    this.waiting += 1;
    this.last = this.last.then(() => this.sendNews(read));
  }

  end(): void {
    void closeSocket(this.socket, sessionEndedCode, 'signed out');
  }

  async closeForShutdown(): Promise<void> {
    await closeSocket(this.socket, closeCodes.goingAway, 'core is going away');
  }

  private async sendNews(read: () => Promise<LiveNews[]>): Promise<void> {
    try {
      for (const news of await read()) sendFrame(this.socket, news);
    } catch (error) {
      this.failed(error);
      void closeSocket(this.socket, closeCodes.tryAgainLater, 'try again');
    } finally {
      this.waiting -= 1;
    }
  }
}

import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import { isOutage } from '../http/outage.js';
import { LOGGER } from '../logger.js';

/** One address at which WebSockets are opened. */
export interface Door {
  /** Longer messages end the socket (1009). */
  frameLimitBytes: number;
  /** Who may come in: answers what to do with the socket, or throws a Refusal, whose status the caller gets. */
  admit(request: IncomingMessage): Promise<(socket: WebSocket) => void>;
}

/** Lets WebSockets in on core's own HTTP port, each path by its own rules; every other upgrade is turned away. */
@Injectable()
export class UpgradesService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly doors = new Map<string, { door: Door; server: WebSocketServer }>();
  private closing = false;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Called once per path while the application starts. */
  open(path: string, door: Door): void {
    const server = new WebSocketServer({
      noServer: true,
      maxPayload: door.frameLimitBytes,
      perMessageDeflate: false,
      clientTracking: false,
    });
    this.doors.set(path, { door, server });
  }

  onApplicationBootstrap(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      const leave = () => stream.destroy();
      stream.on('error', leave);
      this.welcome(request, stream, head)
        .catch((error: unknown) => {
          turnAway(stream, this.statusFor(error));
        })
        .finally(() => stream.off('error', leave));
    });
  }

  /** Who comes back while we go away is sent to another core, or waits for the next one. */
  onModuleDestroy(): void {
    this.closing = true;
  }

  private async welcome(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const entry = this.doors.get(path);
    if (!entry) throw new Refusal('route.unknown');
    const accept = await entry.door.admit(request);
    if (this.closing) throw new Refusal('service.unavailable');
    entry.server.handleUpgrade(request, stream, head, (socket) => {
      try {
        accept(socket);
      } catch (error) {
        // The stream speaks WebSocket by now: an HTTP answer would be a broken frame.
        this.logger.error({ err: error }, 'a socket could not be served');
        socket.terminate();
      }
    });
  }

  private statusFor(error: unknown): number {
    if (error instanceof Refusal) return error.status;
    if (isOutage(error)) return 503;
    this.logger.error({ err: error }, 'a socket could not be opened');
    return 500;
  }
}

function turnAway(stream: Duplex, status: number): void {
  stream.once('error', () => stream.destroy());
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}

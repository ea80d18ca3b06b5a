import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketAdapter } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import { answerOf } from '../platform/http/answer-of.js';
import { rawAnswer } from '../platform/http/early-answers.js';

/** What a gateway states of its address: `@WebSocketGateway<DoorOptions>({ path: '/live', frameLimitBytes: 1_024 })`. */
export interface DoorOptions {
  path: string;
  /** Longer messages end the socket (1009). */
  frameLimitBytes: number;
}

/** Whom the gateway lets in, and what it knows of them from then on; or it throws a Refusal, whose status they get. */
export type Admission<Guest> = (request: IncomingMessage) => Promise<Guest>;

/** One address at which WebSockets are opened. A gateway gets its own in `afterInit`, and says there whom it admits. */
export class Door<Guest> {
  admit: Admission<Guest> = () => Promise.reject(new Refusal('service.unavailable'));
  /** What Nest does with an opened socket: it calls the gateway's `handleConnection(socket, guest)`. */
  welcome: (socket: WebSocket, guest: Guest) => void = (socket) => {
    socket.terminate();
  };
  private closing = false;
  private readonly server: WebSocketServer;

  constructor({ frameLimitBytes }: DoorOptions) {
    this.server = new WebSocketServer({
      noServer: true,
      maxPayload: frameLimitBytes,
      perMessageDeflate: false,
      clientTracking: false,
    });
  }

  /** Whoever comes while we go away is sent to another core, or waits for the next one. */
  close(): void {
    this.closing = true;
  }

  /** @throws Refusal of the gateway, or `service.unavailable`; whatever else admitting throws */
  async open(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const guest = await this.admit(request);
    if (this.closing) throw new Refusal('service.unavailable');
    this.server.handleUpgrade(request, stream, head, (socket) => {
      this.welcome(socket, guest);
    });
  }
}

/**
 * Nest's way to our WebSockets: on core's own HTTP port, each path by its gateway's own rules, before a socket exists;
 * every other upgrade is turned away with an HTTP status. Gateways read their frames themselves.
 */
export class SocketsAdapter implements WebSocketAdapter<Door<unknown>, WebSocket, DoorOptions> {
  private readonly doors = new Map<string, Door<unknown>>();

  constructor(
    private readonly server: Server,
    private readonly logger: Logger,
  ) {
    server.on('upgrade', this.upgrade);
  }

  create(_port: number, options: DoorOptions): Door<unknown> {
    const door = new Door(options);
    this.doors.set(options.path, door);
    return door;
  }

  bindClientConnect(door: Door<unknown>, welcome: (socket: WebSocket, guest: unknown) => void): void {
    door.welcome = welcome;
  }

  /** Gateways have no `@SubscribeMessage`: their frames are contracts of their own, read one after the other. */
  bindMessageHandlers(): void {
    return undefined;
  }

  close(door: Door<unknown>): void {
    door.close();
  }

  dispose(): Promise<void> {
    this.server.off('upgrade', this.upgrade);
    return Promise.resolve();
  }

  private readonly upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    const leave = () => stream.destroy();
    stream.on('error', leave);
    this.open(request, stream, head)
      .catch((error: unknown) => {
        this.turnAway(stream, error);
      })
      .finally(() => stream.off('error', leave));
  };

  private async open(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const door = this.doors.get(path);
    if (!door) throw new Refusal('route.unknown');
    await door.open(request, stream, head);
  }

  /** The same answer as to a call over HTTP; clients read its status at least. */
  private turnAway(stream: Duplex, error: unknown): void {
    const answer = answerOf(error);
    if (answer.kind === 'defect') {
      const { reference } = answer;
      this.logger.error({ err: error, reference }, 'a socket could not be opened');
    }
    stream.once('error', () => stream.destroy());
    // A client that keeps its half open would hold the connection for ever.
    stream.end(rawAnswer(answer), () => stream.destroy());
  }
}

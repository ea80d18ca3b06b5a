import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketAdapter } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import { answerOf } from '../platform/http/answer-of.js';
import { rawAnswer } from '../platform/http/early-answers.js';

/** The options of a gateway: `@WebSocketGateway<DoorOptions>({ path: '/live', frameLimitBytes: 1_024 })`. */
export interface DoorOptions {
  path: string;
  /** A longer message closes the socket with code 1009. */
  frameLimitBytes: number;
}

/**
 * Admits a request and returns its client as a guest, or throws a Refusal, whose status the client gets.
 */
export type Admission<Guest> = (request: IncomingMessage) => Promise<Guest>;

/** One address for WebSockets. A gateway receives its door in `afterInit`, and sets `admit`. */
export class Door<Guest> {
  admit: Admission<Guest> = () => Promise.reject(new Refusal('service.unavailable'));
  /** Nest's callback for an open socket: it calls the gateway's `handleConnection(socket, guest)`. */
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

  /**
   * Refuses new sockets while core shuts down; clients reconnect to another core, or to this one after its
   * restart.
   */
  close(): void {
    this.closing = true;
  }

  /** @throws Refusal of the gateway, or `service.unavailable`; any other error of `admit` */
  async open(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const guest = await this.admit(request);
    if (this.closing) throw new Refusal('service.unavailable');
    this.server.handleUpgrade(request, stream, head, (socket) => {
      this.welcome(socket, guest);
    });
  }
}

/**
 * Connects Nest to the WebSockets: they are on core's HTTP port, and each path admits a request before a
 * socket exists. Any other upgrade is refused with an HTTP status. Gateways read their frames themselves.
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

  /** Does nothing: gateways have no `@SubscribeMessage`, because their frames have contracts of their own. */
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
    const destroy = () => stream.destroy();
    stream.on('error', destroy);
    this.open(request, stream, head)
      .catch((error: unknown) => {
        this.refuseUpgrade(stream, error);
      })
      .finally(() => stream.off('error', destroy));
  };

  private async open(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const door = this.doors.get(path);
    if (!door) throw new Refusal('route.unknown');
    await door.open(request, stream, head);
  }

  /** Refuses with the answer of an HTTP call; clients read at least its status. */
  private refuseUpgrade(stream: Duplex, error: unknown): void {
    const answer = answerOf(error);
    if (answer.kind === 'defect') {
      const { reference } = answer;
      this.logger.error({ err: error, reference }, 'a socket could not be opened');
    }
    stream.once('error', () => stream.destroy());
    // A client that never closes its side would keep the connection open for ever.
    stream.end(rawAnswer(answer), () => stream.destroy());
  }
}

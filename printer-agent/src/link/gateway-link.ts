import { EventEmitter } from 'node:events';
import {
  gatewayAnswerLimitBytes,
  gatewayClose,
  type AgentRequest,
  type AgentRequestName,
  type CoreFrame,
} from '@sixpence/contracts/agent/gateway';
import { contractNumber } from '@sixpence/contracts/agent/versions';
import type { Logger } from 'pino';
import { WebSocket } from 'ws';
import { retryAfterWaitMs, backOffMs } from './back-off.js';
import { readFrame, type Answered } from './frames.js';
import { defaultDeadlineMs, Questions } from './questions.js';

export type Welcome = Extract<CoreFrame, { type: 'welcome' }>;
export type Notice = Extract<CoreFrame, { type: 'notice' }>['notice'];

export const linkTimings = {
  reconnect: { firstMs: 2_000, mostMs: 10_000 },
  /** The longest wait that the box accepts from core's `Retry-After`. */
  mostRetryAfterSeconds: 60,
  /**
   * The wait after core said that this key is revoked, or that another box uses it. Only a person can change
   * that.
   */
  refusedMs: 30_000,
  /** From the opening of the socket to `welcome`. */
  handshakeMs: 10_000,
  /** A socket that receives nothing for this long, pings included, is closed. */
  silenceMs: 15_000,
  pingMs: 5_000,
};

/** The identity that the link presents: `Identity`, or a key of a test. */
export interface Credentials {
  readonly agentId: string;
  prove(nonce: string): string;
}

/**
 * The agent's socket to core, opened from the box to `/gateway`. It reconnects until it is stopped; questions
 * wait for the connection. Emits `welcome`, `notice`, and `online`: true when the box may ask, false when the
 * socket is lost.
 */
export class GatewayLink extends EventEmitter<{ online: [boolean]; welcome: [Welcome]; notice: [Notice] }> {
  private readonly questions = new Questions();
  private socket: WebSocket | undefined;
  private reconnect: NodeJS.Timeout | undefined;
  private attempts = 0;
  private stopped = true;
  private welcomed = false;

  constructor(
    private readonly options: {
      readonly coreUrl: string;
      readonly credentials: Credentials;
      readonly version: string;
      readonly log: Logger;
      readonly timings?: Partial<typeof linkTimings>;
    },
  ) {
    super();
  }

  /** True from core's `welcome` to the loss of the socket. */
  get online(): boolean {
    return this.welcomed;
  }

  start(): void {
    this.stopped = false;
    this.connect();
  }

  /**
   * Asks core. A question that is asked while core is unreachable waits for the connection; only the report
   * of a printer's state fails then, because a newer one follows. Core can get every question twice without
   * harm: it carries an idempotency id, or only reads.
   * @throws Unanswered when no answer arrives within `deadlineMs` (`Infinity`: retried until the agent stops)
   */
  askCore<N extends AgentRequestName>(
    name: N,
    body: AgentRequest<N>,
    deadlineMs = defaultDeadlineMs,
  ): Promise<Answered<N>> {
    return this.questions.askCore(name, body, deadlineMs);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.reconnect);
    this.socket?.close(1000);
    this.socket?.terminate();
    this.questions.close();
  }

  private get timings(): typeof linkTimings {
    return { ...linkTimings, ...this.options.timings };
  }

  private connect(): void {
    const address = new URL('/gateway', this.options.coreUrl);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address, {
      maxPayload: gatewayAnswerLimitBytes,
      perMessageDeflate: false,
      handshakeTimeout: this.timings.handshakeMs,
    });
    this.socket = socket;
    const stopWatching = this.watch(socket);
    socket.on('message', (data: Buffer, isBinary) =>
      this.receiveFrame(socket, isBinary ? undefined : data.toString()),
    );
    let retryAfterSeconds: number | undefined;
    socket.on('unexpected-response', (_request, response) => {
      retryAfterSeconds = secondsIn(response.headers['retry-after'], this.timings.mostRetryAfterSeconds);
      this.options.log.debug({ status: response.statusCode }, 'Core did not open the link');
      socket.terminate();
    });
    socket.on('error', (error) => this.options.log.debug({ err: error }, 'The link to core failed'));
    socket.on('close', (code) => {
      stopWatching();
      this.handleClose(code, retryAfterSeconds);
    });
  }

  /** Closes a socket that gets no `welcome` in time, or that falls silent. */
  private watch(socket: WebSocket): () => void {
    let heardAt = performance.now();
    const noteReceived = () => (heardAt = performance.now());
    socket.on('message', noteReceived).on('ping', noteReceived).on('pong', noteReceived);
    const welcomeBy = heardAt + this.timings.handshakeMs;
    const beat = setInterval(() => {
      const now = performance.now();
      const isOverdue = !this.welcomed && now > welcomeBy;
      if (isOverdue || now - heardAt > this.timings.silenceMs) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, this.timings.pingMs);
    return () => clearInterval(beat);
  }

  private receiveFrame(socket: WebSocket, text: string | undefined): void {
    let frame: CoreFrame | undefined;
    try {
      if (text === undefined) throw new TypeError('A binary frame');
      frame = readFrame(text);
    } catch (error) {
      this.options.log.warn({ err: error }, 'Core sent a frame that is not of the contract');
      socket.close(gatewayClose.badFrame);
      return;
    }
    if (frame) this.handle(socket, frame);
  }

  private handle(socket: WebSocket, frame: CoreFrame): void {
    switch (frame.type) {
      case 'challenge': {
        const { credentials, version } = this.options;
        const signature = credentials.prove(frame.nonce);
        const { agentId } = credentials;
        socket.send(JSON.stringify({ type: 'hello', agentId, signature, version, contract: contractNumber }));
        return;
      }
      case 'welcome':
        this.attempts = 0;
        this.welcomed = true;
        this.options.log.info({ printers: frame.printers.length }, 'Connected to core');
        this.emit('welcome', frame);
        this.questions.connected((question) => socket.send(question));
        this.emit('online', true);
        return;
      case 'answer':
        this.questions.takeAnswer(frame.id, frame.result);
        return;
      case 'notice':
        this.emit('notice', frame.notice);
        return;
    }
  }

  private handleClose(code: number, retryAfterSeconds: number | undefined): void {
    const wasOnline = this.welcomed;
    this.welcomed = false;
    this.questions.disconnected();
    if (this.stopped) return;
    if (wasOnline) this.emit('online', false);
    const refused = code === gatewayClose.unauthorised || code === gatewayClose.replaced;
    const waitMs = refused ? this.timings.refusedMs : this.waitMs(retryAfterSeconds);
    if (code === gatewayClose.unauthorised) {
      this.options.log.error('Core does not accept this box any more: enrol it again with a new invite');
    } else if (code === gatewayClose.replaced) {
      this.options.log.error('Another box connected with the same key: only one may use it');
    } else if (wasOnline) {
      this.options.log.warn({ code }, 'Connection to core lost, connecting again');
    }
    this.attempts += 1;
    this.reconnect = setTimeout(() => this.connect(), waitMs);
  }

  private waitMs(retryAfterSeconds: number | undefined): number {
    return retryAfterSeconds === undefined
      ? backOffMs(this.attempts, this.timings.reconnect, Math.random())
      : retryAfterWaitMs(retryAfterSeconds, Math.random());
  }
}

/** The seconds of a `Retry-After` header, at most `most`; undefined when the header gives no seconds. */
function secondsIn(header: string | undefined, most: number): number | undefined {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Math.min(Number(header), most) : undefined;
}

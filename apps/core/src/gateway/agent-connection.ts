import { randomBytes } from 'node:crypto';
import { agentFrame, gatewayClose, type AgentFrame, type CoreFrame } from '@sixpence/contracts/agent/gateway';
import { frameFor } from '@sixpence/contracts/agent/versions';
import { WebSocket, type RawData } from 'ws';
import { closeCodes, keepAlive, closeSocket, sendText } from './socket.js';

/** The time that an agent has for a correct `hello` after the challenge. */
const helloWithinMs = 10_000;

/** The most open requests of one agent. A further request fails, and the agent repeats it. */
const mostOpenRequests = 64;

type Hello = Extract<AgentFrame, { type: 'hello' }>;
export type Welcome = Extract<CoreFrame, { type: 'welcome' }>;
export type Notice = Extract<CoreFrame, { type: 'notice' }>['notice'];
export type Result = Extract<CoreFrame, { type: 'answer' }>['result'];

/** The functions of core that a connection calls. */
export interface AgentCallbacks {
  /** Checks the signature over the nonce; undefined closes the socket. */
  greet(hello: Hello, nonce: string): Promise<Welcome | undefined>;
  welcomed(connection: AgentConnection, agentId: string): void;
  answerRequest(agentId: string, name: string, body: unknown): Promise<Result>;
  /** @param agentId undefined before the agent has proven its identity */
  failed(error: unknown, agentId: string | undefined): void;
}

/** One agent's socket, from the challenge to its end. A frame that is not of the contract closes it. */
export class AgentConnection {
  private readonly nonce = randomBytes(32).toString('base64url');
  private readonly openWork = new Set<Promise<void>>();
  private readonly helloTimer: NodeJS.Timeout;
  private agentId: string | undefined;
  /** The version of the contract that the box understands. */
  private contract = 1;
  private saidHello = false;

  constructor(
    readonly socket: WebSocket,
    private readonly callbacks: AgentCallbacks,
  ) {
    this.helloTimer = setTimeout(() => {
      this.refuse();
    }, helloWithinMs);
    keepAlive(socket);
    socket.once('close', () => {
      clearTimeout(this.helloTimer);
    });
    socket.on('error', (error) => {
      callbacks.failed(error, this.agentId);
    });
    socket.on('message', (data, isBinary) => {
      this.receiveFrame(data, isBinary);
    });
    this.sendFrame({ type: 'challenge', nonce: this.nonce });
  }

  /** Whether the agent has tried to prove its identity. */
  get hasSaidHello(): boolean {
    return this.saidHello;
  }

  /** Whether the socket is closing or closed. */
  get isLeaving(): boolean {
    return this.socket.readyState !== WebSocket.OPEN;
  }

  notify(notice: Notice): void {
    this.sendFrame({ type: 'notice', notice });
  }

  /** Waits up to `withinMs` for open requests to be answered, then closes. */
  async drain(withinMs: number): Promise<void> {
    const timeout = new Promise((resolve) => setTimeout(resolve, withinMs).unref());
    await Promise.race([Promise.allSettled(this.openWork), timeout]);
    await closeSocket(this.socket, closeCodes.goingAway, 'core is going away');
  }

  replace(): void {
    void closeSocket(this.socket, gatewayClose.replaced, 'another connection of this agent');
  }

  /** Closes the socket, because other agents wait to prove their identity. */
  giveWay(): void {
    void closeSocket(
      this.socket,
      closeCodes.tryAgainLater,
      'too many sockets have not proven whose they are',
    );
  }

  /** Closes the socket, because the key is unknown or revoked, or the signature is wrong. */
  refuse(): void {
    void closeSocket(this.socket, gatewayClose.unauthorised, 'not authorised');
  }

  private receiveFrame(data: RawData, isBinary: boolean): void {
    const frame = isBinary ? undefined : readFrame(data);
    if (!frame || (frame.type === 'hello') === (this.agentId !== undefined)) {
      void closeSocket(this.socket, gatewayClose.badFrame, 'not a frame of the contract');
      return;
    }
    if (frame.type === 'hello') this.track(this.greet(frame));
    else if (this.agentId !== undefined) this.takeRequest(frame, this.agentId);
  }

  private async greet(hello: Hello): Promise<void> {
    if (this.saidHello) return;
    this.saidHello = true;
    const welcome = await this.callbacks.greet(hello, this.nonce);
    if (!welcome) {
      this.refuse();
      return;
    }
    // A socket that has closed during the check must not displace a newer connection.
    if (this.socket.readyState !== WebSocket.OPEN) return;
    clearTimeout(this.helloTimer);
    this.agentId = hello.agentId;
    this.contract = hello.contract;
    this.callbacks.welcomed(this, hello.agentId);
    this.sendFrame(welcome);
  }

  private takeRequest({ id, name, body }: Extract<AgentFrame, { type: 'request' }>, agentId: string): void {
    if (this.openWork.size >= mostOpenRequests) {
      this.sendFrame({
        type: 'answer',
        id,
        result: { status: 'failed', message: 'Too many open questions' },
      });
      return;
    }
    this.track(
      this.callbacks.answerRequest(agentId, name, body).then((result) => {
        this.sendFrame({ type: 'answer', id, result });
      }),
    );
  }

  private track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        this.callbacks.failed(error, this.agentId);
        void closeSocket(this.socket, closeCodes.tryAgainLater, 'try again');
      })
      .finally(() => this.openWork.delete(tracked));
    this.openWork.add(tracked);
  }

  private sendFrame(frame: CoreFrame): void {
    sendText(this.socket, frameFor(this.contract, frame));
  }
}

function readFrame(data: RawData): AgentFrame | undefined {
  // ws passes a text frame as one Buffer.
  if (!Buffer.isBuffer(data)) return undefined;
  try {
    return agentFrame.parse(JSON.parse(data.toString('utf8')));
  } catch {
    // Not JSON, or not of the contract: the caller closes the socket in both cases.
    return undefined;
  }
}

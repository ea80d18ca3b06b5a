import { randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import {
  coreFrame,
  gatewayProof,
  type AgentRequest,
  type AgentRequestName,
  type CoreFrame,
} from '@sixpence/contracts/agent/gateway';
import { WebSocket, type ClientOptions } from 'ws';
import { PATIENCE_MS } from '../eventually.js';
import type { TestAgent } from './release.js';

/** A WebSocket that keeps received frames for tests. */
export class TestSocket<Frame> {
  readonly heard: Frame[] = [];
  closeCode: number | undefined;
  private readonly changed: (() => void)[] = [];

  private constructor(
    readonly socket: WebSocket,
    read: (text: string) => Frame,
  ) {
    socket.on('message', (data: Buffer) => {
      this.heard.push(read(data.toString()));
      this.wake();
    });
    socket.on('close', (code) => {
      this.closeCode = code;
      this.wake();
    });
  }

  /** @throws Error `Unexpected server response: <status>` when the server refuses the upgrade */
  static async open<Frame>(url: string, read: (text: string) => Frame, options: ClientOptions = {}) {
    const socket = new WebSocket(url, options);
    const testSocket = new TestSocket(socket, read);
    await once(socket, 'open');
    return testSocket;
  }

  /** Waits for a frame that fits, if none was received before. @returns the first such frame */
  async hears<Wanted extends Frame>(fits: (frame: Frame) => frame is Wanted): Promise<Wanted>;
  async hears(fits: (frame: Frame) => boolean): Promise<Frame>;
  async hears(fits: (frame: Frame) => boolean): Promise<Frame> {
    return this.until(
      () => this.heard.find(fits),
      () => `heard only ${JSON.stringify(this.heard)}`,
    );
  }

  async closes(): Promise<number> {
    return this.until(
      () => this.closeCode,
      () => 'the socket stays open',
    );
  }

  async close(): Promise<void> {
    if (this.closeCode !== undefined) return;
    this.socket.close();
    await this.closes();
  }

  private async until<T>(find: () => T | undefined, complaint: () => string): Promise<T> {
    // A test may fake `Date`.
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const value = find();
      if (value !== undefined) return value;
      if (performance.now() > deadline) throw new Error(complaint());
      await new Promise<void>((resolve) => {
        this.changed.push(resolve);
        setTimeout(resolve, 50);
      });
    }
  }

  private wake(): void {
    for (const resolve of this.changed.splice(0)) resolve();
  }
}

type Answer = Extract<CoreFrame, { type: 'answer' }>['result'];

/** An agent's end of `/gateway`, limited to the contract. */
export class TestAgentSocket {
  private lastId = 0;

  private constructor(readonly wire: TestSocket<CoreFrame>) {}

  static async connect(coreUrl: string): Promise<TestAgentSocket> {
    const url = `${coreUrl.replace(/^http/, 'ws')}/gateway`;
    return new TestAgentSocket(await TestSocket.open(url, (text) => coreFrame.parse(JSON.parse(text))));
  }

  /** Connects and waits for the welcome. */
  static async of(coreUrl: string, agent: TestAgent): Promise<TestAgentSocket> {
    const agentSocket = await TestAgentSocket.connect(coreUrl);
    await agentSocket.hello(agent);
    await agentSocket.wire.hears((frame) => frame.type === 'welcome');
    return agentSocket;
  }

  async hello(agent: TestAgent, fields: { version?: string; contract?: number } = {}): Promise<void> {
    const { nonce } = await this.wire.hears((frame) => frame.type === 'challenge');
    const proof = Buffer.from(gatewayProof(agent.id, nonce));
    const signature = sign(null, proof, agent.privateKey).toString('base64');
    this.send({ type: 'hello', agentId: agent.id, signature, version: 'test', ...fields });
  }

  send(frame: unknown): void {
    this.wire.socket.send(JSON.stringify(frame));
  }

  async ask<N extends AgentRequestName>(name: N, body: AgentRequest<N>): Promise<Answer> {
    this.lastId += 1;
    const id = this.lastId;
    this.send({ type: 'request', id, name, body });
    return (
      (await this.wire.hears((frame) => frame.type === 'answer' && frame.id === id)) as Extract<
        CoreFrame,
        { type: 'answer' }
      >
    ).result;
  }

  redeem(code: string, printerId: string): Promise<Answer> {
    return this.ask('redeem', { requestId: randomUUID(), printerId, code });
  }
}

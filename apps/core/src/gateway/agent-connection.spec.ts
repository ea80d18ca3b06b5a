import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { AgentConnection, type AgentCallbacks, type Result, type Welcome } from './agent-connection.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

interface Frame {
  type: string;
  id?: number;
  nonce?: string;
  result?: Result;
}

/** The socket of a box. */
class Box extends EventEmitter {
  readyState: number = WebSocket.OPEN;
  readonly bufferedAmount = 0;
  readonly received: Frame[] = [];
  closedWith: number | undefined;

  send(frame: string): void {
    this.received.push(JSON.parse(frame) as Frame);
  }

  close(code: number): void {
    if (this.closedWith !== undefined) return;
    this.readyState = WebSocket.CLOSED;
    this.closedWith = code;
    this.emit('close');
  }

  sends(frame: object): void {
    this.emit('message', Buffer.from(JSON.stringify(frame)), false);
  }
}

const agentId = randomUUID();
const hello = { type: 'hello', agentId, signature: 'signed', version: '1.0.0' };
const welcome: Welcome = {
  ...{ type: 'welcome', site: 'A site', printers: [], stallSeconds: 1, idleSeconds: 1 },
  ...{ publicUrl: 'https://print.example.com', openJobs: [] },
};
const flushPromises = () => jest.advanceTimersByTimeAsync(0);

/** A box that has connected, and core's side of it: each request waits until the test answers it. */
function connectBox() {
  const box = new Box();
  const pending: { answer: (result: Result) => void; fail: (error: Error) => void }[] = [];
  const side = {
    greet: jest.fn<AgentCallbacks['greet']>(() => Promise.resolve(welcome)),
    welcomed: jest.fn<AgentCallbacks['welcomed']>(),
    answerRequest: jest.fn<AgentCallbacks['answerRequest']>(
      () => new Promise<Result>((answer, fail) => pending.push({ answer, fail })),
    ),
    failed: jest.fn<AgentCallbacks['failed']>(),
  };
  const connection = new AgentConnection(box as unknown as WebSocket, side);
  const ask = (id: number) => {
    box.sends({ type: 'request', id, name: 'job', body: { number: id } });
  };
  return { box, side, connection, pending, ask };
}

async function connectGreetedBox() {
  const connected = connectBox();
  connected.box.sends(hello);
  await flushPromises();
  connected.box.received.length = 0;
  return connected;
}

const ok = (body: object): Result => ({ status: 'ok', body });

describe('a box that connects', () => {
  test('gets a new nonce for each connection, over which the signature is checked', async () => {
    const [first, second] = [connectBox(), connectBox()];
    const nonces = [first, second].map(({ box }) => box.received[0]?.nonce ?? '');
    expect(new Set(nonces).size).toBe(2);
    second.box.sends(hello);
    await flushPromises();
    expect(second.side.greet).toHaveBeenCalledWith(expect.objectContaining(hello), nonces[1]!);
    expect(second.side.welcomed).toHaveBeenCalledWith(second.connection, agentId);
    expect(second.box.received.slice(1)).toEqual([welcome]);
  });

  test('and does not say hello within ten seconds is closed; a welcomed box stays connected', async () => {
    const [silent, welcomed] = [connectBox(), await connectGreetedBox()];
    jest.advanceTimersByTime(9_999);
    expect(silent.box.closedWith).toBeUndefined();
    jest.advanceTimersByTime(1);
    expect([silent.box.closedWith, welcomed.box.closedWith]).toEqual([4401, undefined]);
  });

  test('and leaves before its hello has no timer any more', () => {
    const { box } = connectBox();
    box.emit('close');
    expect(jest.getTimerCount()).toBe(0);
  });

  test('with a wrong proof is closed, and is not welcomed', async () => {
    const { box, side } = connectBox();
    side.greet.mockResolvedValueOnce(undefined);
    box.sends(hello);
    await flushPromises();
    expect([box.closedWith, side.welcomed.mock.calls.length]).toEqual([4401, 0]);
  });

  test('and sends hello twice while its proof is checked is checked only one time', async () => {
    const { box, side, connection } = connectBox();
    expect(connection.hasSaidHello).toBe(false);
    for (let count = 0; count < 2; count += 1) box.sends(hello);
    expect(connection.hasSaidHello).toBe(true);
    await flushPromises();
    expect([side.greet.mock.calls.length, side.welcomed.mock.calls.length]).toEqual([1, 1]);
    expect(box.closedWith).toBeUndefined();
  });

  test('while core cannot check its proof is closed with "try again later", and the error names no agent', async () => {
    const { box, side } = connectBox();
    const error = new Error('the database is away');
    side.greet.mockRejectedValueOnce(error);
    box.sends(hello);
    await flushPromises();
    expect([box.closedWith, side.failed.mock.calls]).toEqual([1013, [[error, undefined]]]);
  });

  test('and leaves while its proof is checked is not welcomed', async () => {
    const { box, side } = connectBox();
    box.sends(hello);
    box.close(1000);
    await flushPromises();
    expect(side.welcomed).not.toHaveBeenCalled();
  });
});

describe('the requests of a box', () => {
  test('are answered in the order in which they are done, each with its own id', async () => {
    const { box, side, pending, ask } = await connectGreetedBox();
    for (const id of [7, 8]) ask(id);
    expect(side.answerRequest.mock.calls).toEqual([
      [agentId, 'job', { number: 7 }],
      [agentId, 'job', { number: 8 }],
    ]);
    pending[1]?.answer(ok({ of: 8 }));
    await flushPromises();
    pending[0]?.answer(ok({ of: 7 }));
    await flushPromises();
    expect(box.received).toEqual([8, 7].map((id) => ({ type: 'answer', id, result: ok({ of: id }) })));
  });

  test('beyond 64 open ones fail until one is answered', async () => {
    const { box, pending, ask } = await connectGreetedBox();
    for (let id = 1; id <= 65; id += 1) ask(id);
    expect([box.received, pending.length]).toEqual([
      [{ type: 'answer', id: 65, result: expect.objectContaining({ status: 'failed' }) }],
      64,
    ]);
    pending[0]?.answer(ok({}));
    await flushPromises();
    ask(66);
    expect(pending).toHaveLength(65);
    expect(box.closedWith).toBeUndefined();
  });

  test('end the connection when one fails unexpectedly, and the error names the agent', async () => {
    const { box, side, pending, ask } = await connectGreetedBox();
    ask(1);
    const error = new Error('a defect');
    pending[0]?.fail(error);
    await flushPromises();
    expect([box.closedWith, side.failed.mock.calls]).toEqual([1013, [[error, agentId]]]);
    box.emit('error', error);
    expect(side.failed).toHaveBeenLastCalledWith(error, agentId);
  });
});

describe('a connection that core drains', () => {
  test('is closed when its open requests are answered', async () => {
    const { box, connection, pending, ask } = await connectGreetedBox();
    ask(1);
    const drained = connection.drain(2_000);
    await jest.advanceTimersByTimeAsync(1_999);
    expect([box.closedWith, connection.isLeaving]).toEqual([undefined, false]);
    pending[0]?.answer(ok({}));
    await drained;
    expect([box.received.map(({ type }) => type), box.closedWith]).toEqual([['answer'], 1001]);
    expect(connection.isLeaving).toBe(true);
  });

  test('is closed at the deadline, with a request still open', async () => {
    const { box, connection, ask } = await connectGreetedBox();
    ask(1);
    const drained = connection.drain(2_000);
    await jest.advanceTimersByTimeAsync(2_000);
    await drained;
    expect(box.closedWith).toBe(1001);
  });
});

import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import type { NetworksService } from '../platform/http/network/networks.service.js';
import type { CoreConfig } from '../platform/process/config.js';
import type { AgentsService } from '../sites/agents.service.js';
import { AgentsGateway } from './agents.gateway.js';
import { Door } from './sockets.adapter.js';

/** The socket of a stranger. */
class Stranger extends EventEmitter {
  readonly readyState: number = WebSocket.OPEN;
  readonly bufferedAmount = 0;

  send(): void {}

  close(): void {
    this.emit('close');
  }
}

test('broken frames of unauthenticated sockets are not logged', () => {
  const lines: string[] = [];
  const unused = {} as never;
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const gateway = new AgentsGateway(
    ...[unused, unused, unused, unused, unused, unused, unused],
    {} as CoreConfig,
    logger,
  );
  for (let each = 0; each < 100; each += 1) {
    const stranger = new Stranger();
    gateway.handleConnection(stranger as unknown as WebSocket, '192.0.2.1');
    stranger.emit('error', new Error('Invalid WebSocket frame: invalid opcode 7'));
    stranger.close();
  }
  expect(lines).toEqual([]);
});

/** The socket of a stranger that ignores its close. */
class Stayer extends EventEmitter {
  readyState: number = WebSocket.OPEN;
  readonly bufferedAmount = 0;
  closedWith: number | undefined;

  send(): void {}

  close(code: number): void {
    this.readyState = WebSocket.CLOSING;
    this.closedWith = code;
  }

  terminate(): void {
    this.readyState = WebSocket.CLOSED;
    this.emit('close');
  }
}

/** A gateway without a known box, in a hall where all share one address. */
function beforeAHall() {
  const unused = {} as never;
  const active = jest.fn(() => Promise.resolve(undefined));
  const agents = { active } as unknown as AgentsService;
  const networks = { of: () => '192.0.2.1' } as unknown as NetworksService;
  const gateway = new AgentsGateway(
    agents,
    ...[unused, unused, unused, unused, unused],
    networks,
    {} as CoreConfig,
    pino({ level: 'silent' }),
  );
  const door = new Door<string>({ path: '/gateway', frameLimitBytes: 1_024 });
  gateway.afterInit(door);
  const enter = async () => {
    const stayer = new Stayer();
    gateway.handleConnection(stayer as unknown as WebSocket, await door.admit({} as IncomingMessage));
    return stayer;
  };
  return { enter, active };
}

test('silent sockets in the same hall do not block a box: the oldest is closed', async () => {
  const { enter } = beforeAHall();
  const silent: Stayer[] = [];
  for (let each = 0; each < 20; each += 1) silent.push(await enter());
  const box = await enter();
  expect(silent.map(({ closedWith }) => closedWith)).toEqual([1013, ...Array<undefined>(19)]);
  expect(box.closedWith).toBeUndefined();
  for (const each of [...silent, box]) each.terminate();
});

test('sockets with invalid proofs that ignore their close do not block a box of the same hall', async () => {
  const { enter, active } = beforeAHall();
  const liars: Stayer[] = [];
  for (let each = 0; each < 20; each += 1) {
    const liar = await enter();
    const hello = { type: 'hello', agentId: randomUUID(), signature: 'none', version: '1.0.0' };
    liar.emit('message', Buffer.from(JSON.stringify(hello)), false);
    liars.push(liar);
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect([active.mock.calls.length, ...liars.map(({ closedWith }) => closedWith)]).toEqual([
    20,
    ...Array<number>(20).fill(4401),
  ]);
  const box = await enter();
  expect(box.closedWith).toBeUndefined();
  for (const each of [...liars, box]) each.terminate();
});

import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Messaging } from '@sixpence/messaging/messaging';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import type { NetworksService } from '../platform/http/network/networks.service.js';
import type { CoreConfig } from '../platform/process/config.js';
import type { AgentsService } from '../sites/agents.service.js';
import type { PrintersService } from '../sites/printers.service.js';
import type { AgentConnection } from './agent-connection.js';
import { AgentsGateway } from './agents.gateway.js';
import type { PanelNewsService } from './panel-news.service.js';
import { Door } from './sockets.adapter.js';

afterEach(() => {
  jest.useRealTimers();
});

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
class StayingStranger extends EventEmitter {
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

/** A gateway without a known box; all sockets come from one network. */
function gatewayOfOneNetwork() {
  const unused = {} as never;
  const activeAgent = jest.fn(() => Promise.resolve(undefined));
  const agents = { activeAgent } as unknown as AgentsService;
  const networks = { networkOf: () => '192.0.2.1' } as unknown as NetworksService;
  const gateway = new AgentsGateway(
    agents,
    ...[unused, unused],
    { disconnected: () => undefined } as unknown as PanelNewsService,
    unused,
    {
      hearNews: () => ({ ready: new Promise(() => undefined), stop: () => undefined }),
    } as unknown as Messaging,
    networks,
    {} as CoreConfig,
    pino({ level: 'silent' }),
  );
  const door = new Door<string>({ path: '/gateway', frameLimitBytes: 1_024 });
  gateway.afterInit(door);
  const connect = async () => {
    const stranger = new StayingStranger();
    gateway.handleConnection(stranger as unknown as WebSocket, await door.admit({} as IncomingMessage));
    return stranger;
  };
  return { gateway, connect, activeAgent };
}

const sayHello = (box: StayingStranger) => {
  const hello = { type: 'hello', agentId: randomUUID(), signature: 'none', version: '1.0.0' };
  box.emit('message', Buffer.from(JSON.stringify(hello)), false);
};

test('silent sockets of a network do not block a box of the network: the oldest silent socket is closed', async () => {
  const { connect } = gatewayOfOneNetwork();
  const silent: StayingStranger[] = [];
  for (let each = 0; each < 20; each += 1) silent.push(await connect());
  const box = await connect();
  expect(silent.map(({ closedWith }) => closedWith)).toEqual([1013, ...Array<undefined>(19)]);
  expect(box.closedWith).toBeUndefined();
  for (const each of [...silent, box]) each.terminate();
});

test('sockets with invalid proofs that ignore their close do not block a box of the same network', async () => {
  const { connect, activeAgent } = gatewayOfOneNetwork();
  const liars: StayingStranger[] = [];
  for (let each = 0; each < 20; each += 1) {
    const liar = await connect();
    sayHello(liar);
    liars.push(liar);
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect([activeAgent.mock.calls.length, ...liars.map(({ closedWith }) => closedWith)]).toEqual([
    20,
    ...Array<number>(20).fill(4401),
  ]);
  const box = await connect();
  expect(box.closedWith).toBeUndefined();
  for (const each of [...liars, box]) each.terminate();
});

test('while twenty proofs of a network are checked, the next box of the network is refused, with the time to retry', async () => {
  const { connect, activeAgent } = gatewayOfOneNetwork();
  activeAgent.mockReturnValue(new Promise(() => undefined));
  const boxes: StayingStranger[] = [];
  while (boxes.length < 20) {
    const box = await connect();
    sayHello(box);
    boxes.push(box);
  }
  await expect(connect()).rejects.toMatchObject({ code: 'request.too-many', retryAfterSeconds: 5 });
  boxes.shift()?.terminate();
  boxes.push(await connect());
  expect(boxes.map(({ closedWith }) => closedWith)).toEqual(Array(20).fill(undefined));
  for (const each of boxes) each.terminate();
});

test('boxes that have proven their identity do not block another box of their network', async () => {
  const { gateway, connect } = gatewayOfOneNetwork();
  jest.spyOn(gateway, 'greet').mockResolvedValue({
    ...{ type: 'welcome', site: 'A site', printers: [], stallSeconds: 1, idleSeconds: 1 },
    ...{ publicUrl: 'https://print.example.com', openJobs: [] },
  });
  const boxes: StayingStranger[] = [];
  while (boxes.length < 21) {
    const box = await connect();
    sayHello(box);
    await new Promise((resolve) => setImmediate(resolve));
    boxes.push(box);
  }
  expect(boxes.map(({ closedWith }) => closedWith)).toEqual(Array(21).fill(undefined));
  for (const each of boxes) each.terminate();
});

/** A gateway whose boxes have proven their identity, with stand-ins for everything that it calls. */
function withBoxes() {
  jest.useFakeTimers();
  const handlers = new Map<string, (news: object) => void>();
  const hear = (_whom: string, agentId: string, handler: (news: object) => void) => {
    handlers.set(agentId, handler);
    return { ready: Promise.resolve(), stop: () => void stopped.push(agentId) };
  };
  const stopped: string[] = [];
  let handleReturn = (): void => undefined;
  const onReturn = (handler: typeof handleReturn) => (handleReturn = handler);
  const agents = {
    markSeen: jest.fn((_ids: string[]) => Promise.resolve()),
    revokedAmong: jest.fn((_ids: string[]) => Promise.resolve<string[]>([])),
  };
  const printers = {
    printersOfAgent: jest.fn((agentId: string) => Promise.resolve([`printers of ${agentId}`])),
  };
  const panels = {
    notifyThrough: jest.fn(),
    connected: jest.fn((_agentId: string) => Promise.resolve()),
    disconnected: jest.fn(),
    opened: jest.fn(),
    closePanel: jest.fn(),
    listAllAgain: jest.fn(),
    closeEndedPanels: jest.fn(() => Promise.resolve()),
  };
  const unused = {} as never;
  const log: object[] = [];
  const logTarget = {
    write(line: string) {
      const { level, msg, agentId } = JSON.parse(line) as Record<string, unknown>;
      log.push({ level, msg, agentId });
    },
  };
  const gateway = new AgentsGateway(
    agents as unknown as AgentsService,
    printers as unknown as PrintersService,
    unused,
    panels as unknown as PanelNewsService,
    unused,
    { hearNews: hear, onReturn } as unknown as Messaging,
    unused,
    {} as CoreConfig,
    pino({ level: 'debug' }, logTarget),
  );
  gateway.onApplicationBootstrap();
  const connect = (agentId: string) => {
    const drain = jest.fn((_ms: number) => Promise.resolve());
    const box = {
      socket: new EventEmitter(),
      replace: jest.fn(),
      notify: jest.fn(),
      refuse: jest.fn(),
      drain,
    };
    gateway.welcomed(box as unknown as AgentConnection, agentId);
    return box;
  };
  const tell = (kind: string, body: { agentId: string }) => handlers.get(body.agentId)?.({ kind, body });
  const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  return {
    gateway,
    agents,
    printers,
    panels,
    stopped,
    log,
    connect,
    tell,
    advance,
    natsReturns: () => handleReturn(),
  };
}

describe('boxes that are connected', () => {
  test('get their printers when they connect; every twenty seconds, also after a failure, they are marked as seen and revoked ones are refused', async () => {
    const { gateway, agents, panels, log, connect, advance } = withBoxes();
    await advance(20_000);
    // Without a box the database is asked about ended panel sessions alone.
    expect(
      [agents.markSeen, agents.revokedAmong, panels.closeEndedPanels].map(({ mock }) => mock.calls.length),
    ).toEqual([0, 0, 1]);
    const [one, other] = [connect('one'), connect('other')];
    await advance(0);
    expect(one.notify.mock.calls).toEqual([[{ name: 'printers', printers: ['printers of one'] }]]);
    expect(panels.connected.mock.calls).toEqual([['one'], ['other']]);
    expect(agents.markSeen.mock.calls).toEqual([[['one']], [['other']]]);

    panels.closeEndedPanels.mockRejectedValueOnce(new Error('the database is away'));
    await advance(19_999);
    expect(agents.revokedAmong).not.toHaveBeenCalled();
    await advance(1);
    expect(log).toEqual([{ level: 40, msg: 'the check of agents and panel sessions failed' }]);
    agents.revokedAmong.mockResolvedValueOnce(['other', 'unknown']);
    await advance(20_000);
    expect(agents.revokedAmong.mock.calls).toEqual([[['one', 'other']], [['one', 'other']]]);
    expect(agents.markSeen.mock.calls.slice(2)).toEqual([[['one', 'other']], [['one', 'other']]]);
    expect(panels.closeEndedPanels).toHaveBeenCalledTimes(3);
    expect([one.refuse.mock.calls.length, other.refuse.mock.calls.length]).toEqual([0, 1]);

    await gateway.onModuleDestroy();
    expect([one, other].map(({ drain }) => drain.mock.calls)).toEqual([[[2_000]], [[2_000]]]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('and connect again displace their earlier connection; only the end of the newest ends the panels of the box', () => {
    const { panels, stopped, connect } = withBoxes();
    const [first, second] = [connect('box'), connect('box')];
    expect([first.replace.mock.calls.length, second.replace.mock.calls.length]).toEqual([1, 0]);
    first.socket.emit('close');
    expect([stopped, panels.disconnected.mock.calls]).toEqual([['box'], []]);
    second.socket.emit('close');
    expect([stopped, panels.disconnected.mock.calls]).toEqual([['box', 'box'], [['box']]]);
  });

  test('get everything again after an outage of NATS, and revoked boxes are disconnected', async () => {
    const { agents, panels, log, connect, advance, natsReturns } = withBoxes();
    const [one, other] = [connect('one'), connect('other')];
    await advance(0);
    for (const { mock } of [one.notify, panels.connected]) mock.calls.length = 0;
    agents.revokedAmong.mockResolvedValueOnce(['other']);
    natsReturns();
    await advance(0);
    expect(panels.listAllAgain).toHaveBeenCalledTimes(1);
    expect(panels.connected.mock.calls).toEqual([['one'], ['other']]);
    expect(one.notify).toHaveBeenCalledTimes(1);
    expect([one.refuse.mock.calls.length, other.refuse.mock.calls.length]).toEqual([0, 1]);
    expect(log).toEqual([]);
    agents.revokedAmong.mockRejectedValueOnce(new Error('the database is away'));
    natsReturns();
    await advance(0);
    expect(log).toEqual([{ level: 40, msg: 'the check for revoked agents failed' }]);
  });

  test('whose state cannot be read are named in the log', async () => {
    const { gateway, printers, log, connect, tell, advance } = withBoxes();
    connect('box');
    await advance(0);
    printers.printersOfAgent.mockRejectedValueOnce(new Error('the database is away'));
    tell('box.printers', { agentId: 'box' });
    await advance(0);
    const line = { level: 40, msg: "an agent's socket failed", agentId: 'box' };
    expect(log).toEqual([line]);
    printers.printersOfAgent.mockRejectedValueOnce(new Error('the database is away'));
    connect('other');
    await advance(0);
    expect(log).toEqual([line, { ...line, agentId: 'other' }]);
    gateway.failed(new Error('not a frame'), undefined);
    expect(log.slice(2)).toEqual([{ level: 20, msg: 'a socket failed before it proved its identity' }]);
  });

  test('get only their own news', async () => {
    const { panels, connect, tell, advance } = withBoxes();
    const [box, other] = [connect('box'), connect('other')];
    await advance(0);
    for (const { notify } of [box, other]) notify.mock.calls.length = 0;
    const agentId = 'box';
    tell('box.printers', { agentId });
    tell('box.paired', { agentId, ...{ printerId: 'hall', requestId: 'request' } });
    tell('box.session-opened', { agentId, ...{ panelSessionId: 'session', ownerId: 'anna' } });
    tell('box.session-ended', { agentId, ...{ panelSessionId: 'session' } });
    await advance(0);
    expect(box.notify.mock.calls).toEqual([
      [{ name: 'paired', printerId: 'hall', requestId: 'request' }],
      [{ name: 'printers', printers: ['printers of box'] }],
    ]);
    expect(panels.opened.mock.calls).toEqual([['box', { id: 'session', ownerId: 'anna' }]]);
    expect(panels.closePanel.mock.calls).toEqual([['box', 'session']]);
    expect(box.refuse).not.toHaveBeenCalled();
    tell('box.revoked', { agentId });
    expect([box.refuse.mock.calls.length, other.refuse.mock.calls, other.notify.mock.calls]).toEqual([
      1,
      [],
      [],
    ]);
  });
});

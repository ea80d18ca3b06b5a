import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DiscoveryService } from '@nestjs/core';
import type { Messaging } from '@sixpence/messaging/messaging';
import { WebSocket } from 'ws';
import type { NetworksService } from '../platform/http/network/networks.service.js';
import type { CoreConfig } from '../platform/process/config.js';
import { createLogger } from '../platform/process/logger.js';
import { RoundsService } from '../platform/process/rounds.service.js';
import type { SessionsService } from '../people/sessions/sessions.service.js';
import { LiveGateway, type LiveGuest } from './live.gateway.js';
import type { SiteNewsService } from './site-news.service.js';
import type { LiveNewsService } from './live-news.service.js';
import { Door } from './sockets.adapter.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The socket of a browser. */
class Browser extends EventEmitter {
  readyState: number = WebSocket.OPEN;
  closedWith: number | undefined;

  close(code: number): void {
    this.closedWith = code;
    this.emit('close');
  }

  ping(): void {
    this.emit('pong');
  }
}

/** Messaging without news. */
const silence = {
  hearNews: () => ({ ready: Promise.resolve(), stop: () => undefined }),
  onReturn: () => undefined,
};

/** The sessions in the database. */
class Sessions {
  readonly valid = new Set<string>();
  readonly ended = new Set<string>();
  readonly checkedIds: string[][] = [];
  readonly lookedBack: number[] = [];
  isAway = false;

  end(sessionId: string): void {
    this.valid.delete(sessionId);
    this.ended.add(sessionId);
  }

  sessionsEndedWithin(seconds: number): Promise<Set<string>> {
    if (this.isAway) return Promise.reject(new Error('away'));
    this.lookedBack.push(seconds);
    return Promise.resolve(new Set(this.ended));
  }

  validSessionsAmong(sessionIds: string[]): Promise<Set<string>> {
    this.checkedIds.push(sessionIds);
    return Promise.resolve(new Set(sessionIds.filter((id) => this.valid.has(id))));
  }
}

async function withSockets(
  count: number,
  work: (browsers: Browser[], sessions: Sessions) => Promise<void>,
): Promise<void> {
  const sessions = new Sessions();
  const gateway = new LiveGateway(
    sessions as unknown as SessionsService,
    {
      present: () => Promise.resolve([]),
      sitesOf: () => Promise.resolve([]),
    } as unknown as LiveNewsService,
    {} as SiteNewsService,
    silence as unknown as Messaging,
    {} as NetworksService,
    {} as CoreConfig,
    createLogger('silent'),
  );
  const browsers = Array.from({ length: count }, (_, at) => {
    const browser = new Browser();
    sessions.valid.add(`session ${at}`);
    gateway.handleConnection(browser as unknown as WebSocket, {
      sessionId: `session ${at}`,
      userId: `person ${at % 10}`,
      email: '',
      wasSeenLately: true,
      network: '192.0.2.1',
    });
    return browser;
  });
  gateway.onApplicationBootstrap();
  const rounds = new RoundsService({} as DiscoveryService, createLogger('silent'));
  rounds.startRounds(gateway);
  await work(browsers, sessions);
  for (const browser of browsers) browser.emit('close');
  await rounds.onModuleDestroy();
  await gateway.onModuleDestroy();
}

test('a socket is closed within a second after its session ends', () =>
  withSockets(2, async ([one, other], sessions) => {
    // The worst case: the session ends just after a check.
    await jest.advanceTimersToNextTimerAsync();
    expect(one?.closedWith).toBeUndefined();
    sessions.end('session 0');
    await jest.advanceTimersByTimeAsync(999);
    expect([one?.closedWith, other?.closedWith]).toEqual([4401, undefined]);
  }));

test('the end of a session that the quick check missed is found within twenty seconds', () =>
  withSockets(100, async (browsers, sessions) => {
    for (const id of ['session 7', 'session 99']) sessions.valid.delete(id);
    await jest.advanceTimersByTimeAsync(20_000);
    const closedIndexes = browsers.flatMap(({ closedWith }, at) => (closedWith === undefined ? [] : [at]));
    expect(closedIndexes).toEqual([7, 99]);
  }));

test('each check reads the sessions of a few sockets, and of all sockets within twenty seconds', () =>
  withSockets(1_000, async (_, { checkedIds }) => {
    await jest.advanceTimersByTimeAsync(20_000);
    expect(Math.max(...checkedIds.map(({ length }) => length))).toBe(25);
    expect(new Set(checkedIds.flat()).size).toBe(1_000);
  }));

test('after an outage of the database, the check covers the whole outage', () =>
  withSockets(1, async (_, sessions) => {
    await jest.advanceTimersByTimeAsync(1_000);
    sessions.isAway = true;
    await jest.advanceTimersByTimeAsync(90_000);
    sessions.isAway = false;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(Math.max(...sessions.lookedBack)).toBeGreaterThan(90);
    // Without an outage, the check goes back half a minute further than the last check.
    expect(sessions.lookedBack.at(-1)).toBeGreaterThanOrEqual(30);
    expect(sessions.lookedBack.at(-1)).toBeLessThan(32);
  }));

/** A gateway with few connections; each socket has a session named after its user. */
function fewConnections(most: number) {
  const origin = 'https://print.example.com';
  const gateway = new LiveGateway(
    {
      personFromCookies: (cookie: string) => Promise.resolve({ sessionId: cookie, userId: cookie }),
    } as never,
    { present: () => Promise.resolve([]), sitesOf: () => Promise.resolve([]) } as never,
    {} as SiteNewsService,
    silence as unknown as Messaging,
    { networkOf: ({ headers }: IncomingMessage) => headers['x-forwarded-for'] } as unknown as NetworksService,
    { PUBLIC_URL: origin, MAX_CONNECTIONS: most } as CoreConfig,
    createLogger('silent'),
  );
  const door = new Door<LiveGuest>({ path: '/live', frameLimitBytes: 1 });
  gateway.afterInit(door);
  let each = 0;
  return async (network: string, person = `person ${(each += 1)}`) => {
    const headers = { origin, cookie: person, 'x-forwarded-for': network };
    try {
      const browser = new Browser();
      gateway.handleConnection(
        browser as unknown as WebSocket,
        await door.admit({ headers } as unknown as IncomingMessage),
      );
      return browser;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
}

test('sockets of many accounts of one internet customer do not use the connections of other networks', async () => {
  const openSocket = fewConnections(32);
  const ofCustomer = [];
  for (let line = 0; line < 32; line += 1) ofCustomer.push(await openSocket(`2001:db8:7:${line}::/64`));
  const admitted = ofCustomer.filter((one) => one instanceof Browser);
  // While half of all connections are free, no socket is refused, because a large campus is one network, too.
  expect(admitted).toHaveLength(16);
  expect(ofCustomer.at(-1)).toBe('request.too-many');
  const honest = await openSocket('192.0.2.1');
  expect(honest).toBeInstanceOf(Browser);
  for (const browser of [...admitted.splice(4), honest]) (browser as Browser).emit('close');
  expect(await openSocket('2001:db8:7:40::/64')).toBeInstanceOf(Browser);
});

test('accounts with many sockets do not block other users of their network', async () => {
  const openSocket = fewConnections(320);
  const sockets = [];
  for (let account = 0; account < 4; account += 1) {
    for (let tab = 0; tab < 20; tab += 1) sockets.push(await openSocket('192.0.2.1', `account ${account}`));
  }
  // A network has forty connections. Half of them are available to users with many sockets.
  expect(sockets.filter((one) => one instanceof Browser)).toHaveLength(20 + 3);
  expect(sockets.at(-1)).toBe('request.too-many');
  expect(await openSocket('192.0.2.1', 'honest')).toBeInstanceOf(Browser);
  expect(await openSocket('192.0.2.2', 'account 0')).toBe('request.too-many');
  expect(await openSocket('192.0.2.2', 'other')).toBeInstanceOf(Browser);
});

test('when half of all connections are used, an internet customer gets at most an eighth of all', async () => {
  const openSocket = fewConnections(32);
  for (let customer = 1; customer <= 3; customer += 1) {
    for (let each = 0; each < 5; each += 1) await openSocket(`192.0.2.${customer}`);
  }
  const latecomers = [];
  for (let each = 0; each < 6; each += 1) latecomers.push(await openSocket('192.0.2.4'));
  expect(latecomers.map((one) => one instanceof Browser)).toEqual([
    ...Array<boolean>(4).fill(true),
    false,
    false,
  ]);
});

test('when a network uses a sixteenth of all connections, its people get no second socket', async () => {
  const openSocket = fewConnections(320);
  for (const person of ['anna', 'ben']) {
    for (let tab = 0; tab < 9; tab += 1) await openSocket('192.0.2.1', person);
  }
  for (const person of ['anna', 'carl'])
    expect(await openSocket('192.0.2.1', person)).toBeInstanceOf(Browser);
  expect(await openSocket('192.0.2.1', 'ben')).toBe('request.too-many');
  expect(await openSocket('192.0.2.2', 'dora')).toBeInstanceOf(Browser);
});

test('a person gets at most twenty sockets at a core, and another one after one is closed', async () => {
  const openSocket = fewConnections(10_000);
  const sockets = [];
  for (let tab = 0; tab < 21; tab += 1) sockets.push(await openSocket('192.0.2.1', 'anna'));
  expect(sockets.map((one) => one instanceof Browser)).toEqual([...Array<boolean>(20).fill(true), false]);
  (sockets[0] as Browser).emit('close');
  expect(await openSocket('192.0.2.1', 'anna')).toBeInstanceOf(Browser);
});

test.each(['a person', 'their sites'])(
  'the present state is read after both subscriptions, that of %s first; a site’s subscription ends when the person no longer sees the site, or with the last socket',
  async (first) => {
    let sites = ['campus', 'library'];
    const listenedSites = new Map<string, string>();
    let resolvePerson = (): void => undefined;
    const personReady = new Promise<void>((resolve) => (resolvePerson = resolve));
    let resolveSites = (): void => undefined;
    const sitesReady = new Promise<void>((resolve) => (resolveSites = resolve));
    let passNews = (_news: object): void => undefined;
    const stopped = jest.fn();
    const present = jest.fn(() => Promise.resolve([]));
    const gateway = new LiveGateway(
      {} as SessionsService,
      {
        ...{ present, sitesOf: () => Promise.resolve(sites), translate: () => Promise.resolve([]) },
      } as unknown as LiveNewsService,
      {
        listen: (siteId: string, userId: string) => {
          listenedSites.set(siteId, userId);
          return () => void listenedSites.delete(siteId);
        },
        ready: (siteId: string) => (siteId === 'library' ? sitesReady : Promise.resolve()),
      } as unknown as SiteNewsService,
      {
        hearNews: (_whom: string, _id: string, handler: typeof passNews) => {
          passNews = handler;
          return { ready: personReady, stop: stopped };
        },
      } as unknown as Messaging,
      {} as NetworksService,
      {} as CoreConfig,
      createLogger('silent'),
    );
    const [browser, tab] = [new Browser(), new Browser()];
    const guest = {
      sessionId: 'session',
      userId: 'anna',
      email: '',
      wasSeenLately: true,
      network: '192.0.2.1',
    };
    const flushPromises = () => jest.advanceTimersByTimeAsync(0);
    gateway.handleConnection(browser as unknown as WebSocket, guest);
    await flushPromises();
    expect([...listenedSites]).toEqual([
      ['campus', 'anna'],
      ['library', 'anna'],
    ]);
    const order = first === 'a person' ? [resolvePerson, resolveSites] : [resolveSites, resolvePerson];
    order[0]?.();
    await flushPromises();
    expect(present).not.toHaveBeenCalled();
    order[1]?.();
    await flushPromises();
    expect(present.mock.calls).toEqual([['anna']]);

    sites = ['library', 'hospital'];
    passNews({ kind: 'person.balance' });
    await flushPromises();
    expect([...listenedSites.keys()]).toEqual(['campus', 'library']);
    passNews({ kind: 'person.sites' });
    await flushPromises();
    expect([...listenedSites.keys()]).toEqual(['library', 'hospital']);
    gateway.handleConnection(tab as unknown as WebSocket, guest);
    browser.emit('close');
    expect([listenedSites.size, stopped.mock.calls.length]).toEqual([2, 0]);
    tab.emit('close');
    expect([listenedSites.size, stopped.mock.calls.length]).toEqual([0, 1]);
  },
);

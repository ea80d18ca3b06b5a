import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Messaging } from '@sixpence/messaging/messaging';
import { WebSocket } from 'ws';
import type { CoreConfig } from '../process/config.js';
import { createLogger } from '../process/logger.js';
import type { SessionsService } from '../sessions/sessions.service.js';
import { LiveGateway } from './live.gateway.js';
import type { LiveNewsService } from './live-news.service.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A browser's end, as far as the gateway sees it. */
class Browser extends EventEmitter {
  readyState: number = WebSocket.OPEN;
  closedWith: number | undefined;

  close(code: number): void {
    this.closedWith = code;
  }
}

/** Nobody tells any news. */
const silence = {
  hear: () => ({ ready: Promise.resolve(), stop: () => undefined }),
  onReturn: () => undefined,
};

test('a socket outlives its session by less than a second', async () => {
  const valid = new Set(['one', 'other']);
  const gateway = new LiveGateway(
    {
      alive: (ids: string[]) => Promise.resolve(new Set(ids.filter((id) => valid.has(id)))),
    } as SessionsService,
    { present: () => Promise.resolve([]) } as unknown as LiveNewsService,
    silence as unknown as Messaging,
    {} as CoreConfig,
    createLogger('silent'),
  );
  const [one, other] = [new Browser(), new Browser()];
  const open = (browser: Browser, sessionId: string) =>
    gateway.handleConnection(browser as unknown as WebSocket, {
      sessionId,
      userId: 'anna',
      email: '',
      wasSeenLately: true,
    });
  open(one, 'one');
  open(other, 'other');
  gateway.onApplicationBootstrap();

  // The worst moment: it ends just after it was looked at.
  await jest.advanceTimersToNextTimerAsync();
  expect(one.closedWith).toBeUndefined();
  valid.delete('one');
  await jest.advanceTimersByTimeAsync(999);
  expect([one.closedWith, other.closedWith]).toEqual([4401, undefined]);

  for (const browser of [one, other]) browser.emit('close');
  await gateway.onModuleDestroy();
});

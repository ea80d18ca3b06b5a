import { setImmediate as turn } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import type { Messaging } from '@sixpence/messaging/messaging';
import type { NearbyPrintersService } from '../nearby/nearby-printers.service.js';
import { type PrinterRead, SiteNewsService } from './site-news.service.js';

/** News of sites, and the sites to which there is a subscription. */
function sites() {
  const handlers = new Map<string, (news: object) => void>();
  const subscribed: string[] = [];
  const hear = (_whom: string, siteId: string, handler: (news: object) => void) => {
    subscribed.push(siteId);
    handlers.set(siteId, handler);
    return { ready: Promise.resolve(), stop: () => void handlers.delete(siteId) };
  };
  const currentState = jest.fn((printerId: string, _ownerIds: string[]) =>
    printerId === 'lost' ? Promise.reject(new Error('the database is away')) : Promise.resolve(undefined),
  );
  const news = new SiteNewsService(
    { hearNews: hear } as unknown as Messaging,
    { currentState } as unknown as NearbyPrintersService,
  );
  const changes = (siteId: string, printerId = 'hall') => handlers.get(siteId)?.({ body: { printerId } });
  const listener = () => jest.fn<(read: PrinterRead) => void>();
  return {
    news,
    currentState,
    subscribed,
    changes,
    listener,
    isSubscribed: (siteId: string) => handlers.has(siteId),
  };
}

test('a change is read one time for all listeners of its site, with each person named once', async () => {
  const { news, currentState, subscribed, changes, listener } = sites();
  const [tab, otherTab, ben, away] = [listener(), listener(), listener(), listener()];
  news.listen('campus', 'anna', tab);
  news.listen('campus', 'anna', otherTab);
  news.listen('campus', 'ben', ben);
  news.listen('elsewhere', 'ben', away);
  expect(subscribed).toEqual(['campus', 'elsewhere']);
  changes('campus');
  expect(currentState.mock.calls).toEqual([['hall', ['anna', 'ben']]]);
  const [read] = tab.mock.calls[0]!;
  expect([otherTab.mock.calls, ben.mock.calls, away.mock.calls]).toEqual([[[read]], [[read]], []]);
  await news.ready('campus');
  await news.ready('unknown');
});

test('a change that cannot be read gives its error to each listener', async () => {
  const { news, changes, listener } = sites();
  const listeners = [listener(), listener()];
  for (const each of listeners) news.listen('campus', 'anna', each);
  changes('campus', 'lost');
  await turn();
  for (const { mock } of listeners) await expect(mock.calls[0]![0]).rejects.toThrow('the database is away');
});

test('the subscription to a site lasts until its last listener stops; a later listener begins a new one', () => {
  const { news, subscribed, changes, listener, isSubscribed } = sites();
  const [first, second, third] = [listener(), listener(), listener()];
  const stopFirst = news.listen('campus', 'anna', first);
  const stopSecond = news.listen('campus', 'ben', second);
  stopFirst();
  changes('campus');
  expect([first.mock.calls.length, second.mock.calls.length, isSubscribed('campus')]).toEqual([0, 1, true]);
  stopSecond();
  expect(isSubscribed('campus')).toBe(false);
  const stopThird = news.listen('campus', 'anna', third);
  expect(subscribed).toEqual(['campus', 'campus']);
  // An earlier listener that stops once more does not end the new subscription.
  stopSecond();
  changes('campus');
  expect([third.mock.calls.length, isSubscribed('campus')]).toEqual([1, true]);
  stopThird();
  expect(isSubscribed('campus')).toBe(false);
});

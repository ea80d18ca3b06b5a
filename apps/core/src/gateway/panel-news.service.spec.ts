import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Messaging } from '@sixpence/messaging/messaging';
import type { PanelSessionsService } from '../panels/panel-sessions.service.js';
import { PanelNewsService } from './panel-news.service.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Panel news with two open sessions, `one` and `other`, at two boxes. */
function panels() {
  const handlers = new Map<string, (news: { kind: string }) => void>();
  const subscribed: string[] = [];
  const hear = (_whom: string, ownerId: string, handler: (news: { kind: string }) => void) => {
    subscribed.push(ownerId);
    handlers.set(ownerId, handler);
    return { ready: Promise.resolve(), stop: () => void handlers.delete(ownerId) };
  };
  const sessions = {
    openSessionsAt: () => Promise.resolve([{ id: 'one', ownerId: 'anna' }]),
    endedSessionsAmong: jest.fn((_ids: string[]) => Promise.resolve(['one', 'unknown'])),
  };
  const news = new PanelNewsService(
    { hearNews: hear } as unknown as Messaging,
    sessions as unknown as PanelSessionsService,
  );
  const notices: [string, object][] = [];
  news.notifyThrough((agentId, notice) => notices.push([agentId, notice]));
  news.opened('box', { id: 'one', ownerId: 'anna' });
  news.opened('other box', { id: 'other', ownerId: 'ben' });
  return { news, sessions, notices, subscribed, handlers };
}

const listAgain = (panelSessionId: string) => ({ name: 'listing-changed', panelSessionId });
const ended = (panelSessionId: string) => ({ name: 'session-ended', panelSessionId });

describe('an open panel', () => {
  test.each([
    ['person.document', true],
    ['person.release', true],
    ['person.job-settled', true],
    ['person.balance', true],
    ['person.job', false],
    ['person.sites', false],
    ['person.code-used', false],
  ])('is notified to load its list again after news %s: %j', (kind, isNotified) => {
    const { notices, handlers } = panels();
    handlers.get('anna')?.({ kind });
    expect(notices).toEqual(isNotified ? [['box', listAgain('one')]] : []);
  });

  test('has one subscription, also when its box connects again', async () => {
    const { news, subscribed } = panels();
    news.opened('box', { id: 'one', ownerId: 'anna' });
    await news.connected('box');
    expect(subscribed).toEqual(['anna', 'ben']);
    news.disconnected('box');
    await news.connected('box');
    expect(subscribed).toEqual(['anna', 'ben', 'anna']);
  });

  test('is notified to load its list again after lost news, each at its own box', () => {
    const { news, notices } = panels();
    news.listAllAgain();
    expect(notices).toEqual([
      ['box', listAgain('one')],
      ['other box', listAgain('other')],
    ]);
  });

  test('whose session has ended is notified, and its subscription ends; the other stays', async () => {
    const { news, sessions, notices, handlers } = panels();
    await news.closeEndedPanels();
    expect(sessions.endedSessionsAmong.mock.calls).toEqual([[['one', 'other']]]);
    expect(notices).toEqual([['box', ended('one')]]);
    expect([...handlers.keys()]).toEqual(['ben']);
    news.closePanel('other box', 'other');
    expect(notices.at(-1)).toEqual(['other box', ended('other')]);
    // Without open panels, the database is not asked.
    await news.closeEndedPanels();
    expect([sessions.endedSessionsAmong.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
  });

  test('of a box that disconnects has no subscription any more; a panel of another box keeps its own', () => {
    const { news, handlers } = panels();
    news.disconnected('box');
    expect([...handlers.keys()]).toEqual(['ben']);
    expect(jest.getTimerCount()).toBe(1);
  });

  test('has its subscription no longer than a session lives, and its box is not notified', () => {
    const { notices, handlers } = panels();
    jest.advanceTimersByTime(lifeSeconds.panelSession * 1_000 - 1);
    expect(handlers.size).toBe(2);
    jest.advanceTimersByTime(1);
    expect([handlers.size, notices]).toEqual([0, []]);
  });
});

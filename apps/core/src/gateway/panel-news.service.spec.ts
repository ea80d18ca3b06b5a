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

/** News of people, and of the sessions `one` and `other` that they have at two boxes. */
function panels() {
  const hearers = new Map<string, (news: { kind: string }) => void>();
  const heard: string[] = [];
  const hear = (_whom: string, ownerId: string, handler: (news: { kind: string }) => void) => {
    heard.push(ownerId);
    hearers.set(ownerId, handler);
    return { ready: Promise.resolve(), stop: () => void hearers.delete(ownerId) };
  };
  const sessions = {
    openAt: () => Promise.resolve([{ id: 'one', ownerId: 'anna' }]),
    endedAmong: jest.fn((_ids: string[]) => Promise.resolve(['one', 'unknown'])),
  };
  const news = new PanelNewsService(
    { hearNews: hear } as unknown as Messaging,
    sessions as unknown as PanelSessionsService,
  );
  const told: [string, object][] = [];
  news.tellThrough((agentId, notice) => told.push([agentId, notice]));
  news.opened('box', { id: 'one', ownerId: 'anna' });
  news.opened('other box', { id: 'other', ownerId: 'ben' });
  return { news, sessions, told, heard, hearers };
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
  ])('after news %s is told to list again: %j', (kind, isTold) => {
    const { told, hearers } = panels();
    hearers.get('anna')?.({ kind });
    expect(told).toEqual(isTold ? [['box', listAgain('one')]] : []);
  });

  test('is heard once, also when its box connects again', async () => {
    const { news, heard } = panels();
    news.opened('box', { id: 'one', ownerId: 'anna' });
    await news.connected('box');
    expect(heard).toEqual(['anna', 'ben']);
    news.disconnected('box');
    await news.connected('box');
    expect(heard).toEqual(['anna', 'ben', 'anna']);
  });

  test('is told to list again after lost news, each at its own box', () => {
    const { news, told } = panels();
    news.listAllAgain();
    expect(told).toEqual([
      ['box', listAgain('one')],
      ['other box', listAgain('other')],
    ]);
  });

  test('whose session has ended is told so, and no longer heard; the other stays', async () => {
    const { news, sessions, told, hearers } = panels();
    await news.endThoseOver();
    expect(sessions.endedAmong.mock.calls).toEqual([[['one', 'other']]]);
    expect(told).toEqual([['box', ended('one')]]);
    expect([...hearers.keys()]).toEqual(['ben']);
    news.forgetSession('other box', 'other');
    expect(told.at(-1)).toEqual(['other box', ended('other')]);
    // Without open panels, the database is not asked.
    await news.endThoseOver();
    expect([sessions.endedAmong.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
  });

  test('of a box that disconnects is no longer heard; a panel of another box stays', () => {
    const { news, hearers } = panels();
    news.disconnected('box');
    expect([...hearers.keys()]).toEqual(['ben']);
    expect(jest.getTimerCount()).toBe(1);
  });

  test('is heard no longer than a session lives, and its box is not told', () => {
    const { told, hearers } = panels();
    jest.advanceTimersByTime(lifeSeconds.panelSession * 1_000 - 1);
    expect(hearers.size).toBe(2);
    jest.advanceTimersByTime(1);
    expect([hearers.size, told]).toEqual([0, []]);
  });
});

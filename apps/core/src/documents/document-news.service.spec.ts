import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { NewsFor } from '@sixpence/contracts/events/news';
import type { Messaging } from '@sixpence/messaging/messaging';
import { answeredDatabase } from '../platform/database/testing/answered-database.js';
import { DocumentNewsService } from './document-news.service.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const ownerId = randomUUID();
const documentId = randomUUID();
const anyTime = new Date(0);

/** A request that waits for the metadata of a document in preparation. */
async function asked() {
  const row = {
    ...{ id: documentId, file_name: 'a.pdf', side: '1-Sided', is_color: false, expires_at: anyTime },
    ...{ printed_at: null, revision: 1, state: 'uploaded', newest_state: 'uploaded', reason: null },
    ...{ pages: null as object[] | null, keep_pages: null, printed_pages: [], rest_failed: false },
  };
  let rows = [row];
  const query = jest.fn(() => Promise.resolve({ rows: rows }));
  let pass = (_news: NewsFor<'person'>): void => undefined;
  const stop = jest.fn();
  const hear = jest.fn((_whom: string, _id: string, handler: typeof pass) => {
    pass = handler;
    return { ready: Promise.resolve(), stop };
  });
  const service = new DocumentNewsService(answeredDatabase(query), {
    hearNews: hear,
  } as unknown as Messaging);
  let end: unknown;
  void service.waitForMetadata(ownerId, documentId).then(
    (answer) => (end = answer),
    (error: unknown) => (end = error),
  );
  await jest.advanceTimersByTimeAsync(0);
  expect(hear).toHaveBeenCalledWith('person', ownerId, expect.any(Function));
  const settle = () => Object.assign(row, { state: 'ready', newest_state: 'ready', pages: [{}, {}] });
  return {
    query,
    stop,
    settle,
    remove: () => (rows = []),
    tell: (news: NewsFor<'person'>) => {
      pass(news);
    },
    after: async (ms: number) => {
      await jest.advanceTimersByTimeAsync(ms);
      return end;
    },
  };
}

const ready = expect.objectContaining({ status: 'ready', totalPages: 2 });
const newsOf = (id: string) => ({ kind: 'person.document' as const, body: { ownerId, documentId: id } });

test('news of the document answers the request at once; other news causes no read', async () => {
  const { query, settle, tell, after, stop } = await asked();
  tell(newsOf(randomUUID()));
  tell({ kind: 'person.balance', body: { ownerId, currency: 'GBP' } });
  await after(0);
  expect(query).toHaveBeenCalledTimes(1);
  settle();
  tell(newsOf(documentId));
  expect(await after(0)).toEqual(ready);
  expect([stop.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
});

test('a change whose news was lost, also a deletion, answers the request within two seconds', async () => {
  for (const isDeleted of [false, true]) {
    const { settle, remove, after, stop } = await asked();
    if (isDeleted) remove();
    else settle();
    expect(await after(1_999)).toBeUndefined();
    expect(await after(1)).toEqual(isDeleted ? expect.objectContaining({ code: 'document.unknown' }) : ready);
    expect([stop.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
  }
});

test('a request is refused after twenty seconds of preparation, with the time to ask again', async () => {
  const { after, stop } = await asked();
  expect(await after(19_999)).toBeUndefined();
  expect(await after(1)).toMatchObject({ code: 'document.processing', retryAfterSeconds: 5 });
  expect([stop.mock.calls.length, jest.getTimerCount()]).toEqual([1, 0]);
});

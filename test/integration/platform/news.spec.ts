import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { News } from '@sixpence/contracts/events/news';
import { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import { NewsService } from '@sixpence/core/platform/news/news.service';
import { OutboxService } from '@sixpence/core/platform/outbox/outbox.service';
import { Messaging } from '@sixpence/messaging/messaging';
import type { EntityManager } from 'typeorm';
import { CoreApp } from '../../support/core/core-app.js';
import { until } from '../../support/until.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let core: CoreApp;
let news: NewsService;
const ownerId = randomUUID();
/** News that a core with a socket of this user receives. */
const heard: News[] = [];

beforeAll(async () => {
  core = after.use(await CoreApp.start());
  news = core.app.get(NewsService);
  const messaging = core.app.get(Messaging);
  await messaging.ready();
  const hearing = messaging.hearNews('person', ownerId, (told) => void heard.push(told));
  await hearing.ready;
});
beforeEach(() => {
  heard.length = 0;
});
afterAll(() => after.disposeAsync());

const of = (documentId: string) => ({ ownerId, documentId });
const ids = () => heard.map(({ body }) => ('documentId' in body ? body.documentId : undefined));

/** Sends a marker, and waits until it and all earlier news have arrived. */
async function everythingHeard(): Promise<void> {
  const last = randomUUID();
  news.publishNow('person.document', of(last));
  await until(() => ids().includes(last));
  heard.splice(ids().indexOf(last), 1);
}

test('news of a change is sent after its commit, not before', async () => {
  const documentId = randomUUID();
  await core.database.transaction(async (tx) => {
    news.publishAfterCommit(tx, 'person.document', of(documentId));
    await everythingHeard();
    expect(ids()).toEqual([]);
  });
  await everythingHeard();
  expect(ids()).toEqual([documentId]);
});

test('news of a change that is rolled back is never sent, and of a retried change once', async () => {
  const documentId = randomUUID();
  let tries = 0;
  await core.app.get(TransactionsService).run((tx) => {
    tries += 1;
    news.publishAfterCommit(tx, 'person.document', of(documentId));
    if (tries === 1) throw Object.assign(new Error('another was first'), { code: '40001' });
    return Promise.resolve();
  });
  await everythingHeard();
  expect([tries, ids()]).toEqual([2, [documentId]]);
});

test('news within a savepoint waits for the whole transaction', async () => {
  const documentId = randomUUID();
  const change = core.database.transaction(async (tx) => {
    await tx.transaction((inner: EntityManager) => {
      news.publishAfterCommit(inner, 'person.document', of(documentId));
      return Promise.resolve();
    });
    await everythingHeard();
    throw new Error('changed my mind');
  });
  await expect(change).rejects.toThrow('changed my mind');
  await everythingHeard();
  expect(ids()).toEqual([]);
});

test('news outside a transaction is sent at once', async () => {
  const documentId = randomUUID();
  news.publishAfterCommit(core.database, 'person.document', of(documentId));
  await everythingHeard();
  expect(ids()).toEqual([documentId]);
});

test('a fact that concerns a user is also sent to this user as news', async () => {
  const fact = { releaseId: randomUUID(), ownerId, printerId: randomUUID() };
  await core.database.transaction((tx) =>
    core.app.get(OutboxService).recordFact(tx, 'print.release.held', fact),
  );
  const told: News = { kind: 'person.release', body: { ownerId, releaseId: fact.releaseId } };
  await until(() => heard.length > 0);
  expect(heard).toEqual([told]);
});

test('a fact that is older than ten minutes, as after a refill of the stream, is not sent as news', async () => {
  const [old, young] = [randomUUID(), randomUUID()];
  await core.database.query(
    `INSERT INTO outbox (subject, body, created_at)
     SELECT 'print.release.held', jsonb_build_object('releaseId', id, 'ownerId', $3::text, 'printerId', id),
            clock_timestamp() - minutes * interval '1 minute'
     FROM (VALUES ($1, 11), ($2, 9)) AS facts (id, minutes)`,
    [old, young, ownerId],
  );
  await until(async () => (await core.app.get(OutboxService).countWaiting(core.database)) === 0);
  await everythingHeard();
  expect(heard).toEqual([{ kind: 'person.release', body: { ownerId, releaseId: young } }]);
});

test('while NATS is down, sending news does not fail, and the news arrives later', async () => {
  await core.nats.kill();
  const documentId = randomUUID();
  await core.database.transaction((tx) => {
    news.publishAfterCommit(tx, 'person.document', of(documentId));
    return Promise.resolve();
  });
  await core.nats.restart();
  await until(() => ids().includes(documentId));
});

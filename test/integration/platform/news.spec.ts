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

/** Ends what was begun, the youngest first, however far the beginning came. */
const after = new AsyncDisposableStack();
let core: CoreApp;
let news: NewsService;
const ownerId = randomUUID();
/** What a core that has a socket of this person hears. */
const heard: News[] = [];

beforeAll(async () => {
  core = after.use(await CoreApp.start());
  news = core.app.get(NewsService);
  const messaging = core.app.get(Messaging);
  await messaging.ready();
  const hearing = messaging.hear('person', ownerId, (told) => void heard.push(told));
  await hearing.ready;
});
beforeEach(() => {
  heard.length = 0;
});
afterAll(() => after.disposeAsync());

const of = (documentId: string) => ({ ownerId, documentId });
const ids = () => heard.map(({ body }) => ('documentId' in body ? body.documentId : undefined));

/** Tells something, and waits until that and all before it has come. */
async function everythingHeard(): Promise<void> {
  const last = randomUUID();
  news.tell('person.document', of(last));
  await until(() => ids().includes(last));
  heard.splice(ids().indexOf(last), 1);
}

test('news of a change is told when it has committed, and not before', async () => {
  const documentId = randomUUID();
  await core.database.transaction(async (tx) => {
    news.after(tx, 'person.document', of(documentId));
    await everythingHeard();
    expect(ids()).toEqual([]);
  });
  await everythingHeard();
  expect(ids()).toEqual([documentId]);
});

test('news of a change that is rolled back is never told, and of one that is tried again once', async () => {
  const documentId = randomUUID();
  let tries = 0;
  await core.app.get(TransactionsService).run((tx) => {
    tries += 1;
    news.after(tx, 'person.document', of(documentId));
    if (tries === 1) throw Object.assign(new Error('another was first'), { code: '40001' });
    return Promise.resolve();
  });
  await everythingHeard();
  expect([tries, ids()]).toEqual([2, [documentId]]);
});

test('news from within a savepoint waits for the whole transaction', async () => {
  const documentId = randomUUID();
  const change = core.database.transaction(async (tx) => {
    await tx.transaction((inner: EntityManager) => {
      news.after(inner, 'person.document', of(documentId));
      return Promise.resolve();
    });
    await everythingHeard();
    throw new Error('changed my mind');
  });
  await expect(change).rejects.toThrow('changed my mind');
  await everythingHeard();
  expect(ids()).toEqual([]);
});

test('where there is no transaction, news is told at once', async () => {
  const documentId = randomUUID();
  news.after(core.database, 'person.document', of(documentId));
  await everythingHeard();
  expect(ids()).toEqual([documentId]);
});

test('a fact that changes what a person looks at is told to them', async () => {
  const fact = { releaseId: randomUUID(), ownerId, printerId: randomUUID() };
  await core.database.transaction((tx) => core.app.get(OutboxService).record(tx, 'print.release.held', fact));
  const told: News = { kind: 'person.release', body: { ownerId, releaseId: fact.releaseId } };
  await until(() => heard.length > 0);
  expect(heard).toEqual([told]);
});

test('a fact of an hour ago is told to nobody, as when the stream is filled again', async () => {
  const fact = JSON.stringify({ releaseId: randomUUID(), ownerId, printerId: randomUUID() });
  const [row]: { id: string }[] = await core.database.query(
    `INSERT INTO outbox (subject, body, created_at)
     VALUES ('print.release.held', $1, clock_timestamp() - interval '1 hour') RETURNING id`,
    [fact],
  );
  await until(async () => {
    const sent: unknown[] = await core.database.query(
      'SELECT 1 FROM outbox WHERE id = $1 AND published_at IS NOT NULL',
      [row!.id],
    );
    return sent.length > 0;
  });
  await everythingHeard();
  expect(heard).toEqual([]);
});

test('while NATS is dead telling is no error, and what could not be told is late, nothing more', async () => {
  await core.nats.kill();
  const documentId = randomUUID();
  await core.database.transaction((tx) => {
    news.after(tx, 'person.document', of(documentId));
    return Promise.resolve();
  });
  await core.nats.restart();
  await until(() => ids().includes(documentId));
});

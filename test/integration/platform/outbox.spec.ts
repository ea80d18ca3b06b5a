import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isOutage } from '@sixpence/core/platform/database/outage';
import { NewsService } from '@sixpence/core/platform/news/news.service';
import { OutboxService } from '@sixpence/core/platform/outbox/outbox.service';
import { ParkedService } from '@sixpence/core/platform/outbox/parked.service';
import { RelayService } from '@sixpence/core/platform/outbox/relay.service';
import { natsAccess } from '@sixpence/messaging/access';
import { Messaging } from '@sixpence/messaging/messaging';
import { pino } from 'pino';
import { CoreApp } from '../../support/core/core-app.js';
import { eventually } from '../../support/eventually.js';
import { until } from '../../support/until.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let core: CoreApp;
let messaging: Messaging;
const seen: string[] = [];
/** Only this fact fails: others that are redelivered meanwhile must not use up its failures. */
let failing = { id: '', left: 0, error: new Error('not today') };

beforeAll(async () => {
  core = after.use(await CoreApp.start());
  messaging = new Messaging({
    access: natsAccess(core.nats.variablesOf('core')),
    name: 'core',
    logger: pino({ level: 'silent' }),
  });
  after.defer(() => messaging.drain());
  messaging.consume({
    durable: 'test-see-agents',
    subject: 'print.agent.revoked',
    handle: ({ agentId }) => {
      if (agentId === failing.id && failing.left > 0) {
        failing.left -= 1;
        return Promise.reject(failing.error);
      }
      seen.push(agentId);
      return Promise.resolve();
    },
    giveUp: (_, failure) => core.app.get(ParkedService).parkMessage(failure),
    isOutage,
  });
});
afterAll(() => after.disposeAsync());

async function record(agentId: string, { commit = true } = {}): Promise<void> {
  const change = core.database.transaction(async (tx) => {
    await core.app.get(OutboxService).recordFact(tx, 'print.agent.revoked', { agentId });
    if (!commit) throw new Error('changed my mind');
  });
  if (commit) await change;
  else await expect(change).rejects.toThrow('changed my mind');
}

test('a fact is published when its change commits, and only then', async () => {
  const [kept, dropped] = [randomUUID(), randomUUID()];
  await record(dropped, { commit: false });
  await record(kept);
  await until(() => seen.includes(kept));
  expect(seen).not.toContain(dropped);
});

test('each listener is called after a commit with facts, and not after a rollback', async () => {
  const heard: string[] = [];
  for (const name of ['one', 'other']) core.app.get(OutboxService).onCommitted(() => heard.push(name));
  await record(randomUUID(), { commit: false });
  expect(heard).toEqual([]);
  await record(randomUUID());
  expect(heard).toEqual(['one', 'other']);
});

test('facts are published in the order of their numbers', async () => {
  const ids: string[] = Array.from({ length: 5 }, () => randomUUID());
  await core.database.query(
    `INSERT INTO outbox (subject, body, sequence) OVERRIDING SYSTEM VALUE
     SELECT 'print.agent.revoked', jsonb_build_object('agentId', id), 1000000 - n
     FROM unnest($1::text[]) WITH ORDINALITY AS ids (id, n)`,
    [ids],
  );
  await until(() => ids.every((id) => seen.includes(id)));
  expect([...new Set(seen)].filter((id) => ids.includes(id))).toEqual(ids.toReversed());
});

test('a core that starts on the same stream publishes no fact again', async () => {
  await until(async () => (await core.app.get(OutboxService).countWaiting(core.database)) === 0);
  const published = (): Promise<unknown[]> =>
    core.database.query('SELECT id, published_at FROM outbox ORDER BY sequence');
  const before = await published();
  const second = new RelayService(
    core.database,
    core.app.get(Messaging),
    new OutboxService(),
    core.app.get(NewsService),
    pino({ level: 'silent' }),
  );
  second.onApplicationBootstrap();
  await second.onModuleDestroy();
  expect(await published()).toEqual(before);
});

test('facts wait during an outage of NATS, and all of them arrive afterwards', async () => {
  await core.nats.kill();
  const ids = Array.from({ length: 20 }, () => randomUUID());
  for (const id of ids) await record(id);
  const waiting: unknown[] = await core.database.query(
    `SELECT 1 FROM outbox WHERE body->>'agentId' = ANY($1) AND published_at IS NULL`,
    [ids],
  );
  expect(waiting).toHaveLength(ids.length);
  expect(await core.app.get(OutboxService).countWaiting(core.database)).toBeGreaterThanOrEqual(ids.length);
  await core.nats.restart();
  await until(() => ids.every((id) => seen.includes(id)));
});

test('after NATS lost its data, the stream is made again and all facts are published again', async () => {
  const before = [...new Set(seen)];
  seen.length = 0;
  await core.nats.restartEmpty();
  await until(() => before.every((id) => seen.includes(id)));
});

test('facts that cannot be published do not block others, even if they fill a batch', async () => {
  await core.database.query(
    `INSERT INTO outbox (subject, body) SELECT 'elsewhere', '{}' FROM generate_series(1, 150)`,
  );
  const id = randomUUID();
  await record(id);
  await until(() => seen.includes(id));
  const stuck: { tries: number }[] = await core.database.query(
    `SELECT tries FROM outbox WHERE subject = 'elsewhere' AND published_at IS NULL`,
  );
  expect(stuck).toHaveLength(150);
  await core.database.query(`DELETE FROM outbox WHERE subject = 'elsewhere'`);
});

test.each([
  [0, 1],
  [3, 8],
  [4, 10],
  [50, 10],
])('a fact that failed %d times before waits %d seconds for its next try', async (tries, seconds) => {
  const [row]: { id: string; begun: Date }[] = await core.database.query(
    `INSERT INTO outbox (subject, body, tries) VALUES ('elsewhere', '{}', $1)
     RETURNING id, clock_timestamp() AS begun`,
    [tries],
  );
  const tried = await eventually(async () => {
    const [now]: { tries: number; retry_at: Date; read: Date }[] = await core.database.query(
      'SELECT tries, retry_at, clock_timestamp() AS read FROM outbox WHERE id = $1 AND tries > $2',
      [row!.id, tries],
    );
    return now;
  });
  // On a slow machine another try may have failed already: `tries` determines the present pause of the row.
  const pause = tried.tries === tries + 1 ? seconds : Math.min(10, 2 ** (tried.tries - 1));
  const earliest = row!.begun.getTime() + pause * 1_000;
  expect(tried.retry_at.getTime()).toBeGreaterThanOrEqual(earliest);
  expect(tried.retry_at.getTime()).toBeLessThanOrEqual(tried.read.getTime() + pause * 1_000);
  await core.database.query(`DELETE FROM outbox WHERE subject = 'elsewhere'`);
});

test('a handler that fails twice gets the fact a third time', async () => {
  const id = randomUUID();
  failing = { ...failing, id, left: 2 };
  await record(id);
  await until(() => seen.includes(id));
});

test('a fact is parked after its last try', async () => {
  const id = randomUUID();
  failing = { ...failing, id, left: Infinity };
  await record(id);
  const [parked] = await eventually(async () => {
    const rows: { tries: number }[] = await core.database.query(
      `SELECT tries FROM parked_messages WHERE payload LIKE '%' || $1 || '%'`,
      [id],
    );
    return rows.length > 0 && rows;
  });
  // The server also counts a delivery that was lost in transit. Then the consumer gives the fact up at the
  // next delivery.
  expect([3, 4]).toContain(parked?.tries);
  expect(seen).not.toContain(id);
});

test('a fact is handled after a database outage that is longer than its tries', async () => {
  const id = randomUUID();
  const error = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
  failing = { id, left: 6, error };
  await record(id);
  await until(() => seen.includes(id));
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { AckPolicy, jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { OutboxService } from '@sixpence/core/platform/outbox/outbox.service';
import { PruningService } from '@sixpence/core/platform/outbox/pruning.service';
import { natsAccess } from '@sixpence/messaging/access';
import { Messaging } from '@sixpence/messaging/messaging';
import { streamName } from '@sixpence/messaging/stream';
import { NatsServer } from '@sixpence/sandbox/nats/server';
import { freePort } from '@sixpence/sandbox/testing/free-port';
import { pino } from 'pino';
import { CoreApp } from '../../support/core/core-app.js';
import { until } from '../../support/until.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let core: CoreApp;
let nats: NatsServer;
/** A connection like the converter’s: it has no access to the outbox. */
let other: Messaging;
let connection: NatsConnection;
let manager: JetStreamManager;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sixpence-nats-'));
  after.defer(() => rm(folder, { recursive: true, force: true }));
  const place = { folder: join(folder, 'nats'), port: await freePort(), logFile: join(folder, 'nats.log') };
  // An open server, because none of our accounts may delete a stream.
  nats = await NatsServer.start({ ...place, open: true });
  after.defer(() => nats.discard());
  const { url } = nats;
  core = after.use(await CoreApp.start({ NATS_URL: url }));
  other = new Messaging({
    access: natsAccess({ NATS_URL: url }),
    name: 'test',
    logger: pino({ level: 'silent' }),
  });
  after.defer(() => other.drain());
  await other.ready();
  connection = await connect({ servers: url, maxReconnectAttempts: -1 });
  after.defer(() => connection.close());
  manager = await jetstreamManager(connection);
});
afterAll(() => after.disposeAsync());

const hasWork = () =>
  manager.consumers.info(streamName, 'converter-convert-revision').then(
    () => true,
    () => false,
  );
const inStream = async () => (await manager.streams.info(streamName)).state.messages;

test('a stream that another process recreated is refilled', async () => {
  await other.ensureStream();
  await core.database.transaction((tx) =>
    core.app.get(OutboxService).recordFact(tx, 'print.agent.revoked', { agentId: randomUUID() }),
  );
  await until(async () => (await inStream()) === 1);

  // At once, so that core never sees the stream missing.
  await manager.streams.delete(streamName);
  await other.ensureStream();
  await until(async () => (await inStream()) === 1);
});

test('a full stream loses nothing: new facts wait in the outbox until the stream has space', async () => {
  const fact = () => ({ agentId: randomUUID() });
  const record = (body: { agentId: string }) =>
    core.database.transaction((tx) =>
      core.app.get(OutboxService).recordFact(tx, 'print.agent.revoked', body),
    );
  const before = await inStream();
  await record(fact());
  await until(async () => (await inStream()) === before + 1);
  const { state, config } = await manager.streams.info(streamName);
  expect(config.max_bytes).toBeGreaterThan(state.bytes);

  // Messages unread by this consumer stay.
  await manager.consumers.add(streamName, { durable_name: 'slow', ack_policy: AckPolicy.Explicit });
  await manager.streams.update(streamName, { max_bytes: state.bytes });
  const publishing = jest.spyOn(core.app.get(Messaging), 'publish');
  const waiting = fact();
  await record(waiting);
  await until(() =>
    publishing.mock.calls.some(([, body]) => 'agentId' in body && body.agentId === waiting.agentId),
  );
  await expect(publishing.mock.results[0]?.value).rejects.toThrow(/maximum bytes exceeded/);
  const full = await manager.streams.info(streamName);
  expect(full.state).toMatchObject({ messages: state.messages, first_seq: state.first_seq });

  await manager.streams.update(streamName, { max_bytes: config.max_bytes });
  await until(async () => (await inStream()) === state.messages + 1);
  await until(async () => (await core.app.get(OutboxService).countWaiting(core.database)) === 0);
  await manager.consumers.delete(streamName, 'slow');
});

test('a nearly full stream is purged of messages that no consumer needs', async () => {
  const created = { ownerId: randomUUID(), codeId: randomUUID() };
  const record = (count: number) =>
    core.database.transaction(async (tx) => {
      for (let made = 0; made < count; made += 1)
        await core.app.get(OutboxService).recordFact(tx, 'print.code.created', created);
    });
  const { config, created: moment } = await manager.streams.info(streamName);
  await manager.streams.update(streamName, { max_bytes: 20_000 });
  await record(200);
  await until(async () => (await core.app.get(OutboxService).countWaiting(core.database)) === 0);
  const { state, created: later } = await manager.streams.info(streamName);
  expect(state.bytes).toBeLessThan(20_000);
  // The stream is the same, so nothing is sent again.
  expect(later).toBe(moment);
  await manager.streams.update(streamName, { max_bytes: config.max_bytes });
});

test('a purge keeps messages that a consumer has not read yet', async () => {
  const { config, state } = await manager.streams.info(streamName);
  await manager.streams.update(streamName, { max_bytes: state.bytes + 1 });
  const at = { durable_name: 'reader', ack_policy: AckPolicy.Explicit, ack_wait: 60_000_000_000 };
  await manager.consumers.add(streamName, at);
  const firstSeq = async () => (await manager.streams.info(streamName)).state.first_seq;
  try {
    await other.ensureStream();
    expect(await firstSeq()).toBe(state.first_seq);

    const reader = await jetstream(connection).consumers.get(streamName, 'reader');
    const [first, second] = [await reader.next(), await reader.next()];
    await other.ensureStream();
    expect(await firstSeq()).toBe(state.first_seq);
    await first?.ackAck();
    await other.ensureStream();
    expect(await firstSeq()).toBe(first!.seq + 1);
    await second?.ackAck();
    await other.ensureStream();
    expect(await firstSeq()).toBe(second!.seq + 1);
  } finally {
    await manager.consumers.delete(streamName, 'reader');
    await manager.streams.update(streamName, { max_bytes: config.max_bytes });
  }
});

test('a purge keeps work whose consumer was lost', async () => {
  const due = { documentId: randomUUID(), revision: 1, ownerId: randomUUID(), mediaType: 'application/pdf' };
  const { config } = await manager.streams.info(streamName);
  await other.publish('print.conversion.due', due, randomUUID());
  const { state } = await manager.streams.info(streamName);
  await manager.consumers.delete(streamName, 'converter-convert-revision');
  await manager.streams.update(streamName, { max_bytes: state.bytes + 1 });
  await other.ensureStream();
  const message = await manager.streams.getMessage(streamName, { seq: state.last_seq });
  expect(message?.json()).toEqual(due);
  await manager.streams.update(streamName, { max_bytes: config.max_bytes });
  await until(async () => (await other.ensureStream()) !== '' && (await hasWork()));
});

test('the stream refuses a message that is longer than any fact', async () => {
  const publishing = jetstream(connection).publish('print.document.converted', 'x'.repeat(200_000));
  await expect(publishing).rejects.toThrow(/message size exceeds maximum/);
});

test('the outbox deletes facts that were published more than a week ago, and keeps unpublished ones', async () => {
  const add = async (age: string, published: boolean) => {
    const [row]: { id: string }[] = await core.database.query(
      `INSERT INTO outbox (subject, body, created_at, published_at)
       SELECT 'print.agent.revoked', jsonb_build_object('agentId', gen_random_uuid()),
              clock_timestamp() - $1::interval, CASE WHEN $2 THEN clock_timestamp() END RETURNING id`,
      [age, published],
    );
    return row?.id;
  };
  const [old, recent] = [await add('8 days', true), await add('6 days', true)];
  // More than one batch.
  await core.database.query(
    `INSERT INTO outbox (subject, body, created_at, published_at)
     SELECT 'print.code.created', '{}', clock_timestamp() - interval '9 days', clock_timestamp()
     FROM generate_series(1, 5001)`,
  );
  await nats.kill();
  const waiting = await add('8 days', false);
  await core.app.get(PruningService).prune();
  const rows: { id: string }[] = await core.database.query('SELECT id FROM outbox');
  await nats.restart();
  const kept = rows.map(({ id }) => id);
  expect(kept).toEqual(expect.arrayContaining([recent, waiting]));
  expect(kept).not.toContain(old);
  expect(kept.length).toBeLessThan(5_000);
  const [past]: { count: number }[] = await core.database.query(
    `SELECT count(*)::int AS count FROM outbox WHERE published_at IS NOT NULL
       AND created_at < clock_timestamp() - interval '7 days'`,
  );
  expect(past?.count).toBe(0);
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { OutboxService } from '@sixpence/core/outbox/outbox.service';
import { PruningService } from '@sixpence/core/outbox/pruning.service';
import { natsAccess } from '@sixpence/messaging/access';
import { Messaging } from '@sixpence/messaging/messaging';
import { streamName } from '@sixpence/messaging/stream';
import { NatsServer } from '@sixpence/sandbox/nats/server';
import { freePort } from '@sixpence/sandbox/testing/free-port';
import { pino } from 'pino';
import { CoreApp } from '../support/core-app.js';
import { until } from '../support/until.js';

/** Ends what was begun, the youngest first, however far the beginning came. */
const after = new AsyncDisposableStack();
let core: CoreApp;
let nats: NatsServer;
/** Like the converter's: it knows nothing of the outbox. */
let other: Messaging;
let manager: JetStreamManager;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sixpence-nats-'));
  after.defer(() => rm(folder, { recursive: true, force: true }));
  const place = { folder: join(folder, 'nats'), port: await freePort(), logFile: join(folder, 'nats.log') };
  // None of our processes may delete a stream.
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
  const connection = await connect({ servers: url, maxReconnectAttempts: -1 });
  after.defer(() => connection.close());
  manager = await jetstreamManager(connection);
});
afterAll(() => after.disposeAsync());

const inStream = async () => (await manager.streams.info(streamName)).state.messages;

test('a stream that another process made anew is filled again all the same', async () => {
  await other.ensureStream();
  await core.database.transaction((tx) =>
    core.app.get(OutboxService).record(tx, 'print.agent.revoked', { agentId: randomUUID() }),
  );
  await until(async () => (await inStream()) === 1);

  // Not even a moment lies between the loss and the making, so that core never sees the stream missing.
  await manager.streams.delete(streamName);
  await other.ensureStream();
  await until(async () => (await inStream()) === 1);
});

test('the outbox does not grow for ever: what was published over a week ago goes, what was not stays', async () => {
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
  await nats.kill();
  const waiting = await add('8 days', false);
  await core.app.get(PruningService).prune();
  const rows: { id: string }[] = await core.database.query('SELECT id FROM outbox');
  await nats.restart();
  const kept = rows.map(({ id }) => id);
  expect(kept).toEqual(expect.arrayContaining([recent, waiting]));
  expect(kept).not.toContain(old);
});

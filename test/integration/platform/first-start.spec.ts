import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { natsAccess } from '@sixpence/messaging/access';
import { Messaging } from '@sixpence/messaging/messaging';
import { streamName } from '@sixpence/messaging/stream';
import { NatsServer } from '@sixpence/sandbox/nats/server';
import { freePort } from '@sixpence/sandbox/testing/free-port';
import { pino } from 'pino';
import { until } from '../../support/until.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let nats: NatsServer;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sixpence-nats-'));
  after.defer(() => rm(folder, { recursive: true, force: true }));
  nats = await NatsServer.start({
    folder: join(folder, 'nats'),
    port: await freePort(),
    logFile: join(folder, 'nats.log'),
  });
  after.defer(() => nats.discard());
});
afterAll(() => after.disposeAsync());

test('a consumer creates a missing stream, and logs no warning', async () => {
  const said: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void said.push(line) });
  const core = new Messaging({ access: natsAccess(nats.variablesOf('core')), name: 'core', logger });
  after.defer(() => core.drain());
  const durables = ['core-test-one', 'core-test-two'];
  for (const durable of durables) {
    core.consume({
      ...{ durable, subject: 'print.document.uploaded' },
      handle: () => Promise.resolve(),
      giveUp: () => Promise.resolve(),
    });
  }
  const connection = await connect({ ...natsAccess(nats.variablesOf('core')), inboxPrefix: '_INBOX.core' });
  after.defer(() => connection.close());
  const { consumers } = await jetstreamManager(connection);
  const isThere = (durable: string) =>
    consumers.info(streamName, durable).then(
      () => true,
      () => false,
    );
  await until(async () => (await Promise.all(durables.map(isThere))).every(Boolean));
  expect(said).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { natsAccess } from '@sixpence/messaging/access';
import { Messaging } from '@sixpence/messaging/messaging';
import { NatsServer, type NatsUser } from '@sixpence/sandbox/nats/server';
import { freePort } from '@sixpence/sandbox/testing/free-port';
import { allNats } from '@sixpence/sandbox/tools';
import { pino } from 'pino';
import { until } from '../../support/until.js';

const versions = allNats().map((program) => [basename(program), program] as const);

describe.each(versions)('with %s', (_name, program) => {
  let after: AsyncDisposableStack;
  let nats: NatsServer;
  beforeEach(async () => {
    after = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'sixpence-nats-'));
    after.defer(() => rm(folder, { recursive: true, force: true }));
    nats = await NatsServer.start({
      folder: join(folder, 'nats'),
      port: await freePort(),
      logFile: join(folder, 'nats.log'),
      program,
    });
    after.defer(() => nats.discard());
  });
  afterEach(() => after.disposeAsync());

  async function messagingAs(user: NatsUser): Promise<Messaging> {
    const access = natsAccess(nats.variablesOf(user));
    const messaging = new Messaging({ access, name: user, logger: pino({ level: 'silent' }) });
    after.defer(() => messaging.drain());
    await messaging.ready();
    return messaging;
  }

  test('a converter gets every acknowledged fact, also after a crash of the server', async () => {
    const core = await messagingAs('core');
    await core.ensureStream();
    const documents = Array.from({ length: 3 }, () => randomUUID());
    for (const documentId of documents) {
      const due = { documentId, revision: 1, ownerId: randomUUID(), mediaType: 'application/pdf' };
      await core.publish('print.conversion.due', due, randomUUID());
    }
    await nats.kill();
    await nats.restart();
    const handled = new Set<string>();
    const converter = await messagingAs('converter');
    converter.consume({
      durable: 'converter-convert-revision',
      subject: 'print.conversion.due',
      handle: ({ documentId }) => Promise.resolve(void handled.add(documentId)),
      giveUp: () => Promise.resolve(),
    });
    await until(() => handled.size === documents.length);
    expect([...handled].sort()).toEqual(documents.sort());
  });
});

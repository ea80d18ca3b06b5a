import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { subjects } from '@sixpence/contracts/events/events';
import { natsAccess } from '@sixpence/messaging/access';
import { Messaging } from '@sixpence/messaging/messaging';
import { streamName } from '@sixpence/messaging/stream';
import { work } from '@sixpence/messaging/work';
import { NatsServer, natsUsers, type NatsUser } from '@sixpence/sandbox/nats/server';
import { checkout } from '@sixpence/sandbox/checkout';
import { toolPath } from '@sixpence/sandbox/tools';
import { freePort } from '@sixpence/sandbox/testing/free-port';
import { pino } from 'pino';
import { PATIENCE_MS } from '../../support/eventually.js';
import { until } from '../../support/until.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let nats: NatsServer;
const connections = new Map<NatsUser, NatsConnection>();

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sixpence-nats-'));
  after.defer(() => rm(folder, { recursive: true, force: true }));
  nats = await NatsServer.start({
    folder: join(folder, 'nats'),
    port: await freePort(),
    logFile: join(folder, 'nats.log'),
  });
  after.defer(() => nats.discard());
  const core = messagingAs('core');
  after.defer(() => core.drain());
  await core.ready();
  await core.ensureStream();
  for (const user of natsUsers) {
    const connection = await connect({ ...accessOf(user), inboxPrefix: `_INBOX.${user}` });
    after.defer(() => connection.close());
    connections.set(user, connection);
  }
});
afterAll(() => after.disposeAsync());

const accessOf = (user: NatsUser) => natsAccess(nats.variablesOf(user));
const messagingAs = (user: NatsUser) =>
  new Messaging({ access: accessOf(user), name: user, logger: pino({ level: 'silent' }) });

/** Whether the stream accepts a fact of this subject from this user. */
async function mayPublish(user: NatsUser, subject: string): Promise<boolean> {
  const stream = jetstream(connections.get(user)!, { timeout: PATIENCE_MS });
  return stream.publish(subject, '{}').then(
    () => true,
    () => false,
  );
}

/** Whether the server answers this JetStream call. */
async function mayAsk(user: NatsUser, call: string): Promise<boolean> {
  const asked = connections
    .get(user)!
    .request(`$JS.API.${call}`, '{}', { timeout: PATIENCE_MS, noMux: true });
  return asked.then(
    () => true,
    () => false,
  );
}

const answersOfConverters = ['print.document.converted', 'print.document.conversion-failed'];

describe('the NATS server', () => {
  test.each([
    ['a client without credentials', () => ({})],
    ['a user without its password', () => ({ user: 'core', pass: '' })],
    [
      'another process with its own password',
      () => ({ user: 'core', pass: accessOf('converter').pass ?? '' }),
    ],
    ['an unknown user', () => ({ user: 'agent', pass: 'agent' })],
  ])('refuses a connection of %s', async (_, credentials) => {
    const entering = connect({ servers: nats.url, ...credentials(), reconnect: false });
    await expect(entering).rejects.toThrow(/authorization violation/i);
  });

  test('accepts credentials in the address', async () => {
    const { NATS_USER, NATS_PASSWORD } = nats.variablesOf('core');
    const address = nats.url.replace('//', `//${NATS_USER}:${encodeURIComponent(NATS_PASSWORD)}@`);
    const connection = await connect({ ...natsAccess({ NATS_URL: address }), reconnect: false });
    expect(connection.isClosed()).toBe(false);
    await connection.close();
  });
});

describe('only its producer may publish the fact', () => {
  test.each(subjects)('%s', async (subject) => {
    const isAnswer = answersOfConverters.includes(subject);
    expect(await mayPublish('converter', subject)).toBe(isAnswer);
    expect(await mayPublish('core', subject)).toBe(!isAnswer);
  });
});

describe('a compromised converter', () => {
  test.each(['print.>', 'print.code.created', 'news.>', '_INBOX.>', '_INBOX.core.>', '>', '$JS.>'])(
    'receives nothing on %s',
    async (subject) => {
      const connection = connections.get('converter')!;
      const subscription = connection.subscribe(subject);
      const heard = subscription[Symbol.asyncIterator]().next();
      // The server handles the subscription before it answers a flush.
      const asked = connection.flush().then(() => subscription.unsubscribe());
      await Promise.all([expect(heard).rejects.toThrow(/permissions violation/i), asked]);
    },
  );

  const durable = Object.keys(work)[0]!;
  test.each([
    ['INFO', false],
    ['STREAM.NAMES', false],
    [`STREAM.INFO.${streamName}`, false],
    [`STREAM.DELETE.${streamName}`, false],
    [`STREAM.PURGE.${streamName}`, false],
    [`STREAM.UPDATE.${streamName}`, false],
    [`STREAM.MSG.GET.${streamName}`, false],
    [`DIRECT.GET.${streamName}`, false],
    [`CONSUMER.CREATE.${streamName}`, false],
    [`CONSUMER.CREATE.${streamName}.${durable}.print.conversion.due`, false],
    [`CONSUMER.DURABLE.CREATE.${streamName}.${durable}`, false],
    [`CONSUMER.DELETE.${streamName}.${durable}`, false],
    [`CONSUMER.INFO.${streamName}.core-apply-conversion`, false],
    [`CONSUMER.MSG.NEXT.${streamName}.core-apply-conversion`, false],
    [`CONSUMER.INFO.${streamName}.${durable}`, false],
    [`CONSUMER.MSG.NEXT.${streamName}.${durable}`, true],
  ])('asks JetStream for %s: allowed is %s', async (call, isAllowed) => {
    expect(await mayAsk('converter', call)).toBe(isAllowed);
  });
});

test.each([
  [`CONSUMER.LIST.${streamName}`, true],
  // Core purges a nearly full stream.
  [`STREAM.PURGE.${streamName}`, true],
  [`STREAM.DELETE.${streamName}`, false],
  [`STREAM.UPDATE.${streamName}`, false],
])('core asks JetStream for %s: allowed is %s', async (call, isAllowed) => {
  expect(await mayAsk('core', call)).toBe(isAllowed);
});

test('news is exchanged among cores only: a converter can neither receive nor publish it', async () => {
  const [core, other, converter] = [messagingAs('core'), messagingAs('core'), messagingAs('converter')];
  for (const messaging of [core, other, converter]) after.defer(() => messaging.drain());
  await Promise.all([core.ready(), other.ready(), converter.ready()]);
  const body = { ownerId: randomUUID(), documentId: randomUUID() };
  const heard: unknown[] = [];
  const hearing = core.hearNews('person', body.ownerId, (news) => void heard.push(news));
  await hearing.ready;
  converter.tellNews('person.document', { ...body, documentId: randomUUID() });
  await converter.checkServer();
  other.tellNews('person.document', { ...body, ownerId: randomUUID() });
  other.tellNews('person.document', body);
  await until(() => heard.length > 0);
  hearing.stop();
  other.tellNews('person.document', body);
  await Promise.all([other.checkServer(), core.checkServer()]);
  expect(heard).toEqual([{ kind: 'person.document', body }]);
});

test('a converter cannot have a fact delivered under another subject', async () => {
  const core = messagingAs('core');
  after.defer(() => core.drain());
  await core.ready();
  const heard: string[] = [];
  const callback = (_: unknown, message: { subject: string }) => void heard.push(message.subject);
  connections.get('core')!.subscribe('print.>', { callback });
  await connections.get('core')!.flush();
  const due = { documentId: randomUUID(), revision: 1, ownerId: randomUUID(), mediaType: 'application/pdf' };
  await core.publish('print.conversion.due', due, randomUUID());

  // The reply goes to any subject that the request names.
  const next = `$JS.API.CONSUMER.MSG.NEXT.${streamName}.converter-convert-revision`;
  const converter = connections.get('converter')!;
  converter.publish(next, '{}', { reply: 'print.document.deleted' });
  await converter.flush();
  const last = { agentId: randomUUID() };
  await core.publish('print.agent.revoked', last, randomUUID());
  await until(() => Promise.resolve(heard.includes('print.agent.revoked')));
  expect(heard).toEqual(['print.conversion.due', 'print.agent.revoked']);
});

test('the NATS configuration of docker-compose.yml is valid, and needs a password for each user', () => {
  const file = join(checkout, 'apps/sandbox/nats/server.conf');
  const takes = (env: Record<string, string>) =>
    spawnSync(toolPath('nats-server'), ['-t', '-c', file], { env: { ...env, PATH: process.env.PATH } })
      .status;
  const passwords = { NATS_CORE_PASSWORD: '"1a"', NATS_CONVERTER_PASSWORD: '"2b"' };
  expect(takes(passwords)).toBe(0);
  expect(takes({ NATS_CORE_PASSWORD: '"1a"' })).not.toBe(0);
});

test('work reaches the converter and its report reaches core, each with its own account only', async () => {
  const [core, converter] = [messagingAs('core'), messagingAs('converter')];
  after.defer(() => core.drain());
  after.defer(() => converter.drain());
  const document = { documentId: randomUUID(), revision: 1 };
  const answered = new Promise<object>((resolve) => {
    core.consume({
      durable: 'core-apply-conversion-failure',
      subject: 'print.document.conversion-failed',
      handle: (fact) => {
        // Facts of the tests above arrive as well.
        if (fact.documentId === document.documentId) resolve(fact);
        return Promise.resolve();
      },
      giveUp: () => Promise.resolve(),
    });
  });
  converter.consume({
    durable: 'converter-convert-revision',
    subject: 'print.conversion.due',
    handle: async ({ documentId, revision }) => {
      const failure = { documentId, revision, reason: 'empty' as const };
      await converter.publish('print.document.conversion-failed', failure, randomUUID());
    },
    giveUp: () => Promise.resolve(),
  });
  await core.ready();
  const due = { ...document, ownerId: randomUUID(), mediaType: 'application/pdf' };
  await core.publish('print.conversion.due', due, randomUUID());
  expect(await answered).toEqual({ ...document, reason: 'empty' });
});

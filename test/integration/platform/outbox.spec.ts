import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isOutage } from '@sixpence/core/platform/database/outage';
import { OutboxService } from '@sixpence/core/platform/outbox/outbox.service';
import { ParkedService } from '@sixpence/core/platform/outbox/parked.service';
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
/** Only this event fails: others that are redelivered meanwhile must not use up its failures. */
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
    giveUp: (_, failure) => core.app.get(ParkedService).park(failure),
    isOutage,
  });
});
afterAll(() => after.disposeAsync());

async function record(agentId: string, { commit = true } = {}): Promise<void> {
  const change = core.database.transaction(async (tx) => {
    await core.app.get(OutboxService).record(tx, 'print.agent.revoked', { agentId });
    if (!commit) throw new Error('changed my mind');
  });
  if (commit) await change;
  else await expect(change).rejects.toThrow('changed my mind');
}

test('an event is published when its change commits, and only then', async () => {
  const [kept, dropped] = [randomUUID(), randomUUID()];
  await record(dropped, { commit: false });
  await record(kept);
  await until(() => seen.includes(kept));
  expect(seen).not.toContain(dropped);
});

test('while NATS is down events wait, and all arrive once it is back', async () => {
  await core.nats.kill();
  const ids = Array.from({ length: 20 }, () => randomUUID());
  for (const id of ids) await record(id);
  const waiting: unknown[] = await core.database.query(
    `SELECT 1 FROM outbox WHERE body->>'agentId' = ANY($1) AND published_at IS NULL`,
    [ids],
  );
  expect(waiting).toHaveLength(ids.length);
  await core.nats.restart();
  await until(() => ids.every((id) => seen.includes(id)));
});

test('after NATS lost its data, the stream is made again and the outbox is sent again', async () => {
  const before = [...new Set(seen)];
  seen.length = 0;
  await core.nats.forget();
  await until(() => before.every((id) => seen.includes(id)));
});

test('events that cannot be sent do not block others, however many they are', async () => {
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

test('a handler that fails twice gets the event a third time', async () => {
  const id = randomUUID();
  failing = { ...failing, id, left: 2 };
  await record(id);
  await until(() => seen.includes(id));
});

test('an event is parked after its last try', async () => {
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
  // The server also counts a delivery that was lost on its way; the event is then given up at the next one.
  expect([3, 4]).toContain(parked?.tries);
  expect(seen).not.toContain(id);
});

test('an event survives a database outage that is longer than its tries', async () => {
  const id = randomUUID();
  const error = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
  failing = { id, left: 6, error };
  await record(id);
  await until(() => seen.includes(id));
});

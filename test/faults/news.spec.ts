import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EventOf, Subject } from '@sixpence/contracts/events/events';
import { natsAccess } from '@sixpence/messaging/access';
import { Messaging } from '@sixpence/messaging/messaging';
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { expectAllIsWell } from '../support/worlds/invariants.js';
import { Panel } from '../support/browser/panel.js';
import { aPdf } from '../support/documents/pdf.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/worlds/world.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;
beforeAll(async () => {
  world = await startWorld({ printers: ['hall'] });
  after.defer(() => world.stop());
  world.printer().control({ pagesPerSecond: 0 });
});
afterAll(() => after.disposeAsync());

/** All rows that an event can change. */
async function stateOfTables(): Promise<unknown> {
  const tables = [
    ...['documents', 'document_revisions', 'print_codes', 'panel_sessions', 'releases', 'jobs'],
    ...['ledger_accounts', 'transfers', 'settlements', 'parked_messages'],
  ];
  const state: Record<string, unknown> = {};
  for (const table of tables) {
    state[table] = await world.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`);
  }
  return state;
}

/** In an order that the seed decides. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const rank = (index: number) => createHash('sha256').update(`${seed} ${index}`).digest('hex');
  return items
    .map((item, index) => ({ item, rank: rank(index) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ item }) => item);
}

test('all events of a printed document, published twice more in random order, change no row', async () => {
  const person = await world.signIn();
  const row = await person.uploadPdf(await aPdf({ pages: 2 }));
  const panel = await Panel.open(world.panelUrl('hall'));
  await panel.logIn(await person.createCode());
  await panel.print([row.orderId]);
  panel.send({ action: 'home' });
  await panel.screen('attract');
  panel.close();
  await expectAllIsWell(world);
  // The screen changes at once after Home; core learns it a moment later.
  await until(async () => {
    const open = await world.query('SELECT 1 FROM panel_sessions WHERE ended_at IS NULL');
    return open.length === 0;
  });
  const before = await stateOfTables();

  const facts = await world.query<{ subject: Subject; body: EventOf<Subject> }>(
    'SELECT subject, body FROM outbox',
  );
  expect(facts.length).toBeGreaterThan(8);
  const messaging = new Messaging({
    access: natsAccess(world.nats.variablesOf('core')),
    name: 'core',
    logger: pino({ level: 'silent' }),
  });
  await messaging.ready();
  const seed = randomInt(2 ** 31);
  for (const { subject, body } of shuffled([...facts, ...facts], seed)) {
    await messaging.publish(subject, body, randomUUID());
  }
  await messaging.drain();

  // When another document is ready, the same consumers have handled all earlier events.
  const later = await person.uploadPdf(await aPdf({ pages: 1 }), 'later.pdf');
  await person.post('/delete-document', { documents: [{ orderId: later.orderId }] });
  await until(async () => {
    const rows = await world.query('SELECT 1 FROM documents WHERE id = $1', [later.orderId]);
    return rows.length === 0;
  });
  expect({ seed, stateOfTables: await stateOfTables() }).toEqual({ seed, stateOfTables: before });
});

test('a live socket closes soon after its user signs out, although NATS is down', async () => {
  const person = await world.signIn();
  const socket = new WebSocket(`${world.url.replace('http', 'ws')}/live`, { headers: person.headers() });
  await once(socket, 'open');
  await world.nats.kill();
  let code: number | undefined;
  socket.once('close', (given) => {
    code = given;
  });
  await person.post('/logout-session');
  // This code means the end of the session.
  await until(() => code !== undefined);
  expect(code).toBe(4401);
  await world.nats.restart();
});

test('core starts while NATS is down, accepts a document, and prepares it when NATS runs again', async () => {
  await world.cores[0]!.kill();
  await world.nats.kill();
  const restarting = world.cores[0]!.restart();
  await until(async () => {
    const answer = await fetch(`${world.url}/healthz`).catch(() => undefined);
    return answer?.status === 200;
  });
  const person = await world.signIn();
  const orderId = await person.sendPdf(await aPdf({ pages: 2 }), 'patient.pdf');
  await world.nats.restart();
  await restarting;
  expect((await person.untilReady(orderId)).totalPages).toBe(2);
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectAllIsWell } from '../support/worlds/invariants.js';
import { Panel } from '../support/browser/panel.js';
import { aPdf } from '../support/documents/pdf.js';
import type { Person } from '../support/builders/person.js';
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

async function print(person: Person, orderId: string): Promise<void> {
  const panel = await Panel.open(world.panelUrl('hall'));
  await panel.logIn(await person.createCode());
  await panel.print([orderId]);
  panel.send({ action: 'home' });
  await panel.screen('attract');
  panel.close();
}

async function untilAllFactsArePublished(): Promise<void> {
  await until(async () => {
    const waiting = await world.query('SELECT 1 FROM outbox WHERE published_at IS NULL');
    return waiting.length === 0;
  });
}

test('after NATS is restored to an earlier copy, its lost events take effect, and none takes effect twice', async () => {
  const person = await world.signIn();
  const early = await person.uploadPdf(await aPdf({ pages: 2 }), 'early.pdf');
  await world.nats.copyStore();

  // NATS acknowledges and then loses all these events. Most are handled; one conversion is not yet fetched.
  const done = await person.uploadPdf(await aPdf({ pages: 3 }), 'done.pdf');
  await print(person, done.orderId);
  await world.converters[0]!.kill();
  const lost = await person.sendPdf(await aPdf({ pages: 1 }), 'lost.pdf');
  await untilAllFactsArePublished();
  await world.nats.restoreCopy();
  await world.converters[0]!.restart();

  await expectAllIsWell(world);
  await world.query(`INSERT INTO clock_shift (shift) VALUES ('6 minutes')`);
  expect((await person.untilReady(lost)).totalPages).toBe(1);
  const attempts = 'SELECT attempt FROM document_revisions WHERE document_id = $1';
  expect(await world.query(attempts, [lost])).toEqual([{ attempt: 2 }]);
  await print(person, lost);
  await print(person, early.orderId);
  await expectAllIsWell(world);
  const jobs = await world.query<{ state: string; impressions: number }>(
    'SELECT state, impressions FROM jobs ORDER BY impressions',
  );
  expect(jobs).toEqual([1, 2, 3].map((impressions) => ({ state: 'completed', impressions })));
  expect(await world.query('SELECT 1 FROM parked_messages')).toEqual([]);
});

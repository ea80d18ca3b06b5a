import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { connected } from '../support/core/database.js';
import { eventually } from '../support/eventually.js';
import { expectAllIsWell } from '../support/worlds/invariants.js';
import { stoppedAt } from '../support/faults/killed-database.js';
import { Panel } from '../support/browser/panel.js';
import { aPdf } from '../support/documents/pdf.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/worlds/world.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;

beforeAll(async () => {
  // This file starts its own PostgreSQL server, because the tests delay its commits.
  after.defer(await startSharedServices({ durable: true }));
  world = await startWorld({ printers: ['hall'] });
  after.defer(() => world.stop());
});
afterAll(() => after.disposeAsync());

type Work = () => Promise<void>;

/** Kills core while it writes the rest, in the settlement. */
function killWhileWritingRest(work: Work): Promise<void> {
  const stop = { write: 'document_revisions' };
  return stoppedAt(
    world.database.superuserUrl,
    { stop, sql: 'settle_job' },
    { work, meanwhile: () => world.cores[0]!.kill() },
  );
}

/**
 * Kills core after the settlement, before it hands the rest to a converter, which first locks the owner’s
 * row.
 */
async function killBeforeHandOut(work: Work): Promise<void> {
  await connected(world.database.superuserUrl, async (client) => {
    await client.query('BEGIN; SELECT FROM users FOR NO KEY UPDATE');
    await work();
    await until(async () => {
      const waiting = await world.query(
        `SELECT 1 FROM pg_stat_activity
         WHERE wait_event_type = 'Lock'
           AND position('FROM users WHERE id = $1 FOR NO KEY UPDATE' IN query) > 0`,
      );
      return waiting.length > 0;
    });
    await world.cores[0]!.kill();
  });
}

const moments: readonly (readonly [string, (work: Work) => Promise<void>])[] = [
  ['while it writes the rest of a document', killWhileWritingRest],
  ['after it has written the rest, before it hands the rest to a converter', killBeforeHandOut],
];

test.each(moments)('when core is killed %s, the rest is prepared once', async (_, killedAt) => {
  // The first page is very slow until core is killed.
  world.printer().control({ pagesPerSecond: 0.001 });
  const person = await world.signIn();
  const before = await person.balance();
  const { orderId } = await person.uploadPdf(await aPdf({ pages: 5 }), 'killed.pdf');
  const panel = await Panel.open(world.panelUrl('hall'));
  if (panel.view.screen !== 'attract') panel.send({ action: 'home' });
  await panel.logIn(await person.createCode());
  panel.send({ action: 'print', documentIds: [orderId] });
  await panel.screen('printing', ({ jobs }) => jobs[0]?.state === 'printing');
  await killedAt(() => {
    world.printer().control({ pagesPerSecond: 20, fault: { kind: 'abort', atPage: 3 } });
    return Promise.resolve();
  });
  await world.cores[0]!.restart();
  await panel.screen('done');
  panel.close();

  const row = await eventually(async () => {
    const [found] = (await person.documents()).filter((document) => document.orderId === orderId);
    return found?.status === 'ready' && found.totalPages === 3 ? found : undefined;
  });
  expect(row.rest).toMatchObject({ pages: [3, 4, 5], printed: [1, 2] });
  const made = await world.query('SELECT 1 FROM document_revisions WHERE document_id = $1 AND is_rest', [
    orderId,
  ]);
  expect(made).toHaveLength(1);
  expect(await person.balance()).toBeCloseTo(before - 0.1, 10);
  await expectAllIsWell(world);
});

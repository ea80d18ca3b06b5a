import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { expectAllIsWell } from '../support/worlds/invariants.js';
import { stoppedAt, type Stop } from '../support/faults/killed-database.js';
import { Panel } from '../support/browser/panel.js';
import { aPdf } from '../support/documents/pdf.js';
import type { Person } from '../support/builders/person.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/worlds/world.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;
let person: Person;
beforeAll(async () => {
  // This file starts its own PostgreSQL server, because the tests delay its commits.
  after.defer(await startSharedServices({ durable: true }));
  world = await startWorld({ printers: ['hall'] });
  after.defer(() => world.stop());
  person = await world.signIn();
});
afterAll(() => after.disposeAsync());

const reports = async (...options: string[]) =>
  (await world.askOperator('reports', 'list', ...options)) as { id: string; jobId: string; fault: string }[];

async function printed() {
  const { orderId } = await person.uploadPdf(await aPdf({ pages: 1 }), 'letter.pdf');
  const panel = await Panel.open(world.panelUrl('hall'));
  await panel.logIn(await person.createCode());
  const { jobs } = await panel.print([orderId]);
  return { panel, jobId: jobs[0]!.jobId };
}

const moments: readonly (readonly [string, Stop, string])[] = [
  ['before its row is written', { write: 'print_reports' }, 'INSERT INTO print_reports'],
  ['after its row is written, before the answer', 'committed', 'INSERT INTO print_reports'],
];

test.each(moments)(
  'when core is killed during a print report, %s, staff get the report once',
  async (_, stop, sql) => {
    const { panel, jobId } = await printed();
    const work = () => {
      panel.send({ action: 'report', jobId, fault: 'faint' });
      return panel.screen('done', ({ jobs }) => jobs[0]?.reported === 'faint');
    };
    await stoppedAt(
      world.database.superuserUrl,
      { stop, sql },
      { work, meanwhile: () => world.cores[0]!.kill() },
    );
    await world.cores[0]!.restart();
    const ofJob = async () => (await reports()).filter((report) => report.jobId === jobId);
    await until(async () => (await ofJob()).length > 0);
    const [report, ...more] = await ofJob();
    expect([report?.fault, more]).toEqual(['faint', []]);
    await world.askOperator('reports', 'close', report!.id, '--reason', 'new drum');
    expect(await ofJob()).toEqual([]);
    expect(await reports('--all')).toContainEqual(
      expect.objectContaining({ id: report!.id, closedWith: 'new drum' }),
    );
    expect(JSON.stringify(await reports('--all'))).not.toContain('letter');
    panel.send({ action: 'home' });
    panel.close();
    await expectAllIsWell(world);
  },
);

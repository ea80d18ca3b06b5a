import { rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkout } from '@sixpence/sandbox/checkout';
import { shortLivedFolder } from '@sixpence/sandbox/testing/short-lived-folder';
import { expectAllIsWell } from '../support/worlds/invariants.js';
import { Panel } from '../support/browser/panel.js';
import { aPdf } from '../support/documents/pdf.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/worlds/world.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
const folder = shortLivedFolder('sixpence-full-');
const file = join(folder, 'full');
let world: World;

beforeAll(async () => {
  after.defer(() => rm(folder, { recursive: true, force: true }));
  const preload = join(checkout, 'test/support/faults/full-disk.js');
  const agentEnvironment = { NODE_OPTIONS: `--import=${preload}`, FULL_DISK_FILE: file };
  world = await startWorld({ agentEnvironment });
  after.defer(() => world.stop());
});
afterAll(() => after.disposeAsync());

/** Jobs that are not settled. */
async function openJobs(): Promise<number> {
  const rows = await world.query('SELECT 1 FROM jobs WHERE settled_at IS NULL', []);
  return rows.length;
}

function impressions(): number {
  const jobs = world.printer().jobs();
  return jobs.reduce((sum, job) => sum + job.impressionsCompleted, 0);
}

test.each([
  ['the write of the jobs that core holds', 1],
  ['the step before Send-Document', 2],
  ['the progress of the printer', 3],
])(
  'when the disk of a box is full from %s on, the printer becomes free, and one page is printed and paid once',
  async (_, taken) => {
    const person = await world.signIn();
    const before = { balance: await person.balance(), impressions: impressions() };
    const { orderId } = await person.uploadPdf(await aPdf({ pages: 1 }), `full-${taken}.pdf`);
    const panel = await Panel.open(world.panelUrl('hall'));
    await panel.logIn(await person.createCode());
    writeFileSync(file, String(taken));
    panel.send({ action: 'print', documentIds: [orderId] });
    await panel.untilShows(
      (view) => view.screen === 'done' || (view.screen === 'documents' && !view.releasing && !!view.refused),
    );
    // The disk is still full.
    await until(async () => (await openJobs()) === 0);
    const charged = before.balance - (await person.balance());
    expect(charged).toBeCloseTo(0.05 * (impressions() - before.impressions), 10);
    rmSync(file);
    await world.cores[0]!.kill();
    await world.cores[0]!.restart();
    panel.send({ action: 'home' });
    await panel.screen('attract', (view) => view.printer.online);
    if (charged === 0) {
      await panel.logIn(await person.createCode());
      await panel.print([orderId]);
      panel.send({ action: 'home' });
    }
    panel.close();
    await expectAllIsWell(world);
    expect(impressions() - before.impressions).toBe(1);
    expect(await person.balance()).toBeCloseTo(before.balance - 0.05, 10);
  },
);

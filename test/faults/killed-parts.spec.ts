import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PATIENCE_MS } from '../support/eventually.js';
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
});
afterAll(() => after.disposeAsync());
beforeEach(() => {
  world.printer().control({ pagesPerSecond: 4 });
});

const parts = {
  core: { kill: () => world.cores[0]!.kill(), restart: () => world.cores[0]!.restart() },
  converter: { kill: () => world.converters[0]!.kill(), restart: () => world.converters[0]!.restart() },
  agent: { kill: () => world.agent.kill(), restart: () => world.agent.restart() },
  NATS: { kill: () => world.nats.kill(), restart: () => world.nats.restart() },
};
type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

async function killAndRestart(part: Part): Promise<void> {
  await parts[part].kill();
  await parts[part].restart();
}

/** Whether a converter may have received the document. */
async function isHandedOut(orderId: string): Promise<boolean> {
  const rows = await world.query(
    'SELECT 1 FROM document_revisions WHERE document_id = $1 AND handed_out_at IS NOT NULL',
    [orderId],
  );
  return rows.length > 0;
}

function impressions(): number {
  const jobs = world.printer().jobs();
  return jobs.reduce((sum, job) => sum + job.impressionsCompleted, 0);
}

/** Checks the printed pages and the balance at the end. The panel may have shown anything after the fault. */
async function expectEndOfJourney(
  person: Person,
  before: { balance: number; impressions: number },
  pages: number,
) {
  await expectAllIsWell(world);
  expect(impressions() - before.impressions).toBe(pages);
  expect(await person.balance()).toBeCloseTo(before.balance - 0.05 * pages, 10);
}

async function balanceAndImpressions(person: Person) {
  return { balance: await person.balance(), impressions: impressions() };
}

/** An idle panel: after a fault the earlier user may still be on it. */
async function freshPanel(): Promise<Panel> {
  const panel = await Panel.open(world.panelUrl('hall'));
  if (panel.view.screen !== 'attract') panel.send({ action: 'home' });
  await panel.screen('attract', (view) => view.printer.online);
  return panel;
}

describe.each(names)('%s is killed', (part) => {
  test('while a document is being prepared: it becomes ready', async () => {
    const person = await world.signIn();
    const orderId = await person.sendPdf(await aPdf({ pages: 20 }), `${part}-prepared.pdf`);
    await until(() => isHandedOut(orderId));
    await killAndRestart(part);
    expect((await person.untilReady(orderId)).totalPages).toBe(20);
  });

  test('during printing: the pages are printed once and paid once', async () => {
    const person = await world.signIn();
    const before = await balanceAndImpressions(person);
    const row = await person.uploadPdf(await aPdf({ pages: 6 }), `${part}-printing.pdf`);
    const panel = await freshPanel();
    await panel.logIn(await person.createCode());
    panel.send({ action: 'print', documentIds: [row.orderId] });
    await until(() => impressions() >= before.impressions + 2);
    await killAndRestart(part);
    panel.close();
    await expectEndOfJourney(person, before, 6);
  });
});

describe.each(['core', 'agent'] as const)('%s is killed', (part) => {
  test('between two copies: each is printed once and paid once', async () => {
    const person = await world.signIn();
    const before = await balanceAndImpressions(person);
    const row = await person.uploadPdf(await aPdf({ pages: 2 }), `${part}-copies.pdf`);
    const panel = await freshPanel();
    await panel.logIn(await person.createCode());
    panel.send({ action: 'print', documentIds: [row.orderId], copies: { [row.orderId]: 3 } });
    await until(() => impressions() >= before.impressions + 2);
    await killAndRestart(part);
    panel.close();
    await expectEndOfJourney(person, before, 6);
  });
});

describe.each(['core', 'agent', 'NATS'] as const)('%s is killed at the moment of PRINT', (part) => {
  test.each([0, 5, 15, 30, 60, 120, 250])(
    '%d ms after the press: all pages are printed once, or none',
    async (delayMs) => {
      const person = await world.signIn();
      const before = await balanceAndImpressions(person);
      const row = await person.uploadPdf(await aPdf({ pages: 1 }), `${part}-${delayMs}.pdf`);
      const panel = await freshPanel();
      await panel.logIn(await person.createCode());
      panel.send({ action: 'print', documentIds: [row.orderId] });
      await sleep(delayMs);
      await parts[part].kill();
      // Only a press that is not in the journal may be lost with the agent.
      const pages = part === 'agent' && !isInJournal(row.orderId) ? 0 : 1;
      await parts[part].restart();
      panel.close();
      await until(
        () => impressions() - before.impressions >= pages,
        PATIENCE_MS,
        `${pages} page(s) are printed`,
      );
      await untilPanelIsIdle();
      await expectEndOfJourney(person, before, pages);
    },
  );
});

/** Whether the journal of a dead agent contains a press of PRINT for this document. */
function isInJournal(orderId: string): boolean {
  const journal = new DatabaseSync(join(world.folder, 'agent', 'journal.db'));
  try {
    const presses = journal.prepare('SELECT 1 FROM releases WHERE instr(question, ?) > 0').all(orderId);
    return presses.length > 0;
  } finally {
    journal.close();
  }
}

/** Waits until the press is answered. The panel may have shown anything before. */
async function untilPanelIsIdle(): Promise<void> {
  const panel = await Panel.open(world.panelUrl('hall'));
  const isIdle = () => {
    const { view } = panel;
    const isBusy =
      view.screen === 'printing' ||
      (view.screen === 'keypad' && view.checking) ||
      (view.screen === 'documents' && view.releasing);
    return view.printer.online && !isBusy;
  };
  await until(isIdle, PATIENCE_MS, 'the panel is idle');
  panel.close();
}

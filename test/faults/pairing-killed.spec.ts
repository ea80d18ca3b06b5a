import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { qrAuthAnswer } from '@sixpence/contracts/http/release';
import { startSharedServices } from '@sixpence/sandbox/testing/shared-services';
import { PATIENCE_MS } from '../support/eventually.js';
import { expectAllIsWell } from '../support/worlds/invariants.js';
import { stoppedAt, type Stop } from '../support/faults/killed-database.js';
import { Panel } from '../support/browser/panel.js';
import { aPdf } from '../support/documents/pdf.js';
import type { Person } from '../support/builders/person.js';
import { startWorld, type World } from '../support/worlds/world.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;
let anna: Person;
let stranger: Person;
let orderId: string;
let panel: Panel;

beforeAll(async () => {
  // This file starts its own PostgreSQL server, because the tests delay its commits.
  after.defer(await startSharedServices({ durable: true }));
  world = await startWorld({ printers: ['hall'] });
  after.defer(() => world.stop());
  await world.askOperator('user', 'add', 'anna@example.com', '--password', 'Sixpence1');
  anna = await world.signIn({ email: 'anna@example.com', password: 'Sixpence1' });
  stranger = await world.signIn();
  orderId = (await anna.uploadPdf(await aPdf({ pages: 1 }), 'anna.pdf')).orderId;
  await stranger.uploadPdf(await aPdf({ pages: 1 }), 'stranger.pdf');
});
afterAll(() => after.disposeAsync());

beforeEach(async () => {
  panel = await Panel.open(world.panelUrl('hall'));
  if (panel.view.screen !== 'attract') panel.send({ action: 'home' });
  await panel.screen('attract', (view) => view.printer.online);
});

/**
 * After every fault: Anna can open her list, no other user has an open session, and her used digits are
 * refused.
 */
afterEach(async () => {
  panel.close();
  panel = await Panel.open(world.panelUrl('hall'));
  const digits = await openAnnasList();
  const { documents } = await panel.screen('documents');
  expect(documents.map(({ documentId }) => documentId)).toEqual([orderId]);
  const sessions = await world.query<{ email: string }>(
    `SELECT a.address AS email FROM panel_sessions s JOIN addresses a ON a.user_id = s.owner_id
     WHERE s.ended_at IS NULL AND a.is_primary`,
  );
  expect(sessions).toEqual([{ email: 'anna@example.com' }]);
  if (digits !== undefined) expect(await enterDigits(stranger, digits)).toBe(false);
  await world.query('DELETE FROM try_budgets');
  panel.send({ action: 'home' });
  await panel.screen('attract');
  panel.close();
  await expectAllIsWell(world);
});

async function enterDigits(person: Person, code: string): Promise<boolean> {
  return qrAuthAnswer.parse(await person.post('/qr-auth', { code })).authenticated;
}

async function touchScan(): Promise<void> {
  panel.send({ action: 'begin' });
  await panel.screen('keypad');
  panel.send({ action: 'scan' });
}

async function scan(): Promise<string> {
  await touchScan();
  return (await panel.screen('pairing', (view) => view.code !== undefined)).code!.digits;
}

/**
 * Opens Anna's list from any screen after a fault.
 * @returns the digits that Anna entered, or undefined when her list was already open
 */
async function openAnnasList(): Promise<string | undefined> {
  await panel.untilShows((view) => {
    if (!view.printer.online) return false;
    return view.screen === 'pairing' ? view.code !== undefined : view.screen !== 'keypad';
  });
  if (panel.view.screen === 'documents') return undefined;
  const shown = panel.view.screen === 'pairing' ? panel.view.code?.digits : undefined;
  const digits = shown ?? (await scan());
  // If the digits were used before the fault, the panel opens Anna's list without new digits.
  await enterDigits(anna, digits);
  await panel.screen('documents');
  return digits;
}

const core = { kill: () => world.cores[0]!.kill(), restart: () => world.cores[0]!.restart() };
const agent = { kill: () => world.agent.kill(), restart: () => world.agent.restart() };

/** Runs `work`, kills core when its statement with `sql` reaches `stop`, and then restarts core. */
async function killCoreAt(stop: Stop, sql: string, work: () => Promise<unknown>): Promise<void> {
  await stoppedAt(
    world.database.superuserUrl,
    { stop, sql },
    { work: () => work().catch(() => 'cut off'), meanwhile: () => core.kill() },
  );
  await core.restart();
}

const moments: readonly (readonly [string, Stop, string])[] = [
  ['before the code is written', { write: 'print_codes' }, 'print_codes'],
  ['after the code is written, before the answer', 'committed', 'COMMIT'],
];

describe('core is killed', () => {
  test.each(moments)(
    'while core makes a pairing code, %s: the panel shows digits afterwards',
    async (_, stop, sql) => {
      await killCoreAt(stop, sql, touchScan);
      expect(panel.view.screen).toBe('pairing');
    },
  );

  test('while the panel shows digits: they stay the same', async () => {
    const digits = await scan();
    await core.kill();
    await core.restart();
    await panel.screen('pairing', (view) => view.printer.online);
    expect(panel.view).toMatchObject({ code: { digits } });
  });

  test.each([
    ['before the code is used up', { write: 'print_codes' }, `SET state = 'redeemed'`],
    ['before the session begins', { write: 'panel_sessions' }, 'panel_sessions'],
    ['after the session begins, before the answer', 'committed', 'COMMIT'],
  ] as const)(
    'while a user enters the digits, %s: the panel shows digits or the list',
    async (_, stop, sql) => {
      const digits = await scan();
      await killCoreAt(stop, sql, () => enterDigits(anna, digits));
      expect(['pairing', 'documents']).toContain(panel.view.screen);
    },
  );
});

describe('the box is killed', () => {
  test.each([0, 5, 15, 30, 60, 120])(
    '%d ms after a touch on the button "Scan instead": no session is open',
    async (delayMs) => {
      await touchScan();
      await sleep(delayMs);
      await agent.kill();
      await agent.restart();
      expect((await world.query('SELECT 1 FROM panel_sessions WHERE ended_at IS NULL')).length).toBe(0);
    },
  );

  test('while the panel shows digits: it shows the same digits after the restart', async () => {
    const digits = await scan();
    await agent.kill();
    await agent.restart();
    panel.close();
    panel = await Panel.open(world.panelUrl('hall'));
    await panel.screen('pairing', (view) => view.code?.digits === digits);
    expect(panel.view.screen).toBe('pairing');
  });

  test.each([0, 5, 15, 30, 60])(
    '%d ms after a user entered the digits: they are accepted',
    async (delayMs) => {
      const digits = await scan();
      const given = enterDigits(anna, digits);
      await sleep(delayMs);
      await agent.kill();
      expect(await given).toBe(true);
      await agent.restart();
    },
  );

  test('and a user enters the digits before the restart: the panel then shows that user’s list', async () => {
    const digits = await scan();
    await agent.kill();
    expect(await enterDigits(anna, digits)).toBe(true);
    await agent.restart();
    panel.close();
    panel = await Panel.open(world.panelUrl('hall'));
    await panel.screen('documents', () => true, PATIENCE_MS);
    expect(await enterDigits(stranger, digits)).toBe(false);
  });
});

test('when NATS is down while a user enters the digits, the box learns it by polling core', async () => {
  const digits = await scan();
  await world.nats.kill();
  expect(await enterDigits(anna, digits)).toBe(true);
  await panel.screen('documents');
  await world.nats.restart();
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PrinterReport } from '@sixpence/contracts/agent/gateway';
import type { OwnPrintersAnswer } from '@sixpence/contracts/http/own-printers';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { NearbyPrintersService } from '@sixpence/core/nearby/nearby-printers.service';
import { money } from '@sixpence/money/money';
import { shiftClock } from '../../support/builders/ledger.js';
import { ReleaseWorld, type TestSite } from '../../support/worlds/release.js';
import { TestAgentSocket } from '../../support/worlds/sockets.js';
import { until } from '../../support/until.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
});
afterAll(() => after.disposeAsync());

const pence = (minor: number) => money(minor, 'GBP');

/** A signed-in user who printed at the hall. */
async function aUserWhoPrinted() {
  site = await world.aSite({ slugs: ['attic', 'hall', 'library'] });
  const { userId, cookie } = await world.core.signedIn(`${randomUUID()}@example.com`);
  await world.credits.grant({
    owner: userId,
    amount: pence(1_000),
    key: `test:${userId}`,
    reason: 'a test begins',
  });
  const documentId = await world.aDocument(userId, { pages: 3, colorPages: [2], isColor: true });
  await world.print(site, await world.logIn(site, userId));
  const ask = async () => {
    const answer = await world.core.call('GET', '/own-printers', { cookie });
    expect(answer.status).toBe(200);
    return (await answer.json()) as OwnPrintersAnswer;
  };
  return { userId, documentId, ask };
}

function report(slug: string, said: Partial<PrinterReport> = {}): Promise<void> {
  return world.printers.report(site.agent.id, {
    printerId: site.printers[slug]!,
    state: 'idle',
    reasons: [],
    accepting: true,
    color: true,
    duplex: true,
    formats: [],
    makeAndModel: 'Test',
    ...said,
  });
}

test('a user who never printed has no printers, and the call needs a session', async () => {
  const { cookie } = await world.core.signedIn(`${randomUUID()}@example.com`);
  const answer = await world.core.call('GET', '/own-printers', { cookie });
  expect(await answer.json()).toEqual({ documents: [], printers: [] });
  expect((await world.core.call('GET', '/own-printers')).status).toBe(401);
});

test('the printers of a site are listed with their state, the last used one first', async () => {
  const { userId, ask } = await aUserWhoPrinted();
  await report('hall', { state: 'stopped', reasons: ['media-empty'], duplex: false });
  await report('library', { accepting: false });
  const { printers } = await ask();
  expect(printers.map(({ name, state, reasons }) => [name, state, reasons])).toEqual([
    ['hall', 'stopped', ['media-empty']],
    ['attic', 'unreachable', []],
    ['library', 'stopped', []],
  ]);
  expect(printers[0]).toMatchObject({ color: true, duplex: false });
  expect(printers[1]).toMatchObject({ color: null, duplex: null });
  await report('library');
  await report('attic', { state: 'unreachable', accepting: false });
  expect((await ask()).printers.map(({ state }) => state)).toEqual(['stopped', 'unreachable', 'idle']);
  await world.print(site, await world.logIn(site, userId, 'library'));
  expect((await ask()).printers.map(({ name }) => name)).toEqual(['library', 'hall', 'attic']);
});

test('each printer has the same price for every document as its panel', async () => {
  const { userId, documentId, ask } = await aUserWhoPrinted();
  await report('hall');
  await report('library', { color: false });
  const { documents, printers } = await ask();
  expect(documents).toEqual([{ orderId: documentId, revision: 1, side: '1-Sided', isColor: true }]);
  const prices = Object.fromEntries(printers.map(({ name, prices }) => [name, prices]));
  expect(prices).toEqual({ hall: [pence(30)], library: [pence(15)], attic: [pence(30)] });
  const atThePanel = await world.logIn(site, userId, 'library');
  expect(atThePanel.documents.map(({ price }) => price)).toEqual(prices['library']);
});

test('a printer is online while its box is connected, and for a minute afterwards', async () => {
  const { ask } = await aUserWhoPrinted();
  const online = async () => (await ask()).printers.map((printer) => printer.online);
  expect(await online()).toEqual([false, false, false]);
  const box = await TestAgentSocket.of(world.core.url, site.agent);
  await until(async () => !(await online()).includes(false));
  await box.wire.close();
  await shiftClock(world.database, `${lifeSeconds.agentSight} seconds`);
  expect(await online()).toEqual([false, false, false]);
  // The printers of a revoked box are offline at once, even if it was just connected.
  await world.agents.markSeen([site.agent.id]);
  expect(await online()).toEqual([true, true, true]);
  await world.agents.revoke(site.agent.id);
  expect(await online()).toEqual([false, false, false]);
});

test('a site stays in the user’s list for 90 days after the last print there', async () => {
  const { userId } = await aUserWhoPrinted();
  const printers = world.core.app.get(NearbyPrintersService);
  const own = async () => [
    (await printers.printersOf(userId)).printers.length,
    await printers.sitesOf(userId),
  ];
  await shiftClock(world.database, `${lifeSeconds.ownSite - 60} seconds`);
  expect(await own()).toEqual([3, [site.id]]);
  await shiftClock(world.database, '60 seconds');
  expect(await own()).toEqual([0, []]);
});

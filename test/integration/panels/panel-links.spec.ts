import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PanelLinksService } from '@sixpence/core/sites/panel-links.service';
import { PrintersService } from '@sixpence/core/sites/printers.service';
import { shiftClock } from '../../support/builders/ledger.js';
import { ReleaseWorld, type TestSite } from '../../support/worlds/release.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let site: TestSite;
let links: PanelLinksService;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  site = await world.aSite();
  links = world.core.app.get(PanelLinksService);
});
afterAll(() => after.disposeAsync());

const wrong = { code: 'panel-link.wrong' };
const hall = () => site.printers['hall']!;
const use = (code: string, printerId = hall(), requestId = randomUUID(), agentId = site.agent.id) =>
  links.useLink(agentId, { requestId, printerId, code });

test('a link pairs one device, also when many open it at once; the same request gets the same answer again', async () => {
  const code = await links.make(hall());
  const requests = Array.from({ length: 12 }, () => randomUUID());
  const answers = await Promise.allSettled(requests.map((requestId) => use(code, hall(), requestId)));
  const paired = requests.filter((_, turn) => answers[turn]?.status === 'fulfilled');
  expect(paired).toHaveLength(1);
  await expect(use(code, hall(), paired[0])).resolves.toBe(0);
  await expect(use(code)).rejects.toMatchObject(wrong);
});

test('a link works for its printer, at its box, for a day', async () => {
  const code = await links.make(hall());
  await expect(use(code, site.printers['library'])).rejects.toMatchObject(wrong);
  const other = await world.aSite();
  await expect(use(code, other.printers['hall'], randomUUID(), other.agent.id)).rejects.toMatchObject(wrong);
  await expect(use(code, hall(), randomUUID(), other.agent.id)).rejects.toMatchObject({
    code: 'printer.unknown',
  });
  await shiftClock(world.database, '1 day');
  await expect(use(code)).rejects.toMatchObject(wrong);
  await expect(use('')).rejects.toMatchObject(wrong);
});

test('a reusable link pairs several devices for a year, and is stored only as a hash', async () => {
  const code = await links.make(hall(), { reusable: true });
  await use(code);
  await shiftClock(world.database, '364 days');
  await use(code);
  const rows: object[] = await world.database.query('SELECT * FROM panel_links');
  expect(JSON.stringify(rows)).not.toContain(code);
  // Making a link deletes expired links.
  expect(rows).toHaveLength(1);
  await shiftClock(world.database, '1 day');
  await expect(use(code)).rejects.toMatchObject(wrong);
});

test('ending all pairings of a panel also ends its unused links, and its box is told the panel’s new pairing round', async () => {
  const lost = await links.make(hall());
  const other = await links.make(site.printers['library']!);
  await links.endAllPairings(hall());
  await expect(use(lost)).rejects.toMatchObject(wrong);
  await expect(use(other, site.printers['library'])).resolves.toBe(0);
  await expect(use(await links.make(hall()))).resolves.toBe(1);
  const printers = await world.core.app.get(PrintersService).printersOfAgent(site.agent.id);
  expect(printers.map(({ slug, pairingRound }) => [slug, pairingRound])).toEqual([
    ['hall', 1],
    ['library', 0],
  ]);
});

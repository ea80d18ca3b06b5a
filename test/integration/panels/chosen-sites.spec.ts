import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { liveNews } from '@sixpence/contracts/events/news';
import { PersonalDataService } from '@sixpence/core/platform/personal-data/personal-data.service';
import { ChosenSitesService } from '@sixpence/core/nearby/chosen-sites.service';
import { NearbyPrintersService } from '@sixpence/core/nearby/nearby-printers.service';
import { money } from '@sixpence/money/money';
import { asOwner } from '../../support/core/database.js';
import { ReleaseWorld, type TestSite } from '../../support/worlds/release.js';
import { TestSocket } from '../../support/worlds/sockets.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: ReleaseWorld;
let chosen: ChosenSitesService;

beforeAll(async () => {
  world = after.use(await ReleaseWorld.start());
  chosen = world.core.app.get(ChosenSitesService);
});
afterAll(() => after.disposeAsync());

const aPerson = () => world.core.signedIn(`${randomUUID()}@example.com`);
const printersOf = async (userId: string) =>
  (await world.core.app.get(NearbyPrintersService).printersOf(userId)).printers.map(({ id }) => id);
const printersAt = (site: TestSite) => Object.values(site.printers).toSorted();

test('a chosen site shows its printers, with the prices of the user’s documents there, until it is removed', async () => {
  const site = await world.aSite();
  const { userId, cookie } = await aPerson();
  await world.aDocument(userId, { pages: 2 });
  expect(await printersOf(userId)).toEqual([]);
  const answer = await world.core.call('POST', '/choose-site', {
    cookie,
    body: { siteId: site.id, chosen: true },
  });
  expect(answer.status).toBe(200);
  expect((await printersOf(userId)).toSorted()).toEqual(printersAt(site));
  expect(await printersOf((await aPerson()).userId)).toEqual([]);
  const { printers } = await world.core.app.get(NearbyPrintersService).printersOf(userId);
  expect(printers[0]?.prices).toEqual([{ minor: 10, currency: 'GBP' }]);
  await chosen.chooseSite(userId, { siteId: site.id, chosen: true });
  const another = await world.aSite();
  await chosen.chooseSite(userId, { siteId: another.id, chosen: true });
  await chosen.chooseSite(userId, { siteId: site.id, chosen: false });
  await chosen.chooseSite(userId, { siteId: site.id, chosen: false });
  expect((await printersOf(userId)).toSorted()).toEqual(printersAt(another));
  // A site without prices shows its printers without them.
  await asOwner(world.database, 'DELETE FROM price_lists');
  const unpriced = await world.core.app.get(NearbyPrintersService).printersOf(userId);
  expect(unpriced.printers.map((printer) => 'prices' in printer)).toEqual([false, false]);
});

test('the printers of sites at which the user printed come first, then those of the last chosen site, eight in all', async () => {
  const slugs = ['a', 'b', 'c', 'd'];
  const sites = await Promise.all([1, 2].map(() => world.aSite({ slugs })));
  const names: { id: string }[] = await world.database.query(
    'SELECT id FROM sites WHERE id = ANY($1) ORDER BY name',
    [sites.map(({ id }) => id)],
  );
  const [first, last] = names.map(({ id }) => sites.find((site) => site.id === id)!);
  const used = await world.aSite({ slugs: ['hall'] });
  const { userId } = await aPerson();
  for (const site of [first!, last!]) await chosen.chooseSite(userId, { siteId: site.id, chosen: true });
  const inOrder = (site: TestSite) => slugs.map((slug) => site.printers[slug]!);
  expect(await printersOf(userId)).toEqual([...inOrder(last!), ...inOrder(first!)]);
  const amount = money(100, 'GBP');
  await world.credits.grant({ owner: userId, amount, key: userId, reason: 'a test' });
  await world.aDocument(userId);
  await world.print(used, await world.logIn(used, userId));
  const most = [used.printers['hall'], ...inOrder(last!), ...inOrder(first!).slice(0, 3)];
  expect(await printersOf(userId)).toEqual(most);
});

test('a site is found by letters of its name or organisation, and a user’s choice does not affect other users', async () => {
  const site = await world.aSite();
  const [{ userId }, other] = [await aPerson(), await aPerson()];
  const { name } = (
    await world.database.query<{ name: string }[]>('SELECT name FROM sites WHERE id = $1', [site.id])
  )[0]!;
  await chosen.chooseSite(userId, { siteId: site.id, chosen: true });
  const found = { id: site.id, name, organisation: 'Tests' };
  expect(await chosen.findSites(userId, name.toUpperCase())).toEqual([{ ...found, chosen: true }]);
  expect(await chosen.findSites(other.userId, name.slice(3, 20))).toEqual([{ ...found, chosen: false }]);
  expect(await chosen.findSites(userId, '')).toEqual([{ ...found, chosen: true }]);
  expect(await chosen.findSites(other.userId, '')).toEqual([]);
  expect(await chosen.findSites(userId, '%')).toEqual([]);
  const { cookie } = await world.core.signedIn(`${randomUUID()}@example.com`);
  const answer = await world.core.call('GET', `/find-sites?name=${encodeURIComponent(` ${name} `)}`, {
    cookie,
  });
  expect(await answer.json()).toEqual({ sites: [{ ...found, chosen: false }] });
});

test('an unknown site and an eleventh site are refused, also when sites are chosen at the same moment', async () => {
  const { userId } = await aPerson();
  const none = { siteId: randomUUID(), chosen: true };
  await expect(chosen.chooseSite(userId, none)).rejects.toMatchObject({ code: 'site.unknown' });
  const sites = [];
  for (let count = 0; count < 20; count += 1) sites.push(await world.aSite({ slugs: [] }));
  const choices = await Promise.allSettled(
    sites.slice(0, 12).map(({ id }) => chosen.chooseSite(userId, { siteId: id, chosen: true })),
  );
  const refused = choices.flatMap((choice) =>
    choice.status === 'rejected' ? [choice.reason as unknown] : [],
  );
  expect(refused).toEqual([1, 2].map(() => expect.objectContaining({ code: 'site.full' })));
  const ten = await chosen.findSites(userId, '');
  expect(ten).toHaveLength(10);
  expect(ten.map(({ name }) => name)).toEqual(ten.map(({ name }) => name).toSorted());
  // A chosen site may be chosen again, and after a site is removed another one can be chosen.
  const [first, second] = ten;
  await chosen.chooseSite(userId, { siteId: first!.id, chosen: true });
  await chosen.chooseSite(userId, { siteId: second!.id, chosen: false });
  await chosen.chooseSite(userId, { siteId: sites.at(-1)!.id, chosen: true });
  expect(await chosen.findSites(userId, '')).toHaveLength(10);
  // The organisation of all test sites has more sites than a list shows.
  expect(await chosen.findSites(userId, 'tests')).toHaveLength(20);
});

test('a user who chose a site gets live news of its printers at once', async () => {
  const site = await world.aSite();
  const { userId, cookie } = await aPerson();
  const headers = { cookie, origin: world.core.config.PUBLIC_URL };
  const url = `${world.core.url.replace('http', 'ws')}/live`;
  const socket = await TestSocket.open(url, (text) => liveNews.parse(JSON.parse(text)), { headers });
  await chosen.chooseSite(userId, { siteId: site.id, chosen: true });
  await socket.hears(({ type }) => type === 'missed');
  let color = true;
  const hears = socket.hears(({ type }) => type === 'printer');
  const telling = setInterval(() => {
    color = !color;
    void world.printers.report(site.agent.id, {
      ...{
        printerId: site.printers['hall']!,
        state: 'idle',
        reasons: [],
        accepting: true,
        color,
        duplex: true,
      },
      formats: ['application/pdf'],
      makeAndModel: 'Test',
    });
  }, 100);
  const news = await hears.finally(() => clearInterval(telling));
  expect(news).toMatchObject({ printer: { id: site.printers['hall'], name: 'hall' } });
  await socket.close();
});

test('a chosen site is in the user’s data export, and is deleted with the account', async () => {
  const sites = [await world.aSite(), await world.aSite()];
  const [{ userId }, other] = [await aPerson(), await aPerson()];
  // The order of the choices is not the order of their ids.
  const ids = sites
    .map(({ id }) => id)
    .toSorted()
    .toReversed();
  for (const siteId of ids) await chosen.chooseSite(userId, { siteId, chosen: true });
  await chosen.chooseSite(other.userId, { siteId: ids[0]!, chosen: true });
  const personal = world.core.app.get(PersonalDataService);
  expect((await personal.exportEverything(world.database, userId))['chosenSites']).toEqual(
    ids.map((siteId) => ({ siteId, chosenAt: expect.any(Date) })),
  );
  await world.database.transaction((tx) => personal.forgotten.notify(tx, userId, []));
  expect([await chosen.findSites(userId, ''), await chosen.findSites(other.userId, '')]).toMatchObject([
    [],
    [{ id: ids[0] }],
  ]);
});

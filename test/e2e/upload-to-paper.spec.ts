import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { launchBrowser, screenshot } from '../support/browser/browser.js';
import { expectAllIsWell, revenue } from '../support/worlds/invariants.js';
import { PanelPage, SitePage } from '../support/browser/pages.js';
import { aPdf, pageCount } from '../support/documents/pdf.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/worlds/world.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;
let site: SitePage;
let panel: PanelPage;

beforeAll(async () => {
  world = await startWorld({ printers: ['hall'] });
  after.defer(() => world.stop());
  const browser = await launchBrowser();
  after.defer(() => browser.close());
  site = await SitePage.signIn(browser, world);
  panel = await PanelPage.open(browser, world.panelUrl('hall'));
});
afterAll(() => after.disposeAsync());
beforeEach(() => {
  world.printer().control({ pagesPerSecond: 10 });
});

const balance = async () => (await world.signIn()).balance();

test('a three-page document goes from the site to paper, and exactly its pages are paid [rows 2, 7, 10]', async () => {
  const [before, earned] = [await balance(), await revenue(world)];
  await site.upload('thesis.pdf', await aPdf({ pages: 3, title: 'Thesis' }), 3);
  await screenshot(site.page, 'dashboard-ready');
  await panel.logIn(await site.getCode());
  const picture = panel.page.getByRole('checkbox').filter({ hasText: 'thesis.pdf' }).locator('img');
  await until(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
  const pictureUrl = await picture.evaluate((image: HTMLImageElement) => image.src);
  await screenshot(panel.page, 'panel-documents');
  await panel.print('thesis.pdf');
  await panel.page.getByText('Printed 3 pages').first().waitFor();
  await panel.page.getByText('thesis.pdf').first().waitFor();
  await screenshot(panel.page, 'panel-done');

  const [job] = world.printer().jobs().slice(-1);
  expect(job).toMatchObject({ impressionsCompleted: 3, outcome: 'completed', mediaType: 'application/pdf' });
  expect(await pageCount(readFileSync(job!.document))).toBe(3);
  expect(await balance()).toBeCloseTo(before - 0.15, 10);
  expect((await revenue(world)) - earned).toBe(15);

  const news = site.page.getByRole('region', { name: 'At the printer' });
  await news.getByText('Printed 3 pages for £0.15.').waitFor();
  await panel.leave();
  expect((await panel.page.request.get(pictureUrl)).status()).toBe(404);
  await expectAllIsWell(world);
});

test('sides and colour chosen on the site reach the printer and change the price [rows 5, 385, 386, 387]', async () => {
  await site.upload('poster.pdf', await aPdf({ pages: 2, colorPages: [1], title: 'Poster' }), 2);
  const cases = [
    { side: '1-Sided', color: 'Black-White', sides: 'one-sided', mode: 'monochrome', price: '£0.10' },
    {
      side: '2-Sided',
      color: 'Black-White',
      sides: 'two-sided-long-edge',
      mode: 'monochrome',
      price: '£0.08',
    },
    { side: '1-Sided', color: 'Color', sides: 'one-sided', mode: 'color', price: '£0.25' },
    { side: '2-Sided', color: 'Color', sides: 'two-sided-long-edge', mode: 'color', price: '£0.20' },
  ] as const;
  for (const { side, color, sides, mode, price } of cases) {
    await site.choose(side);
    await site.choose(color);
    await panel.logIn(await site.getCode());
    await panel.print('poster.pdf');
    await panel.page.getByText('Printed 2 pages').first().waitFor();
    expect(world.printer().jobs().at(-1)).toMatchObject({ sides, printColorMode: mode });
    await site.page.getByText(`Printed 2 pages for ${price}.`).first().waitFor();
    await panel.leave();
  }
  await expectAllIsWell(world);
});

test('when the printer aborts after two of three pages, the third is returned and the user sees why', async () => {
  world.printer().control({ pagesPerSecond: 10, fault: { kind: 'abort', atPage: 3 } });
  const before = await balance();
  await site.upload('letter.pdf', await aPdf({ pages: 3, title: 'Letter' }), 3);
  await site.choose('1-Sided');
  await site.choose('Black-White');
  await panel.logIn(await site.getCode());
  await panel.print('letter.pdf');

  for (const { page } of [panel, site]) {
    await page.getByText('Printed 2 of 3 pages. £0.05 is back in your balance.').first().waitFor();
    await page.getByText('The printer gave up on the job.').first().waitFor();
  }
  await screenshot(panel.page, 'panel-partial');
  await screenshot(site.page, 'dashboard-partial');
  expect(await balance()).toBeCloseTo(before - 0.1, 10);
  await panel.leave();
  await expectAllIsWell(world);
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PanelView } from '@sixpence/contracts/agent/panel';
import type { Page } from 'playwright-core';
import { storyViews } from '../../../printer-agent/panel/src/story-views.js';
import { launchBrowser, openWindow } from '../../support/browser/browser.js';
import { misplaced } from '../../support/browser/placed.js';
import { ShownPanel } from '../../support/browser/shown-panel.js';
import { tabThrough } from '../../support/browser/tabbing.js';
import { faultsOf, Watched } from '../../support/browser/watched.js';

const sizes = [
  { width: 800, height: 480 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
];
const [smallest] = sizes as [(typeof sizes)[number]];

const attract = storyViews['attract']!;
const keypad = storyViews['keypad']!;
/** Disposes of the started parts, the last first, even if the start failed. */
const after = new AsyncDisposableStack();
let shown: ShownPanel;
const pages = new Map<string, Page>();
let shownBefore = 0;

beforeAll(async () => {
  shown = after.use(await ShownPanel.start(attract));
  const browser = await launchBrowser();
  after.defer(() => browser.close());
  for (const language of ['en', 'de']) {
    const context = await openWindow(browser, { viewport: smallest, reducedMotion: 'reduce' });
    await context.addInitScript((chosen) => localStorage.setItem('sixpence.language', chosen), language);
    const page = await context.newPage();
    await Watched.begin(page);
    await page.goto(shown.url);
    pages.set(language, page);
  }
});
afterAll(() => after.disposeAsync());

/** Draws one screen of the panel again. */
async function draw(page: Page, view: PanelView, largeType: boolean): Promise<void> {
  for (const next of [view.screen === 'attract' ? keypad : attract, view]) {
    shownBefore += 1;
    const name = `${next.printer.name} ${shownBefore}`;
    shown.show({ ...next, printer: { ...next.printer, name } });
    await page.getByText(name, { exact: true }).waitFor();
  }
  if (largeType) await page.locator('header button[aria-pressed]').first().click();
}

/** @returns the layout faults of the drawn screen in each of these sizes */
async function layoutFaults(page: Page, chosen: typeof sizes): Promise<string[]> {
  const faults: string[] = [];
  for (const size of chosen) {
    if (chosen.length > 1) await page.setViewportSize(size);
    faults.push(...(await misplaced(page)).map((fault) => `${size.width}×${size.height}: ${fault}`));
  }
  if (chosen.length > 1) await page.setViewportSize(smallest);
  return faults;
}

/**
 * The checks of each screen. The smallest size is checked in each language and type. Sizes, light and dark,
 * and Tab are checked only with the shortest and the longest texts, as other texts do not change their
 * result.
 */
const variants = [
  { language: 'en', type: 'normal', sizes, scheme: 'light', tab: true },
  { language: 'en', type: 'large', sizes: [smallest] },
  { language: 'de', type: 'normal', sizes: [smallest] },
  { language: 'de', type: 'large', sizes, scheme: 'dark' },
] as const;

const names = Object.keys(storyViews).filter((name) => name !== 'lost');

test.each(names)(
  'the screen "%s" fits every size, language, and type; axe finds no fault, and Tab reaches all',
  async (name) => {
    const faults: string[] = [];
    // The screens of a stopped printer differ only in text and pictures: the slow checks run for one of them.
    const { screen, printer } = storyViews[name]!;
    const isVariantOfStopped = name !== 'media-jam' && screen === 'printing' && printer.state === 'stopped';
    for (const variant of variants) {
      const page = pages.get(variant.language)!;
      const watched = await Watched.begin(page);
      const faultsOfVariant: string[] = [];
      await draw(page, storyViews[name]!, variant.type === 'large');
      faultsOfVariant.push(...(await layoutFaults(page, [...variant.sizes])));
      const boxes = await page.getByRole('checkbox', { disabled: false }).all();
      for (const box of boxes) await box.click();
      if (boxes.length > 0) faultsOfVariant.push(...(await layoutFaults(page, [...variant.sizes])));
      if ('scheme' in variant && !isVariantOfStopped)
        faultsOfVariant.push(...(await faultsOf(page, [variant.scheme])));
      if ('tab' in variant && !isVariantOfStopped) faultsOfVariant.push(...(await tabThrough(page)));
      faultsOfVariant.push(...(await watched.end()).complaints);
      faults.push(...faultsOfVariant.map((fault) => `${variant.language}, ${variant.type}: ${fault}`));
    }
    expect(faults).toEqual([]);
  },
);

test('a lost connection to the box is shown above every screen', async () => {
  await shown[Symbol.asyncDispose]();
  const faults: string[] = [];
  for (const page of pages.values()) {
    await page.setViewportSize(smallest);
    await page.getByRole('alert').last().waitFor();
    faults.push(...(await misplaced(page)), ...(await faultsOf(page)));
  }
  expect(faults).toEqual([]);
});

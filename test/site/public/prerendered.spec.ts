import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  addressesOf,
  documentTitle,
  isPublic,
  type Page as SitePage,
  pages,
} from '@sixpence/contracts/pages';
import type { Content } from '@sixpence/content/content';
import { contents } from '@sixpence/content/contents';
import { linesOf } from '@sixpence/content/plain-text';
import { checkout } from '@sixpence/sandbox/checkout';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openWindow } from '../../support/browser/browser.js';
import { asVisitor, screens } from '../../support/browser/site.js';
import { SiteServer, visitHeader } from '../../support/browser/site-server.js';

const publicPages = (pages as readonly SitePage[]).filter(isPublic);
const addresses = publicPages.flatMap((page) => addressesOf(page).map((address) => ({ address, page })));

/** The limit for the compressed script of a public page, for the sake of cheap phones. */
const maxKilobytes = 120;

const after = new AsyncDisposableStack();
let browser: Browser;
let site: SiteServer;
beforeAll(async () => {
  site = after.use(await SiteServer.start());
  browser = await launchBrowser();
  after.defer(() => browser.close());
});
afterAll(() => after.disposeAsync());

test('without script each public page has its title, its heading, and all lines of its text', async () => {
  const context = await openWindow(browser, { javaScriptEnabled: false });
  const window = await context.newPage();
  for (const { address, page } of addresses) {
    await window.goto(site.url + address);
    const title = await window.title();
    const heading = await window.locator('h1').first().innerText();
    // A page with a form has a notice that the form needs script.
    const text = withSingleSpaces(await window.locator('body').innerText());
    const missingLines = linesOf(contentOf(page)?.blocks ?? []).filter(
      (line) => !text.includes(withSingleSpaces(line)),
    );
    expect({
      address,
      title,
      isHeaded: heading !== '',
      isSubstantial: text.length > 150,
      missingLines,
    }).toEqual({
      address,
      title: documentTitle(page),
      isHeaded: true,
      isSubstantial: true,
      missingLines: [],
    });
  }
  await context.close();
});

test('the script is small, and takes over the prerendered page without a redraw, a shift, or an error', async () => {
  const window = await watchedWindow();
  const complaints: string[] = [];
  const scripts = new Map<string, number>();
  window.on('pageerror', ({ message }) => complaints.push(message));
  window.on('console', (message) => {
    // The test's site server does not serve this call; that is no fault of the page.
    const isUnanswered = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isUnanswered) complaints.push(message.text());
  });
  for (const { address } of addresses) {
    await window.goto(site.url + address);
    await window.getByText(`© ${new Date().getFullYear()} Sixpence`).waitFor();
    expect({ address, ...(await observationsOf(window)) }).toEqual({ address, isFirst: true, moved: 0 });
    scripts.set(address, await scriptKilobytes(window));
  }
  const outsideLimits = [...scripts].filter(([, kilobytes]) => kilobytes > maxKilobytes || kilobytes < 50);
  expect([scripts.size, outsideLimits]).toEqual([addresses.length, []]);
  expect(complaints).toEqual([]);
  await window.context().close();
});

test('the Latin fonts load first, and a late font does not change a page that is already shown', () => {
  const built = join(checkout, 'web/dist');
  const page = readFileSync(join(built, 'index.html'), 'utf8');
  const fonts = [...page.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)].map(([, font]) => font);
  expect(fonts).toEqual([
    expect.stringMatching(/bricolage-grotesque-latin-wght/),
    expect.stringMatching(/instrument-sans-latin-wght/),
  ]);
  const styles = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(page)?.[1] ?? '';
  const displays = readFileSync(join(built, styles), 'utf8').match(/font-display:\w+/g) ?? [];
  expect([...new Set(displays)]).toEqual(['font-display:optional']);
});

test('a prerendered page shows the year of the browser’s clock [row 79]', async () => {
  const context = await openWindow(browser, {});
  await context.setExtraHTTPHeaders({ [visitHeader]: site.visit(asVisitor) });
  const window = await context.newPage();
  await window.clock.setFixedTime('2031-03-01T12:00:00Z');
  await window.goto(`${site.url}/what-we-do`);
  await window.getByText(/^© \d/).waitFor();
  expect(await window.getByText('©').innerText()).toBe('© 2031 Sixpence');
  await context.close();
});

test.each([
  ['/solutions', 'Brochure', 'Request brochure'],
  ['/how-to-top-up', 'No', 'Thank you. Tell us'],
])(
  'a press at %s before the script has loaded takes effect when it loads',
  async (address, button, expectedText) => {
    const context = await openWindow(browser, {});
    const answers = { ...asVisitor, 'POST /article-vote': { body: {} } };
    await context.setExtraHTTPHeaders({ [visitHeader]: site.visit(answers) });
    const window = await context.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await window.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await window.goto(site.url + address, { waitUntil: 'commit' });
    await window.getByRole('button', { name: button, exact: true }).click();
    release();
    const result = window.getByText(expectedText).first();
    await result.waitFor();
    expect(await result.isVisible()).toBe(true);
    await context.close();
  },
);

test("a press that React handles before the page's own script has loaded takes effect once", async () => {
  const context = await openWindow(browser, {});
  await context.setExtraHTTPHeaders({ [visitHeader]: site.visit(asVisitor) });
  const window = await context.newPage();
  await window.addInitScript(pressAsSoonAsHandled);
  await window.goto(`${site.url}/login`);
  await window.waitForFunction(() => !('pressed' in globalThis));
  expect(await window.locator('aside button[aria-expanded]').getAttribute('aria-expanded')).toBe('true');
  await context.close();
});

test.each(screens)(
  'buttons and links at the width of $screen do not move when the script loads',
  async ({ viewport }) => {
    const context = await openWindow(browser, { viewport });
    await context.setExtraHTTPHeaders({ [visitHeader]: site.visit(asVisitor) });
    const window = await context.newPage();
    for (const address of ['/', '/solutions', '/how-to-top-up']) {
      await window.route('**/assets/*.js', () => undefined);
      await window.goto(site.url + address, { waitUntil: 'commit' });
      await window.getByText('© Sixpence').waitFor({ state: 'attached' });
      await window.evaluate(() => document.fonts.ready);
      const drawn = await boxesOf(window);
      await window.unrouteAll();
      await window.goto(site.url + address);
      await window.getByText(`© ${new Date().getFullYear()} Sixpence`).waitFor();
      await window.evaluate(() => document.fonts.ready);
      const after = await boxesOf(window);
      const moved = drawn.filter((box) => !after.includes(box));
      expect({ address, moved }).toEqual({ address, moved: [] });
    }
    await context.close();
  },
);

test.each(['light', 'dark'] as const)(
  "the first paint follows a browser's preference for %s",
  async (colorScheme) => {
    const context = await openWindow(browser, { colorScheme });
    const window = await context.newPage();
    // The site's own script never loads, so the test sees the prerendered page.
    await window.route('**/assets/*.js', () => undefined);
    await window.goto(site.url, { waitUntil: 'commit' });
    await window.locator('h1').first().waitFor();
    const background = await window.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe({ light: 'rgb(251, 250, 247)', dark: 'rgb(20, 22, 42)' }[colorScheme]);
    await context.close();
  },
);

/** Presses the help button in the first task after React has attached its event listeners. */
function pressAsSoonAsHandled() {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const isListening = Object.keys(document.getElementById('root') ?? {}).length > 0;
    if (isListening) document.querySelector<HTMLElement>('aside button[aria-expanded]')?.click();
    else port2.postMessage(null);
  };
  port2.postMessage(null);
}

/** The position and size of each visible button and link. */
function boxesOf(window: Page): Promise<string[]> {
  return window.evaluate(() => {
    const all = [...document.querySelectorAll('a, button')];
    const visible = all.filter((element) => element.checkVisibility({ visibilityProperty: true }));
    return visible.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.textContent, ...[x, y, width, height].map(Math.round)].join(' ');
    });
  });
}

/** The size of a page's scripts, compressed by `gzip`. */
async function scriptKilobytes(window: Page): Promise<number> {
  const paths = await window.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const scripts = [...new Set(paths)].filter((path) => path.endsWith('.js'));
  const bytes = scripts.map((path) => gzipSync(readFileSync(join(checkout, 'web/dist', path))).length);
  return bytes.reduce((sum, length) => sum + length, 0) / 1024;
}

function contentOf(page: SitePage): Content | undefined {
  return contents.find(({ path }) => path === page.path);
}

/** Normalises white space. */
function withSingleSpaces(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** Opens a window that records its first `main` and its layout shifts. */
async function watchedWindow(): Promise<Page> {
  const context = await openWindow(browser, { viewport: screens[0].viewport });
  await context.setExtraHTTPHeaders({ [visitHeader]: site.visit(asVisitor) });
  const window = await context.newPage();
  await window.addInitScript(() => {
    const recorded = { main: null as Element | null, moved: 0 };
    Object.assign(globalThis, { recorded });
    new MutationObserver(() => (recorded.main ??= document.querySelector('main'))).observe(document, {
      childList: true,
      subtree: true,
    });
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as unknown as { value: number }[]) recorded.moved += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return window;
}

function observationsOf(window: Page) {
  return window.evaluate(() => {
    const { recorded } = globalThis as unknown as { recorded: { main: Element | null; moved: number } };
    // A shift below 0.02 is too small to see.
    const moved = recorded.moved < 0.02 ? 0 : recorded.moved;
    return { isFirst: recorded.main !== null && recorded.main === document.querySelector('main'), moved };
  });
}

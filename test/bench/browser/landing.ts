import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from '@sixpence/sandbox/checkout';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openWindow } from '../../support/browser/browser.js';
import { CoreApp } from '../../support/core/core-app.js';
import { report, type Figures, type Size } from '../figures.js';

const built = join(checkout, 'web/dist');
/** The "fast 4G" profile of Chromium's tools, and a processor with a quarter of this one's speed. */
const cheapPhone = {
  network: { offline: false, latency: 165, downloadThroughput: 1_012_500, uploadThroughput: 168_750 },
  slowdown: 4,
};

/**
 * Measures the time of the largest paint of the landing page on a cheap phone. The peer is the same site
 * without prerendered pages. Each visit starts with an empty cache.
 */
export async function landing(size: Size): Promise<Figures> {
  const rounds = size === 'whole' ? 9 : 1;
  const withoutPages = mkdtempSync(join(tmpdir(), 'sixpence-site-'));
  cpSync(built, withoutPages, { recursive: true });
  rmSync(join(withoutPages, 'pages'), { recursive: true });
  const browser = await launchBrowser();
  try {
    await using ours = await CoreApp.start({ SITE_DIR: built });
    await using peer = await CoreApp.start({ SITE_DIR: withoutPages });
    const times = { ours: [] as number[], peer: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.ours.push(await largestPaint(browser, ours.url));
      times.peer.push(await largestPaint(browser, peer.url));
    }
    const aim = '<= 1500 ms, and <= 0.7';
    const ratio = report('The largest paint of the landing page', {
      ...times,
      peerName: 'not prerendered',
      aim,
    });
    const { cookie } = await ours.signedIn('bench@example.com');
    console.log('Files of a page, compressed');
    const publicPage = await kilobytesOf(browser, ours.url);
    const scriptRatio = publicPage.script / publicPage.markup;
    console.log(`  public     ${publicPage.script.toFixed(0)} KB of JavaScript (aim: <= 120)`);
    console.log(`  public     ${publicPage.markup.toFixed(0)} KB of HTML and CSS`);
    console.log(`  ratio      ${scriptRatio.toFixed(2)}`);
    const dashboard = await kilobytesOf(browser, `${ours.url}/dashboard`, cookie);
    console.log(`  dashboard  ${dashboard.script.toFixed(0)} KB of JavaScript (aim: <= 250)`);
    return {
      ratio,
      'public KB': publicPage.script,
      'public script ratio': scriptRatio,
      'dashboard KB': dashboard.script,
    };
  } finally {
    await browser.close();
    rmSync(withoutPages, { recursive: true });
  }
}

/** Milliseconds from the start of the visit to the last "largest contentful paint". */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const page = await cheapPhonePage(browser);
  await page.goto(url, { waitUntil: 'networkidle' });
  const at = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  await page.context().close();
  return at;
}

async function cheapPhonePage(browser: Browser): Promise<Page> {
  const context = await openWindow(browser, { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', cheapPhone.network);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: cheapPhone.slowdown });
  return page;
}

/** The sizes of a page's JavaScript, and of its HTML and CSS together, as they are sent. */
async function kilobytesOf(
  browser: Browser,
  url: string,
  cookie?: string,
): Promise<{ script: number; markup: number }> {
  const context = await openWindow(browser, {});
  if (cookie !== undefined) {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url }]);
  }
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const files = await page.evaluate(() =>
    ['navigation', 'resource'].flatMap((type) =>
      (performance.getEntriesByType(type) as PerformanceResourceTiming[]).map(
        ({ name, entryType, encodedBodySize }) => ({
          kind: entryType === 'navigation' ? 'html' : new URL(name).pathname.split('.').at(-1),
          bytes: encodedBodySize,
        }),
      ),
    ),
  );
  await context.close();
  const kilobytes = (...kinds: string[]) =>
    files.filter(({ kind = '' }) => kinds.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  return { script: kilobytes('js'), markup: kilobytes('html', 'css') };
}

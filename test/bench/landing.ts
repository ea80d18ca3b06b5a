import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from '@sixpence/sandbox/checkout';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openWindow } from '../support/browser/browser.js';
import { CoreApp } from '../support/core/core-app.js';
import { report, type Figures, type Size } from './figures.js';

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
    console.log('JavaScript that a page fetches, compressed');
    const shown = await scriptKilobytes(browser, ours.url);
    console.log(`  public     ${shown.toFixed(0)} KB (aim: <= 120)`);
    const dashboard = await scriptKilobytes(browser, `${ours.url}/dashboard`, cookie);
    console.log(`  dashboard  ${dashboard.toFixed(0)} KB (aim: <= 250)`);
    return { ratio, 'public KB': shown, 'dashboard KB': dashboard };
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

async function scriptKilobytes(browser: Browser, url: string, cookie?: string): Promise<number> {
  const context = await openWindow(browser, {});
  if (cookie !== undefined) {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url }]);
  }
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const bytes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  await context.close();
  return bytes / 1024;
}

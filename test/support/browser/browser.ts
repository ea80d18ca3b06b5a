import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '@sixpence/sandbox/checkout';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { PATIENCE_MS } from '../eventually.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  // A page of a test lives for a second or two, so compiling its code better costs more than it saves.
  '--js-flags=--no-opt --no-maglev --no-sparkplug --single-threaded --min-semi-space-size=64 --max-semi-space-size=64',
];
const screenshots = join(checkout, '.data/screenshots');

/**
 * Starts Chromium without a window.
 * @throws Error that names the variable and the package when Chromium is missing
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: FLAGS, timeout: 2 * PATIENCE_MS });
}

/** A browser context with the tests' timeouts, in which nothing moves. */
export async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  // A service worker's answers would bypass the test's answers.
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  // Drawing an animation sixty times a second takes a quarter of a visit's work.
  await context.addInitScript(() => {
    const stopStyles = new CSSStyleSheet();
    stopStyles.replaceSync(
      '*, ::before, ::after { animation: none !important; transition: none !important }',
    );
    document.adoptedStyleSheets.push(stopStyles);
  });
  return context;
}

/**
 * Saves what the page shows now as `.data/screenshots/<name>.png`.
 * @returns the path
 */
export async function screenshot(page: Page, name: string): Promise<string> {
  mkdirSync(screenshots, { recursive: true });
  const path = join(screenshots, `${name}.png`);
  await page.screenshot({ path, fullPage: true });
  return path;
}

function chromiumPath(): string {
  const programs = ['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => `/usr/bin/${name}`);
  const path = [process.env['CHROMIUM'], ...programs].find(
    (candidate) => candidate !== undefined && existsSync(candidate),
  );
  if (path === undefined) {
    throw new Error(
      'No Chromium. npm test installs it where it may; else: apt-get install chromium-headless-shell, or set CHROMIUM.',
    );
  }
  return path;
}

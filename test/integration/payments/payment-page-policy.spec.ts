import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkout } from '@sixpence/sandbox/checkout';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, openWindow } from '../../support/browser/browser.js';
import { CoreApp } from '../../support/core/core-app.js';
import { Payments } from '../../support/builders/payments.js';

/** The origin of Stripe's own script and frames. */
const stripeJs = 'https://js.stripe.com';
const association = '7B227073704964223A22…\n';

/** Disposes of the started parts, the last first, even if the start failed. */
const after = new AsyncDisposableStack();
let payments: Payments;
let core: CoreApp;
let browser: Browser;
let cookie: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-wallet-'));
  after.defer(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'association');
  writeFileSync(file, association);
  payments = after.use(await Payments.start());
  core = after.use(
    await CoreApp.start({
      ...payments.variables,
      // As with a real account: the script has its usual address.
      STRIPE_SCRIPT_URL: '',
      SITE_DIR: join(checkout, 'web/dist'),
      APPLE_PAY_DOMAIN_FILE: file,
    }),
  );
  ({ cookie } = await core.signedIn('anna@example.com'));
  browser = await launchBrowser();
  after.defer(() => browser.close());
});
afterAll(() => after.disposeAsync());

/** A window that routes Stripe's addresses to the stand-in. */
async function windowAtStripe(): Promise<BrowserContext> {
  const context = await openWindow(browser, { viewport: { width: 1280, height: 800 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: core.url }]);
  await context.route(/^https:/, async (route) => {
    const { pathname, search, origin } = new URL(route.request().url());
    if (origin !== stripeJs)
      return route.fulfill({ body: '', headers: { 'access-control-allow-origin': '*' } });
    const response = await route.fetch({ url: `${payments.url}${pathname}${search}` });
    return route.fulfill({ response });
  });
  return context;
}

function violationsOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) seen.push(message.text());
  });
  return seen;
}

test("with Stripe's own addresses the form opens and pays without a violation of the page's policy", async () => {
  await using window = await windowAtStripe();
  const page = await window.newPage();
  const violations = violationsOf(page);
  await page.goto(`${core.url}/credits`);
  await page.getByLabel('Top-up amount').selectOption('5');
  const form = page.frameLocator('iframe[title="Secure payment input frame"]');
  await form.getByLabel('Card number').fill('4242 4242 4242 4242');
  await form.getByLabel('Expiration date').fill('1234');
  await form.getByLabel('Security code').fill('123');
  expect(page.frames().map((frame) => new URL(frame.url()).origin)).toContain(stripeJs);
  await page.getByRole('checkbox', { name: /I agree to the/ }).check();
  await page.getByRole('button', { name: 'PAY £5' }).click();
  await page.getByText('Thank you! Payment was successful.').waitFor();

  // Calls that Stripe's form makes and the stand-in's does not.
  const reached = await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.src = 'https://hooks.stripe.com/three_d_secure';
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
    return (await fetch('https://api.stripe.com/v1/elements')).status;
  });
  expect(reached).toBe(200);
  expect(violations).toEqual([]);

  const elsewhere = page.evaluate(() => fetch('https://elsewhere.example').then(String, String));
  expect(await elsewhere).toContain('Failed to fetch');
  expect(violations.join()).toContain('elsewhere.example');
});

test("Apple's domain association file is served, and without one the address answers 404", async () => {
  const path = '/.well-known/apple-developer-merchantid-domain-association';
  const found = await core.call('GET', path);
  expect(found.status).toBe(200);
  expect(await found.text()).toBe(association);
  await using other = await CoreApp.start();
  for (const accept of ['*/*', 'text/html']) {
    expect((await other.call('GET', path, { headers: { accept } })).status).toBe(404);
  }
});

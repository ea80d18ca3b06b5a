import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { holdCall, openDashboard } from '../../support/browser/dashboard.js';
import { atEachWidth, expectToFit, screens, siteForTests } from '../../support/browser/site.js';

const site = siteForTests();
const loginCode = '**/assets/login-page-*.js';

describe.each(screens)('on $screen', ({ viewport }) => {
  test('a script that a deployment has replaced reloads the tab, and the page shows', async () => {
    const page = await site.open({ address: '/', viewport });
    let requestCount = 0;
    // The route stays for the whole visit: removing it during the reload can leave a request without an
    // answer.
    await page.route(loginCode, (route) =>
      ++requestCount === 1 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    const loads = countLoads(page);
    await page.getByRole('link', { name: 'Sign In' }).click();
    await page.getByLabel('E-mail').waitFor();
    expect(loads.count).toBe(1);
    await site.leave(page);
  });

  test('a script that stays missing reloads the tab once; then the page shows an error below its header', async () => {
    const page = await site.open({ address: '/', viewport });
    await page.route(loginCode, (route) => route.fulfill({ status: 404 }));
    const loads = countLoads(page);
    await page.getByRole('link', { name: 'Sign In' }).click();
    await page.getByText('Something on this page did not work.', { exact: true }).waitFor();
    expect(loads.count).toBe(1);
    await expectToFit(page);
    await page.getByRole('link', { name: 'Solutions' }).click();
    await page.getByRole('heading', { name: 'Solutions' }).waitFor();
    await page.goBack();
    await page.unroute(loginCode);
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByLabel('E-mail').waitFor();
    expect(loads.count).toBe(2);
    await site.leave(page);
  });
});

const optionalParts = [
  {
    name: 'help',
    code: '**/assets/help-panel-*.js',
    open: (page: Page) => page.getByRole('complementary').getByRole('button'),
    closeButton: 'Close help',
  },
  {
    name: 'a form',
    code: '**/assets/contact-form-*.js',
    open: (page: Page) => page.getByRole('button', { name: 'Contact', exact: true }),
    closeButton: 'Close',
  },
];

test.each(optionalParts)(
  'if the script of $name is missing, the rest of the page still works: an upload continues',
  async ({ code, open, closeButton }) => {
    const page = await openDashboard(site, []);
    const bytes = await holdCall(page, '/storage/first');
    const uploaded = { preSignedUrl: '/storage/first', orderId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70' };
    await page.route('**/file-upload', (route) => route.fulfill({ json: uploaded }));
    await page.route(code, (route) => route.fulfill({ status: 404 }));
    const file = { name: 'first.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
    await page.getByLabel('Upload documents here').setInputFiles([file]);
    await bytes.untilAsked();
    const loads = countLoads(page);
    await open(page).click();
    await page.getByText('This could not be opened.', { exact: true }).waitFor();
    await atEachWidth(page, () => expectToFit(page));
    await page.getByRole('button', { name: closeButton, exact: true }).click();
    await page.getByText('This could not be opened.', { exact: true }).waitFor({ state: 'hidden' });
    const sent = page.waitForResponse('**/storage/first');
    await bytes.answer(200);
    expect((await sent).status()).toBe(200);
    expect(loads.count).toBe(0);
    await site.leave(page);
  },
);

/** Counts the loads of the tab since this call. */
function countLoads(page: Page): { count: number } {
  const loads = { count: 0 };
  page.on('load', () => loads.count++);
  return loads;
}

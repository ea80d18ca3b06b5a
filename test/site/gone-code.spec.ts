import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectToFit, screens, siteForTests } from '../support/site.js';

const site = siteForTests();
const loginCode = '**/assets/login-page-*.js';

describe.each(screens)('on $screen', ({ viewport }) => {
  test('code that a deployment has replaced reloads the tab, and the page comes', async () => {
    const page = await site.open({ address: '/', viewport });
    let asked = 0;
    // The route stays for the whole visit: to take it away while the tab reloads can leave a request without an answer.
    await page.route(loginCode, (route) =>
      ++asked === 1 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    const loads = countLoads(page);
    await page.getByRole('link', { name: 'Sign In' }).click();
    await page.getByLabel('E-mail').waitFor();
    expect(loads.count).toBe(1);
    await site.leave(page);
  });

  test('code that stays away reloads once only; then the page says so inside its frame', async () => {
    const page = await site.open({ address: '/', viewport });
    await page.route(loginCode, (route) => route.fulfill({ status: 404 }));
    const loads = countLoads(page);
    await page.getByRole('link', { name: 'Sign In' }).click();
    await page.getByText('Something on this page did not work.', { exact: true }).waitFor();
    expect(loads.count).toBe(1);
    await expectToFit(page);
    await page.getByRole('link', { name: 'Solutions' }).click();
    await page.getByRole('heading', { name: 'Solutions' }).waitFor();
    await site.leave(page);
  });
});

/** How often the tab has been loaded from here on. */
function countLoads(page: Page): { count: number } {
  const loads = { count: 0 };
  page.on('load', () => loads.count++);
  return loads;
}

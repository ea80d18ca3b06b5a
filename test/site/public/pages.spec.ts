import { describe, expect, test } from '@jest/globals';
import { documentTitle, type Page, pageAt, pages } from '@sixpence/contracts/pages';
import { asPayer } from '../../support/browser/credits.js';
import { asReader } from '../../support/browser/reading.js';
import { serveStripe } from '../../support/peers/stripe-script.js';
import { addressOf, asVisitor, screens, siteForTests } from '../../support/browser/site.js';

const site = siteForTests();
const allPages: readonly Page[] = pages;

describe.each(screens)('on $screen', ({ viewport }) => {
  test.each(allPages.filter(({ area }) => area === 'guarded'))(
    '$path leads to /login without a session',
    async ({ path }) => {
      const page = await site.open({ address: path, viewport, answers: asVisitor });
      await page.waitForURL('**/login');
      expect(addressOf(page)).toBe('/login');
      await site.leave(page);
    },
  );
});

test.each(['/dashboard', '/credits', '/help', '/qrlogin'])(
  'a signed-in person can use %s [row 362]',
  async (address) => {
    const page = await site.open({ address, answers: { ...asReader, ...asPayer }, prepare: serveStripe });
    await page.locator('main h1').waitFor();
    expect([addressOf(page), await page.title()]).toEqual([address, documentTitle(pageAt(address)!)]);
    await site.leave(page);
  },
);

test.each([
  ['/no-such-page', 61],
  ['/Dashboard/x', 61],
])('the unknown address %s leads to / [row %i]', async (address) => {
  const page = await site.open({ address });
  await page.getByRole('link', { name: 'Start here' }).waitFor();
  expect(addressOf(page)).toBe('/');
  await site.leave(page);
});

import { describe, expect, test } from '@jest/globals';
import { addressesOf, documentTitle, type Page as SitePage, pageAt, pages } from '@sixpence/contracts/pages';
import type { Page } from 'playwright-core';
import { asPayer } from '../../support/browser/credits.js';
import { asReader } from '../../support/browser/reading.js';
import { serveStripe } from '../../support/peers/stripe-script.js';
import {
  addressOf,
  asPerson,
  asVisitor,
  expectToFit,
  screens,
  siteForTests,
} from '../../support/browser/site.js';

const site = siteForTests();
const allPages: readonly SitePage[] = pages;
const notBuilt = allPages.filter(({ built }) => !built);

describe.each(screens)('on $screen', ({ viewport }) => {
  test('a page that is not built says so at its own address, with a way back', async () => {
    const shown = [];
    const window = await site.open({ address: '/', viewport, answers: asPerson });
    for (const page of notBuilt) {
      for (const address of addressesOf(page)) {
        await window.goto(new URL(address, window.url()).href);
        await window.getByText('This page is not ready yet; we are working on it.').waitFor();
        shown.push(await whatIsShown(window));
        await expectToFit(window);
      }
    }
    const expected = notBuilt.flatMap((page) =>
      addressesOf(page).map((address) => ({
        address,
        tab: documentTitle(page),
        heading: page.title,
        back: page.area === 'guarded' ? '/dashboard' : '/',
      })),
    );
    expect(shown).toEqual(expected);
    await site.leave(window);
  });

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

async function whatIsShown(page: Page) {
  return {
    address: addressOf(page),
    tab: await page.title(),
    heading: await page.getByRole('heading', { level: 1 }).textContent(),
    back: await page.getByRole('link', { name: /^Back to/ }).getAttribute('href'),
  };
}

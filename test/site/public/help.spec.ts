import { expect, test } from '@jest/globals';
import { type Page as SitePage, pages } from '@sixpence/contracts/pages';
import type { Page } from 'playwright-core';
import { addressOf, asPerson, asVisitor, screens, siteForTests } from '../../support/browser/site.js';
import { asReader, widthsThatStickOut } from '../../support/browser/reading.js';
import { faultsOf } from '../../support/browser/watched.js';

const site = siteForTests();
const articles = (pages as readonly SitePage[]).filter(({ area }) => area === 'article');

test('the Help Center has three columns with a link to each of the 17 articles [rows 40, 160, 162, 163, 164, 165]', async () => {
  const page = await site.open({ address: '/help', answers: asPerson });
  await page.getByRole('heading', { level: 1, name: 'Help Center' }).waitFor();
  const columns = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(columns).toEqual(['FAQ', 'How to Use', 'Troubleshooting']);
  const links: string[] = [];
  for (const name of columns) {
    const hrefs = page.getByRole('region', { name }).getByRole('link');
    links.push(...(await hrefs.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))));
  }
  expect(links.toSorted()).toEqual(articles.map(({ path }) => path).toSorted());
  expect(links.length).toBe(17);
  expect([await widthsThatStickOut(page), await faultsOf(page)]).toEqual([[], []]);
  await site.leave(page);
});

test('without a session the Help Center leads to /login [rows 161, 366]', async () => {
  const page = await site.open({ address: '/help', answers: asVisitor });
  await page.waitForURL('**/login');
  expect(addressOf(page)).toBe('/login');
  await site.leave(page);
});

test('the search shows results while the user types, and by keyboard alone a result leads to the answer', async () => {
  const page = await site.open({
    address: '/help',
    viewport: screens[0].viewport,
    answers: { ...asReader, ...asPerson },
  });
  const field = page.getByRole('searchbox', { name: 'Search the help' });
  await field.focus();
  await page.keyboard.type('code has expired');
  const first = answers(page).first();
  await first.waitFor();
  expect(await first.textContent()).toContain('I cannot log in at the printer');
  await page
    .getByRole('status')
    .filter({ hasText: /^\d answers?$/ })
    .waitFor();
  expect([await widthsThatStickOut(page), await faultsOf(page)]).toEqual([[], []]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'I cannot log in at the printer' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#expired');
  await page.waitForFunction(() => document.activeElement?.id === 'expired');
  await site.leave(page);
});

test('if the script of the search is missing, the page reports it, and the list of articles stays', async () => {
  const page = await site.open({ address: '/help', answers: asPerson });
  await page.route('**/assets/help-index-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('searchbox').fill('code');
  await page.getByText('The search could not be opened.').waitFor();
  expect([await answers(page).count(), addressOf(page)]).toEqual([0, '/help']);
  expect(await page.getByRole('region', { name: 'FAQ' }).getByRole('link').count()).toBeGreaterThan(0);
  await site.leave(page);
});

test('a search without a result shows advice', async () => {
  const page = await site.open({ address: '/help', answers: asPerson });
  await page.getByRole('searchbox').fill('qwxzv');
  await page.getByText('Nothing found for “qwxzv”.').waitFor();
  await page.getByText('Try one plain word').waitFor();
  expect(await answers(page).count()).toBe(0);
  await site.leave(page);
});

function answers(page: Page) {
  return page.getByRole('search').getByRole('link');
}

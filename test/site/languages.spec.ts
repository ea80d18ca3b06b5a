import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openDashboard, rowOf, thesis } from '../support/dashboard.js';
import { siteForTests } from '../support/site.js';

const site = siteForTests();

const choose = async (page: Page, language: string) => {
  await page.getByRole('button', { name: language, exact: true }).click();
  await page.waitForLoadState();
};
const langOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

test('a visitor reads German, finds it again on the next page, and goes back to English', async () => {
  const page = await site.open({ address: '/' });
  await choose(page, 'Deutsch');
  await page.getByRole('heading', { name: 'Sechs Ziffern, und es druckt.' }).waitFor();
  expect([await langOf(page), await page.title()]).toEqual([
    'de',
    'Sixpence: überall drucken mit sechs Ziffern',
  ]);
  await page.goto(new URL('/login', page.url()).href);
  await page.getByLabel('Passwort').waitFor();
  await choose(page, 'English');
  await page.getByLabel('Password').waitFor();
  expect(await langOf(page)).toBe('en-GB');
  await site.leave(page);
});

test('the dashboard speaks German, with dates and amounts as they are written there', async () => {
  const page = await openDashboard(site, [{ ...thesis, totalPages: 3 }]);
  await choose(page, 'Deutsch');
  await page.getByRole('heading', { name: 'So drucken Sie' }).waitFor();
  const row = rowOf(page, 'thesis.pdf');
  await row.getByText('3 Seiten').waitFor();
  await row.getByText('Einseitig, Schwarz-weiß').waitFor();
  await page
    .getByText(/^10,00\s£$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Code holen' }).waitFor();
  expect(await langOf(page)).toBe('de');
  await site.leave(page);
});

test('an article says that it is in English, and is marked so', async () => {
  const page = await site.open({ address: '/how-to-top-up' });
  await choose(page, 'Deutsch');
  await page.getByText('Diesen Text gibt es bisher nur auf Englisch.').waitFor();
  expect(await page.locator('article [lang="en-GB"]').count()).toBe(2);
  await site.leave(page);
});

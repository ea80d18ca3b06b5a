import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openDashboard, rowOf, thesis } from '../../support/browser/dashboard.js';
import { asPerson, asVisitor, siteForTests } from '../../support/browser/site.js';

const site = siteForTests();

const choose = async (page: Page, language: string) => {
  await page.getByRole('button', { name: language, exact: true }).click();
  await page.waitForLoadState();
};
const langOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

test('the choice of German lasts for the next page, and the visitor can return to English', async () => {
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

/** The files with German texts that a page has loaded, without their hashes. */
function germanFilesOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /([\w-]*words\.de)-[\w-]+\.js$/.exec(name)?.[1] ?? [])
      .toSorted(),
  );
}

test('each page loads its own German texts, and only if German is chosen', async () => {
  const page = await site.open({ address: '/' });
  await page.getByText(/© \d{4}/).waitFor();
  expect(await germanFilesOf(page)).toEqual([]);
  await choose(page, 'Deutsch');
  await page.getByRole('heading', { name: 'Sechs Ziffern, und es druckt.' }).waitFor();
  expect(await germanFilesOf(page)).toEqual(['landing-words.de', 'words.de']);
  await page.getByRole('link', { name: 'Anmelden' }).click();
  await page.getByLabel('Passwort').waitFor();
  expect(await germanFilesOf(page)).toEqual(['landing-words.de', 'login-words.de', 'words.de']);
  await page.getByRole('button', { name: 'Kontakt' }).click();
  await page.getByRole('dialog', { name: 'Kontakt' }).getByLabel('Vorname').waitFor();
  expect(await germanFilesOf(page)).toContain('enquiries-words.de');
  await site.leave(page);
});

test('a page whose German texts a deployment has replaced reloads the tab, and is German', async () => {
  const page = await site.open({ address: '/' });
  await choose(page, 'Deutsch');
  await page.getByRole('heading', { name: 'Sechs Ziffern, und es druckt.' }).waitFor();
  let requestCount = 0;
  await page.route('**/assets/login-words.de-*.js', (route) =>
    ++requestCount === 1 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.getByRole('link', { name: 'Anmelden' }).click();
  await page.getByLabel('Passwort').waitFor();
  expect(requestCount).toBe(2);
  await site.leave(page);
});

test('if the German texts of all pages are missing, the page is English', async () => {
  const page = await site.open({ address: '/' });
  await page.route('**/assets/words.de-*.js', (route) => route.fulfill({ status: 404 }));
  await choose(page, 'Deutsch');
  await page.getByRole('heading', { name: 'Six digits, and it prints.' }).waitFor();
  await page.getByRole('button', { name: 'Contact Us' }).click();
  await page.getByLabel('First name').waitFor();
  expect(await langOf(page)).toBe('en-GB');
  await site.leave(page);
});

test('the dashboard in German has German dates and amounts', async () => {
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

test('on the German site an English article has a notice, and is marked as English', async () => {
  const page = await site.open({ address: '/how-to-top-up' });
  await choose(page, 'Deutsch');
  await page.getByText('Diesen Text gibt es bisher nur auf Englisch.').waitFor();
  expect(await page.locator('article :is(h1, div)[lang="en-GB"]').count()).toBe(2);
  await site.leave(page);
});

test('the forms in German translate titles and countries, and still send the English country', async () => {
  const page = await site.open({ address: '/what-we-do' });
  await choose(page, 'Deutsch');
  for (const [button, title] of [
    ['Kontakt', 'Kontakt'],
    ['Broschüre', 'Broschüre anfordern'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    const form = page.getByRole('dialog', { name: title });
    const germany = form.getByRole('option', { name: 'Deutschland', exact: true });
    expect(await germany.getAttribute('value')).toBe('Germany');
    await page.keyboard.press('Escape');
  }
  await site.leave(page);
});

test('the button that shows a password is also German', async () => {
  const page = await site.open({ address: '/login' });
  await choose(page, 'Deutsch');
  const show = page.getByRole('button', { name: 'Eingabe zeigen' });
  await show.waitFor();
  expect(await page.getByRole('button', { name: 'Show what is typed' }).count()).toBe(0);
  await site.leave(page);
});

test.each([
  ['the Help Center', '/help', asPerson, () => Promise.resolve()],
  ['the list of articles after an article', '/how-to-remove-pages', asVisitor, () => Promise.resolve()],
  [
    'the help in its corner',
    '/credits',
    { ...asPerson, 'GET /chat': { body: { provided: false } } },
    (page: Page) => page.getByRole('button', { name: 'Brauchen Sie Hilfe?' }).click(),
  ],
  [
    'the list of search results',
    '/login',
    { ...asVisitor, 'GET /chat': { body: { provided: false } } },
    async (page: Page) => {
      await page.getByRole('button', { name: 'Brauchen Sie Hilfe?' }).click();
      await page.getByRole('searchbox').fill('balance');
    },
  ],
])('%s has its English texts marked as English for screen readers', async (_, address, answers, action) => {
  const page = await site.open({ address, answers });
  await choose(page, 'Deutsch');
  await action(page);
  await page.getByRole('link', { name: /^How / }).first().waitFor();
  const langs = await page.locator('main, aside').evaluateAll((regions) =>
    regions
      .flatMap((region) => [...region.querySelectorAll('a, p, h2')])
      .filter((element) => /\b(?:what|how|the|page)\b/i.test(element.textContent))
      .map((element) => `${element.closest('[lang]')?.getAttribute('lang')}: ${element.textContent}`),
  );
  expect(langs.filter((lang) => !lang.startsWith('en-GB'))).toEqual([]);
  await site.leave(page);
});

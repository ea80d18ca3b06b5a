import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openCredits, sentTo, someEntries, statementOf } from '../../support/browser/credits.js';
import { untilDrawn } from '../../support/browser/dashboard.js';
import { addressOf, expectToFit, screens, siteForTests } from '../../support/browser/site.js';
import type { Answer } from '../../support/browser/site-server.js';

const site = siteForTests();
const empty = 'No transactions in the selected period';

test('the statement opens and closes, and loads nothing before a period is chosen [rows 136–139, 295–297]', async () => {
  const page = await openCredits(site);
  const requests = sentTo(page, '/user-account-statement');
  const toggle = page.getByRole('button', { name: 'Account statement' });
  const period = page.getByRole('combobox', { name: 'Period' });
  expect(await period.isVisible()).toBe(false);
  await toggle.click();
  expect(await period.inputValue()).toBe('select_period');
  expect(
    await period
      .locator('option')
      .evaluateAll((options) =>
        options.map((option) => [(option as HTMLOptionElement).value, option.textContent]),
      ),
  ).toEqual([
    ['select_period', 'Select a period'],
    ['last_month', 'Current month'],
    ['last_6_months', 'Last 6 months'],
    ['last_12_months', 'Last 12 months'],
  ]);
  await untilDrawn(page);
  expect(requests).toEqual([]);
  for (const value of ['last_month', 'last_6_months', 'last_12_months']) {
    const answered = page.waitForResponse('**/user-account-statement');
    await period.selectOption(value);
    await answered;
  }
  expect(requests).toEqual([
    { period: 'last_month', currency: 'GBP' },
    { period: 'last_6_months', currency: 'GBP' },
    { period: 'last_12_months', currency: 'GBP' },
  ]);
  await toggle.click();
  expect(await period.isVisible()).toBe(false);
  await site.leave(page);
});

test('the statement is a table, newest first, with grants of staff as Top Up Admin [rows 140, 141]', async () => {
  const page = await openStatement({ body: statementOf(...someEntries.toReversed()) });
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Type', 'Pages', 'Amount', 'Date']);
  const rows = page.getByRole('table').locator('tbody tr');
  expect(await rows.locator('td:nth-child(-n+3)').allTextContents()).toEqual([
    ...['thesis.pdf1 in colour1 page did not come out: £0.05 came back.', '3', '-£0.30'],
    ...['Top-up by card ending in 4242Receipt', '', '+£5.00'],
    ...['Top Up Admin', '', '+£10.00'],
  ]);
  expect(
    await rows.locator('time').evaluateAll((times) => times.map((time) => time.getAttribute('datetime'))),
  ).toEqual(someEntries.map(({ timeStamp }) => timeStamp));
  await site.leave(page);
});

test('the statement may also be an array without an object around it', async () => {
  const page = await openStatement({ body: someEntries });
  await page.getByText('Top Up Admin').waitFor();
  expect(await page.locator('tbody tr').count()).toBe(3);
  await site.leave(page);
});

test('on a phone the rows of the statement expand [row 143]', async () => {
  const page = await openStatement({ body: statementOf(...someEntries) }, screens[0].viewport);
  const row = page.getByRole('listitem').filter({ hasText: 'thesis.pdf' });
  await row.waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  expect(await row.getByText('Pages').isVisible()).toBe(false);
  await row.getByRole('button').click();
  expect(await row.getByText('Pages', { exact: true }).isVisible()).toBe(true);
  expect(await row.locator('dd').first().textContent()).toBe('3');
  await expectToFit(page);
  await row.getByRole('button').click();
  expect(await row.getByText('Pages').isVisible()).toBe(false);
  const topUp = page.getByRole('listitem').filter({ hasText: 'Top-up by card' });
  await topUp.getByRole('button').click();
  expect(await topUp.locator('dd').allTextContents()).toEqual(['none', '+£5.00', expect.any(String)]);
  await site.leave(page);
});

test('an empty period is announced [row 142]', async () => {
  const page = await openStatement({ body: statementOf() });
  await page.getByText(empty).waitFor();
  expect(await page.getByText('could not be loaded').count()).toBe(0);
  await site.leave(page);
});

test.each<[string, Answer]>([
  ['fails', { status: 500 }],
  ['is refused', { status: 403 }],
  ['gets no answer', 'no-connection'],
])('a statement that %s shows as an empty list [row 442]', async (_, answer) => {
  const page = await openStatement(answer);
  await page.getByText(empty).waitFor();
  await page.getByText('The statement could not be loaded just now.').waitFor();
  expect(addressOf(page)).toBe('/credits');
  await page.route('**/user-account-statement', (route) =>
    route.fulfill({ json: statementOf(...someEntries) }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Top Up Admin').waitFor();
  await site.leave(page);
});

test.each<[string, Answer]>([
  ['401', { status: 401, body: { message: 'The session is over. Please sign in.' } }],
  ['500 whose message names the session', { status: 500, body: { message: 'Invalid Session' } }],
])('an ended session (%s) leads to /login [row 443]', async (_, answer) => {
  const page = await openStatement(answer);
  await page.waitForURL('**/login');
  expect(addressOf(page)).toBe('/login');
  await site.leave(page);
});

test('the session is checked before a statement is loaded', async () => {
  const page = await openCredits(site);
  const requests = sentTo(page, '/user-account-statement');
  await page.getByRole('button', { name: 'Account statement' }).click();
  await untilDrawn(page);
  await page.route('**/validate-session', (route) => route.fulfill({ json: { valid: false } }));
  await page.getByRole('combobox', { name: 'Period' }).selectOption('last_month');
  await page.waitForURL('**/login');
  expect(requests).toEqual([]);
  await site.leave(page);
});

test('further pages of rows are loaded on demand', async () => {
  const page = await openStatement({ body: { orders: someEntries.slice(0, 2), cursor: 'after-2' } });
  await page.getByText('thesis.pdf').waitFor();
  const requests = sentTo(page, '/user-account-statement');
  await page.route('**/user-account-statement', (route) =>
    route.fulfill({ json: statementOf(...someEntries.slice(2)) }),
  );
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('Top Up Admin').waitFor();
  expect(await page.locator('tbody tr').count()).toBe(3);
  expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
  expect(requests).toEqual([{ period: 'last_month', currency: 'GBP', cursor: 'after-2' }]);
  await site.leave(page);
});

test('the loaded rows stay if the next page cannot be loaded', async () => {
  const page = await openStatement({ body: { orders: someEntries.slice(0, 2), cursor: 'after-2' } });
  await page.getByText('thesis.pdf').waitFor();
  await page.route('**/user-account-statement', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('The statement could not be loaded just now.').waitFor();
  expect(await page.locator('tbody tr').count()).toBe(2);
  await page.unroute('**/user-account-statement');
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.locator('tbody tr').nth(3).waitFor();
  await site.leave(page);
});

describe("the statement's files", () => {
  test.each([
    ['PDF', '/statement-file?period=last_month&currency=GBP&format=pdf', 'sixpence-statement-last_month.pdf'],
    ['CSV', '/statement-file?period=last_month&currency=GBP&format=csv', 'sixpence-statement-last_month.csv'],
    ['Receipt', `/receipt/${someEntries[1]!.receipt}`, 'sixpence-receipt.pdf'],
  ])('%s is saved as a download', async (name, address, fileName) => {
    const page = await openStatement({ body: statementOf(...someEntries) });
    await page.route(`**${address}`, (route) => route.fulfill({ body: 'bytes' }));
    const link = page.getByRole('link', { name, exact: true });
    expect(await link.getAttribute('href')).toBe(address);
    const download = page.waitForEvent('download');
    await link.click();
    expect((await download).suggestedFilename()).toBe(fileName);
    await site.leave(page);
  });

  test('a file that cannot be loaded is announced', async () => {
    const page = await openStatement({ body: statementOf(...someEntries) });
    await page.getByRole('link', { name: 'PDF' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe(
      'The file could not be had just now. Try again in a moment.',
    );
    await site.leave(page);
  });
});

/** Opens the statement of this month with this answer. */
async function openStatement(answer: Answer, viewport?: (typeof screens)[number]['viewport']): Promise<Page> {
  const answers = { 'POST /user-account-statement': answer };
  const page = await openCredits(site, { answers, ...(viewport ? { viewport } : {}) });
  await choosePeriod(page);
  return page;
}

async function choosePeriod(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account statement' }).click();
  await page.getByRole('combobox', { name: 'Period' }).selectOption('last_month');
}

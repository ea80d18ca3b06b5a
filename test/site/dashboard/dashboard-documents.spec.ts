import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  alertsOn,
  busyPrinters,
  essay,
  holdCall,
  listing,
  minutes,
  openDashboard,
  rowOf,
  servePictures,
  thesis,
  untilDrawn,
  usableOn,
} from '../../support/browser/dashboard.js';
import { screenshot } from '../../support/browser/browser.js';
import { addressOf, siteForTests } from '../../support/browser/site.js';
import { turningIn } from '../../support/browser/turning.js';
import { until } from '../../support/until.js';

const site = siteForTests();

test('when the documents cannot be loaded, the page shows an error, and the user can try again', async () => {
  const page = await openDashboard(site, [], { 'GET /fetch-documents': { status: 403 } });
  await page.getByText('Your documents could not be loaded.').waitFor();
  expect(await page.getByText('Nothing here yet').count()).toBe(0);
  await page.route('**/fetch-documents', (route) => route.fulfill({ json: listing(thesis) }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await rowOf(page, 'thesis.pdf').waitFor();
  expect(await alertsOn(page)).toEqual([]);
  await site.leave(page);
});

test.each([
  ['2-Sided', '/set-print-sides', { sideOption: 'yes' }, '2-Sided, Black-White'],
  ['Color', '/set-print-color', { colorOption: 'Color' }, '1-Sided, Color'],
])(
  '%s shows in every row before the server answers, and a failure of its call shows no error [rows 242–244, 433]',
  async (option, path, body, summary) => {
    const page = await openDashboard(site, [thesis, essay]);
    const call = await holdCall(page, path);
    await page.getByText(option, { exact: true }).click();
    await call.untilAsked();
    expect(await page.getByText(summary).count()).toBe(2);
    expect(call.bodies).toEqual([JSON.stringify(body)]);
    await call.answer(500);
    await untilDrawn(page);
    expect(await page.getByText(summary).count()).toBe(2);
    expect(await alertsOn(page)).toEqual([]);
    await site.leave(page);
  },
);

test('a deleted document disappears at once, the call follows, and a failure of the call shows no error [rows 239, 240, 434]', async () => {
  const page = await openDashboard(site, [thesis, essay]);
  const call = await holdCall(page, '/delete-document');
  await page.getByRole('button', { name: 'Delete thesis.pdf' }).click();
  await rowOf(page, 'thesis.pdf').waitFor({ state: 'detached' });
  await call.untilAsked();
  expect(call.bodies).toEqual([JSON.stringify({ documents: [{ orderId: thesis.orderId }] })]);
  await call.answer(500);
  await untilDrawn(page);
  expect(await rowOf(page, 'thesis.pdf').count()).toBe(0);
  expect(await alertsOn(page)).toEqual([]);
  await site.leave(page);
});

test('an upload has a row at once, disables other actions, and is polled until it is ready [rows 203, 222–224, 228]', async () => {
  const page = await openBusy();
  const address = await holdCall(page, '/file-upload');
  const bytes = await holdCall(page, '/storage/token');
  const metadata = await holdCall(page, '/fetch-file-metadata?uid=*');
  await pick(page, 'new.pdf');
  expect(await turningIn(rowOf(page, 'new.pdf'))).toBeGreaterThan(0);
  await address.untilAsked();
  expect(Object.keys(JSON.parse(address.bodies[0] ?? '') as object).sort()).toEqual([
    'fileSize',
    'fileType',
    'originalFileName',
  ]);
  await address.answer(200, { preSignedUrl: '/storage/token', orderId: minutes.orderId });
  await rowOf(page, 'new.pdf').getByText('Sending').waitFor();
  expect(await turningIn(rowOf(page, 'new.pdf'))).toBeGreaterThan(0);
  const bar = rowOf(page, 'new.pdf').locator('*:has(> [role=progressbar])');
  expect((await bar.boundingBox())?.width).toBeGreaterThan(0);
  await bytes.untilAsked();
  expect(await usableOn(page)).toEqual(['Do not send new.pdf']);
  await bytes.answer(200);
  await metadata.untilAsked();
  expect(await usableOn(page)).toEqual(actions);
  await site.leave(page);
});

test.each([
  { status: 401 },
  { status: 403 },
  { status: 403, body: { code: 'account.unknown', message: 'There is no account with this address.' } },
  { status: 403, body: { code: 'request.origin', message: 'This call is only for pages of the service.' } },
])('an upload that is answered %j leads to /login [row 428]', async (answer) => {
  const page = await openDashboard(site, [], { 'POST /file-upload': answer });
  await pick(page, 'new.pdf');
  await page.waitForURL('**/login');
  expect(addressOf(page)).toBe('/login');
  await site.leave(page);
});

test('while pages are removed the row shows it and other actions are disabled; then all remaining pages are ticked [rows 229, 236, 238]', async () => {
  const page = await openBusy();
  const call = await holdCall(page, '/remove-pages');
  await page.getByRole('button', { name: 'See the pages of essay.pdf' }).click();
  await rowOf(page, 'thesis.pdf').getByRole('checkbox', { name: 'Page 2', exact: true }).click();
  await page.getByRole('button', { name: 'Close the pages of thesis.pdf' }).click();
  await call.untilAsked();
  await rowOf(page, 'thesis.pdf').getByText('Taking pages out').waitFor();
  expect([await turningIn(rowOf(page, 'thesis.pdf')), await turningIn(rowOf(page, 'essay.pdf'))]).toEqual([
    1, 0,
  ]);
  expect(await usableOn(page)).toEqual([]);
  const pages = { status: 'ready' as const, totalPages: 2, pagePreviews: thesis.pagePreviews.slice(0, 2) };
  const shorter = listing({ ...thesis, ...pages, revision: 2 }, essay);
  await page.route('**/fetch-file-metadata?uid=*', (route) => route.fulfill({ json: pages }));
  await page.route('**/fetch-documents', (route) => route.fulfill({ json: shorter }));
  await call.answer(200, { status: 'success', success: true });
  await rowOf(page, 'thesis.pdf').getByText('2 pages').waitFor();
  await page.getByRole('button', { name: 'See the pages of thesis.pdf' }).click();
  const tiles = rowOf(page, 'thesis.pdf').getByRole('checkbox', { name: /^Page \d$/ });
  const ticks = await tiles.evaluateAll((found) => found.map((tile) => tile.getAttribute('aria-checked')));
  expect(ticks).toEqual(['true', 'true']);
  await site.leave(page);
});

test('of several files the last is on top, as it is the newest in every other session', async () => {
  const page = await openDashboard(site, [thesis]);
  const address = await holdCall(page, '/file-upload');
  await pick(page, 'first.pdf', 'second.pdf', 'third.pdf');
  await address.untilAsked();
  const names = await page.getByText(/^(first|second|third|thesis)\.pdf$/).allTextContents();
  expect(names).toEqual(['third.pdf', 'second.pdf', 'first.pdf', 'thesis.pdf']);
  await address.answer(401);
  await page.waitForURL('**/login');
  await site.leave(page);
});

test("the order of documents lasts for the browser's session [rows 241, 461]", async () => {
  const page = await openDashboard(site, [thesis, essay]);
  const names = () =>
    page
      .getByRole('listitem')
      .getByTitle(/\.pdf$/)
      .allTextContents();
  await rowOf(page, 'essay.pdf').waitFor();
  const savedOrder = () => page.evaluate(() => sessionStorage.getItem('sixpence.document-order'));
  await until(async () => (await savedOrder()) === `${thesis.orderId} ${essay.orderId}`);
  await page.route('**/fetch-documents', (route) => route.fulfill({ json: listing(essay, thesis) }));
  await page.reload();
  await rowOf(page, 'essay.pdf').waitFor();
  expect(await names()).toEqual(['thesis.pdf', 'essay.pdf']);
  await site.leave(page);
  const otherPage = await openDashboard(site, [essay, thesis]);
  await rowOf(otherPage, 'essay.pdf').waitFor();
  expect(
    await otherPage
      .getByRole('listitem')
      .getByTitle(/\.pdf$/)
      .allTextContents(),
  ).toEqual(['essay.pdf', 'thesis.pdf']);
  await site.leave(otherPage);
});

test('a landscape page has a landscape tile [row 459]', async () => {
  const page = await openDashboard(site, [thesis]);
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="212"/>';
  await page.route('**/document-pages/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
  await page.getByRole('button', { name: 'See the pages of thesis.pdf' }).click();
  const size = async () => {
    const box = await page.getByRole('checkbox', { name: 'Page 1', exact: true }).boundingBox();
    return [box?.width, box?.height].map((length) => Math.round(length ?? 0)).join(' by ');
  };
  await until(async () => (await size()) === '150 by 106');
  await site.leave(page);
});

async function pick(page: Page, ...names: string[]): Promise<void> {
  const files = names.map((name) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }));
  await page.getByLabel('Upload documents here').setInputFiles(files);
}

/** All actions on the dashboard that `openBusy` opens. */
const actions = [
  ...['Copy address', '1-Sided', '2-Sided', 'Black-White', 'Color'],
  expect.stringMatching(/^Upload documents here/),
  ...['Move thesis.pdf: up and down', 'Close the pages of thesis.pdf', 'Delete thesis.pdf'],
  ...['Page 1', 'Look at page 1 closely', 'Page 2', 'Look at page 2 closely'],
  ...['Page 3', 'Look at page 3 closely'],
  ...['Move essay.pdf: up and down', 'See the pages of essay.pdf', 'Delete essay.pdf'],
  ...['Copy', 'Reset Code', 'Show 1 more', 'Close', 'Close the search'],
  ...['Name of the place', 'Show Demo library'],
];

/** A dashboard with open pages, a code, a search for a place, and news of printers. */
async function openBusy(): Promise<Page> {
  const expiresAt = new Date(Date.now() + 300_000).toISOString();
  const place = { id: essay.orderId, name: 'Demo library', organisation: 'Demo', chosen: false };
  const answers = {
    'POST /create-code': { body: { code: '370877', expiresAt } },
    'GET /find-sites': { body: { sites: [place] } },
  };
  const page = await openDashboard(site, [thesis, essay], answers, busyPrinters());
  await servePictures(page);
  for (const name of ['Get code', 'Got it', 'Choose a place', 'See the pages of thesis.pdf'])
    await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Show Demo library' }).waitFor();
  return page;
}

test('printed pages show as excluded, and a click includes a page again', async () => {
  const page = await openDashboard(site, [minutes]);
  await servePictures(page);
  await rowOf(page, 'minutes.pdf').getByText('Pages 3–5 (the first 2 were printed)').waitFor();
  await page.getByRole('button', { name: 'See the pages of minutes.pdf' }).click();
  await page.getByText(/^3 pages print. Printed pages are left out/).waitFor();
  await page.getByRole('checkbox', { name: 'Page 2, printed' }).click();
  await page.getByText('4 pages print. One of them was printed before and will be paid for again.').waitFor();
  await screenshot(page, 'dashboard-rest');
  const call = await holdCall(page, '/remove-pages');
  await page.getByRole('button', { name: 'Close the pages of minutes.pdf' }).click();
  await call.untilAsked();
  expect(call.bodies.map((body) => JSON.parse(body ?? '') as unknown)).toEqual([
    { uid: minutes.orderId, pages_to_extract: [1, 2, 3], put_back: [2] },
  ]);
  await call.answer(500);
  await site.leave(page);
});

import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  alertsOn,
  essay,
  holdCall,
  listing,
  openDashboard,
  rowOf,
  thesis,
  untilDrawn,
} from '../../support/browser/dashboard.js';
import { addressOf, screens, siteForTests } from '../../support/browser/site.js';
import { until } from '../../support/until.js';

const site = siteForTests();

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click();
const seePages = press('See the pages of thesis.pdf');
const untickPage2 = (page: Page) => page.getByRole('checkbox', { name: 'Page 2', exact: true }).click();
const moveHandle = (page: Page, name: string) =>
  page.getByRole('button', { name: `Move ${name}: up and down` });
const openLargeView = press('Look at page 1 closely');
const option = (name: string) => (page: Page) => page.getByText(name, { exact: true }).click();
const upload = (page: Page) =>
  page
    .getByLabel('Upload documents here')
    .setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
const code = { code: '370877', expiresAt: new Date(Date.now() + 300_000).toISOString() };
const getCode = async (page: Page) => {
  await press('Get code')(page);
  await press('Got it')(page);
};

test.each([
  ['opening the pages of a document', [], seePages],
  ['ticking a page', [seePages], untickPage2],
  ['closing the pages', [seePages, untickPage2], press('Close the pages of thesis.pdf')],
  ['opening the large view of a page', [seePages], openLargeView],
  ['turning a page of the large view', [seePages, openLargeView], press('Next page')],
  [
    'turning a page of the large view by a key',
    [seePages, openLargeView],
    (page: Page) => page.keyboard.press('ArrowRight'),
  ],
  ['closing the large view', [seePages, openLargeView], (page: Page) => page.keyboard.press('Escape')],
  ['choosing sides', [], option('2-Sided')],
  ['choosing colour', [], option('Color')],
  ['an upload', [], upload],
  ['a deletion', [], press('Delete thesis.pdf')],
  ['Get code', [], press('Get code')],
  ['copying the print address', [], press('Copy address')],
  ['opening the choice of places', [], press('Choose a place')],
  ['Reset Code', [getCode], press('Reset Code')],
  ['moving a document', [], (page: Page) => moveHandle(page, 'thesis.pdf').press('ArrowDown')],
])(
  '%s checks the session, and leads to /login without one [rows 219, 220]',
  async (_, preparation, action) => {
    const page = await openDashboard(site, [thesis, essay], { 'POST /create-code': { body: code } });
    for (const step of preparation) await step(page);
    const check = await holdCall(page, '/validate-session');
    await action(page);
    await check.untilAsked();
    await check.answer(200, { valid: false });
    await page.waitForURL('**/login');
    expect(addressOf(page)).toBe('/login');
    await site.leave(page);
  },
);

const openPagesWithSession = async (isSessionValid: (checkCount: number) => boolean) => {
  const page = await openDashboard(site, [thesis]);
  const checks = { count: 0 };
  await page.route('**/validate-session', (route) => {
    checks.count += 1;
    return route.fulfill({ json: { valid: isSessionValid(checks.count) } });
  });
  await seePages(page);
  return { page, checks };
};

test('pictures that fail because the session has ended lead to /login [row 220]', async () => {
  // Opening the pages makes the first check.
  const { page } = await openPagesWithSession((checkCount) => checkCount === 1);
  await page.waitForURL('**/login');
  expect(addressOf(page)).toBe('/login');
  await site.leave(page);
});

test('pictures that fail for another reason cause one session check in all', async () => {
  const { page, checks } = await openPagesWithSession(() => true);
  await page.getByText('No picture just now').nth(2).waitFor();
  await until(() => checks.count === 2, undefined, 'the session is checked again');
  await untilDrawn(page);
  expect(addressOf(page)).toBe('/dashboard');
  await site.leave(page);
});

test('Get code first removes unticked pages, and closes the page view', async () => {
  const page = await openDashboard(site, [thesis, essay], { 'POST /create-code': { body: code } });
  const pages = await holdCall(page, '/remove-pages');
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await seePages(page);
  await untickPage2(page);
  await press('Get code')(page);
  await pages.untilAsked();
  expect(JSON.parse(pages.bodies[0] ?? '')).toEqual({ uid: thesis.orderId, pages_to_extract: [1, 3] });
  expect(paths).not.toContain('/create-code');
  await rowOf(page, 'thesis.pdf').getByText('Taking pages out').waitFor();
  await pages.answer(200, { status: 'success', success: true });
  await press('Got it')(page);
  expect(paths.filter((path) => path === '/create-code')).toHaveLength(1);
  expect(await page.getByRole('checkbox', { name: 'Page 2' }).count()).toBe(0);
  await site.leave(page);
});

test('no code is requested if the pages could not be removed', async () => {
  const page = await openDashboard(site, [thesis], { 'POST /remove-pages': { status: 500 } });
  const creation = await holdCall(page, '/create-code');
  await seePages(page);
  await untickPage2(page);
  await press('Get code')(page);
  await page.getByRole('alert').waitFor();
  expect(await alertsOn(page)).toEqual([expect.stringContaining('The pages could not be removed.')]);
  await page.getByText('Six digits to type at the printer').waitFor();
  expect(creation.bodies).toEqual([]);
  await site.leave(page);
});

test('a running upload can be cancelled, and the next one starts', async () => {
  const page = await openDashboard(site, [essay]);
  const bytes = await holdCall(page, '/storage/first');
  const deletion = await holdCall(page, '/delete-document');
  const addresses = [
    { preSignedUrl: '/storage/first', orderId: thesis.orderId },
    { preSignedUrl: '/storage/second', orderId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c72' },
  ];
  await page.route('**/file-upload', (route) => route.fulfill({ json: addresses.shift() }));
  const second = await holdCall(page, '/storage/second');
  await page.getByLabel('Upload documents here').setInputFiles(
    ['first.pdf', 'second.pdf', 'third.pdf'].map((name) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    })),
  );
  await bytes.untilAsked();
  await press('Do not send third.pdf')(page);
  await press('Do not send first.pdf')(page);
  await second.untilAsked();
  await deletion.untilAsked();
  expect(deletion.bodies).toEqual([JSON.stringify({ documents: [{ orderId: thesis.orderId }] })]);
  await deletion.answer(200, {});
  for (const name of ['first.pdf', 'third.pdf']) expect(await rowOf(page, name).count()).toBe(0);
  await second.answer(200);
  await until(async () => page.getByRole('button', { name: 'Get code' }).isEnabled());
  expect(addresses).toEqual([]);
  expect(await alertsOn(page)).toEqual([]);
  await site.leave(page);
});

test('sign-out ends a running upload, and none of it is sent in the next session', async () => {
  const page = await openDashboard(site, [essay]);
  const bytes = await holdCall(page, '/storage/first');
  const uploads: (string | null)[] = [];
  await page.route('**/file-upload', (route) => {
    uploads.push(route.request().postData());
    return route.fulfill({ json: { preSignedUrl: '/storage/first', orderId: thesis.orderId } });
  });
  const aborted: string[] = [];
  page.on('requestfailed', (request) => aborted.push(new URL(request.url()).pathname));
  await page.getByLabel('Upload documents here').setInputFiles(
    ['first.pdf', 'second.pdf'].map((name) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    })),
  );
  await bytes.untilAsked();
  await press('Logout')(page);
  await page.waitForURL('**/login');
  // Another person signs in before the first file is sent, so the session is valid again.
  await bytes.answer(200);
  await until(() => aborted.includes('/storage/first') || uploads.length > 1);
  await untilDrawn(page);
  expect(uploads).toHaveLength(1);
  await site.leave(page);
});

test('on a phone, below many documents, one press leads to the code', async () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...thesis,
    orderId: `0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c${index + 10}`,
    fileName: `${index}.pdf`,
  }));
  const page = await openDashboard(site, many);
  const codeButton = page.getByRole('button', { name: 'Your code' });
  expect(await codeButton.isVisible()).toBe(false);
  await page.setViewportSize(screens[0].viewport);
  await codeButton.click();
  const getCodeButton = page.getByRole('button', { name: 'Get code' });
  await until(() => getCodeButton.evaluate((button) => button === button.ownerDocument.activeElement));
  await codeButton.waitFor({ state: 'hidden' });
  await site.leave(page);
});

test('a new document is on top, also in a tab without a saved order', async () => {
  const page = await openDashboard(site, [thesis]);
  const later = { ...essay, expiresAt: new Date(Date.parse(thesis.expiresAt) + 1_000).toISOString() };
  await page.evaluate(() => sessionStorage.clear());
  await page.route('**/fetch-documents', (route) => route.fulfill({ json: listing(thesis, later) }));
  await page.reload();
  await rowOf(page, 'essay.pdf').waitFor();
  const names = page.getByRole('listitem').getByTitle(/\.pdf$/);
  expect(await names.allTextContents()).toEqual(['essay.pdf', 'thesis.pdf']);
  await site.leave(page);
});

test('documents can be reordered by keyboard, mouse, and clicks, and the order lasts for the session', async () => {
  const last = { ...thesis, orderId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c72', fileName: 'last.pdf' };
  const page = await openDashboard(site, [thesis, essay, last]);
  const shownNames = () =>
    page
      .getByRole('listitem')
      .getByTitle(/\.pdf$/)
      .allTextContents();
  const handle = (name: string) => moveHandle(page, name);
  await handle('thesis.pdf').focus();
  for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  expect(await shownNames()).toEqual(['essay.pdf', 'last.pdf', 'thesis.pdf']);
  expect(await handle('thesis.pdf').evaluate((button) => button === button.ownerDocument.activeElement)).toBe(
    true,
  );
  const middleOf = async (name: string) => {
    const { x, y, width, height } = (await handle(name).boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  await page.mouse.move(...(await middleOf('last.pdf')));
  await page.mouse.down();
  const [x, y] = await middleOf('essay.pdf');
  await page.mouse.move(x, y - 10, { steps: 5 });
  await page.mouse.up();
  expect(await shownNames()).toEqual(['last.pdf', 'essay.pdf', 'thesis.pdf']);
  // With clicks, without dragging.
  await handle('thesis.pdf').click();
  expect(await shownNames()).toEqual(['thesis.pdf', 'last.pdf', 'essay.pdf']);
  await handle('essay.pdf').click();
  await handle('last.pdf').click();
  expect(await shownNames()).toEqual(['last.pdf', 'essay.pdf', 'thesis.pdf']);
  await page.reload();
  await rowOf(page, 'essay.pdf').waitFor();
  expect(await shownNames()).toEqual(['last.pdf', 'essay.pdf', 'thesis.pdf']);
  await site.leave(page);
});

test.each([
  ['', 'body'],
  [' after files were picked', 'main input[type=file]'],
  [' after a choice of sides', 'main input[type=radio]'],
])('a pasted file is sent%s', async (_, into) => {
  const page = await openDashboard(site, [essay]);
  const address = await holdCall(page, '/file-upload');
  await paste(page, into);
  await rowOf(page, 'picture.png').waitFor();
  await address.untilAsked();
  expect(address.bodies[0]).toContain('"originalFileName":"picture.png"');
  await site.leave(page);
});

test('a paste into a text field uploads nothing', async () => {
  const page = await openDashboard(site, [essay]);
  await holdCall(page, '/file-upload');
  await page.evaluate(() => document.body.append(document.createElement('textarea')));
  await paste(page, 'textarea');
  await untilDrawn(page);
  expect(await rowOf(page, 'picture.png').count()).toBe(0);
  await site.leave(page);
});

test('the page shows a notice while the browser is offline', async () => {
  const page = await openDashboard(site, [essay]);
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'hidden' });
  expect(addressOf(page)).toBe('/dashboard');
  await site.leave(page);
});

/** Dispatches the event of a pasted picture. */
async function paste(page: Page, selector: string): Promise<void> {
  const field = page.locator(selector).first();
  await field.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['\x89PNG'], 'picture.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
}

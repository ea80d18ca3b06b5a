import { expect, test } from '@jest/globals';
import { alertsOn, holdCall, openDashboard, thesis } from '../../support/browser/dashboard.js';
import { siteForTests } from '../../support/browser/site.js';

const site = siteForTests();

test('the page shows a spinner, then the code with spaces; Reset Code makes no call [rows 245, 246, 248]', async () => {
  const page = await openDashboard(site, [thesis]);
  await page.evaluate(() => localStorage.setItem('sixpence.code-explained', 'yes'));
  const call = await holdCall(page, '/create-code');
  const getCodeButton = page.getByRole('button', { name: 'Get code' });
  await getCodeButton.click();
  await page.getByLabel('Getting your code').waitFor();
  expect(await getCodeButton.isDisabled()).toBe(true);
  await call.untilAsked();
  await call.answer(200, aCode());
  await page.getByText('3 7 0 8 7 7', { exact: true }).first().waitFor({ state: 'attached' });
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.getByRole('button', { name: 'Reset Code' }).click();
  await getCodeButton.waitFor();
  expect(await page.getByText('3 7 0 8 7 7').count()).toBe(0);
  expect(urls.filter((url) => !url.endsWith('/validate-session'))).toEqual([]);
  await site.leave(page);
});

test('a code that cannot be made shows Error [rows 247, 432]', async () => {
  const page = await openDashboard(site, [thesis], { 'POST /create-code': { status: 500 } });
  await page.getByRole('button', { name: 'Get code' }).click();
  await page.getByRole('alert').waitFor();
  expect(await alertsOn(page)).toEqual(['Error']);
  await site.leave(page);
});

test('the first code explains its use, and the browser remembers that [rows 192–195, 460]', async () => {
  const page = await openDashboard(site, [thesis], { 'POST /create-code': { body: aCode() } });
  await page.getByRole('button', { name: 'Get code' }).click();
  const popup = page.getByRole('dialog', { name: 'How to use your code' });
  await popup.waitFor();
  expect(await popup.getByRole('listitem').allTextContents()).toEqual([
    'Press the pink button on the printer screen.',
    'Enter the code and press LOGIN.',
    'Select the files to print.',
  ]);
  expect(await page.evaluate(() => localStorage.getItem('sixpence.code-explained'))).toBe('yes');
  await popup.getByRole('button', { name: 'Got it' }).click();
  await popup.waitFor({ state: 'hidden' });
  // Another browser profile shows the explanation again; a reload during the explanation does not repeat it.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByRole('button', { name: 'Get code' }).click();
  await popup.waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Get code' }).click();
  await page.getByRole('button', { name: 'Reset Code' }).waitFor();
  expect(await popup.count()).toBe(0);
  await site.leave(page);
});

function aCode() {
  return { code: '370877', expiresAt: new Date(Date.now() + 300_000).toISOString() };
}

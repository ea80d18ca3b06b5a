import { expect, test } from '@jest/globals';
import {
  alertsOn,
  holdCall,
  listing,
  openDashboard,
  rowOf,
  thesis,
} from '../../support/browser/dashboard.js';
import { turningIn } from '../../support/browser/turning.js';
import { addressOf, asPerson, siteForTests } from '../../support/browser/site.js';

const site = siteForTests();

test('/dashboard explains how to print, in four steps [rows 32, 107–111]', async () => {
  const page = await openDashboard(site);
  const steps = page.getByRole('listitem').filter({ hasText: /E-mail|Select|Get a|Enter/ });
  expect(await steps.allTextContents()).toEqual(
    [
      'E-mail or upload documents',
      'Select sides and colour',
      'Get a secure code',
      'Enter the code on the printer',
    ].map((step) => expect.stringContaining(step) as unknown as string),
  );
  expect(addressOf(page)).toBe('/dashboard');
  await site.leave(page);
});

test('the dashboard shows the print address, and can copy it [row 112]', async () => {
  const page = await openDashboard(site);
  await page.getByText('E-mail documents to print@print.example.com').waitFor();
  await page.evaluate(() => {
    Object.assign(globalThis, { copied: [] as string[] });
    const { copied } = globalThis as unknown as { copied: string[] };
    const clipboard = { writeText: (text: string) => Promise.resolve(void copied.push(text)) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  });
  await page.getByRole('button', { name: 'Copy address' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as { copied: string[] }).copied)).toEqual([
    'print@print.example.com',
  ]);
  await site.leave(page);
});

test('the dashboard shows no print address if the service has none', async () => {
  const page = await openDashboard(site, [thesis], { 'GET /print-address': { body: { address: null } } });
  expect(await page.getByText('E-mail documents to').count()).toBe(0);
  await site.leave(page);
});

test('the dashboard has an area for files, two options, a code, and a link to credits [rows 4, 113–117]', async () => {
  const page = await openDashboard(site);
  await page.getByRole('heading', { name: 'Documents to print' }).waitFor();
  expect(await page.getByLabel('Upload documents here').getAttribute('type')).toBe('file');
  const choices = (group: string) =>
    page.getByRole('radiogroup', { name: group }).locator('label').allTextContents();
  expect([await choices('Sides'), await choices('Colour')]).toEqual([
    ['1-Sided', '2-Sided'],
    ['Black-White', 'Color'],
  ]);
  const code = page.getByRole('region', { name: 'Your code' });
  expect(await code.getByRole('button', { name: 'Get code' }).isEnabled()).toBe(true);
  expect(await page.locator('main a[href="/credits"]').count()).toBe(1);
  await site.leave(page);
});

test('while documents are loading the dashboard shows a spinner [row 118]', async () => {
  const held: Awaited<ReturnType<typeof holdCall>>[] = [];
  const page = await site.open({
    address: '/dashboard',
    answers: asPerson,
    prepare: async (window) => held.push(await holdCall(window, '/fetch-documents')),
  });
  const loading = page.getByRole('status', { name: 'Loading your documents' });
  // The placeholder lines are animated as well; the spinner is in front of them, as large as an icon.
  const spinner = loading.locator('.mantine-Loader-root');
  expect(await turningIn(spinner)).toBe(1);
  expect(await spinner.boundingBox()).toMatchObject({ width: 36, height: 36 });
  await held[0]!.answer(200, listing(thesis));
  await rowOf(page, 'thesis.pdf').waitFor();
  expect(await page.getByRole('status', { name: 'Loading your documents' }).count()).toBe(0);
  await site.leave(page);
});

test.each([
  ['finds no session', { body: { valid: false } }],
  ['fails', { status: 500 }],
  ['gets no answer', 'no-connection' as const],
])('a session check that %s leads to /login [rows 106, 364, 431]', async (_, answer) => {
  const page = await site.open({
    address: '/dashboard',
    answers: { ...asPerson, 'GET /validate-session': answer },
  });
  await page.waitForURL('**/login');
  expect(addressOf(page)).toBe('/login');
  await site.leave(page);
});

test.each([
  ['fails', 'Get code', { status: 500 }],
  ['gets no answer', 'Get code', 'no-connection' as const],
  ['fails', 'See the pages of thesis.pdf', { status: 500 }],
  ['gets no answer', 'Delete thesis.pdf', 'no-connection' as const],
  ['fails', 'Choose a place', { status: 500 }],
])('a session check that %s before an action (%s) leads to /login [row 221]', async (_, action, answer) => {
  const page = await openDashboard(site, [thesis]);
  await rowOf(page, 'thesis.pdf').waitFor();
  await page.route('**/validate-session', (route) =>
    answer === 'no-connection' ? route.abort() : route.fulfill(answer),
  );
  await page.getByRole('button', { name: action }).click();
  await page.waitForURL('**/login');
  expect(addressOf(page)).toBe('/login');
  await site.leave(page);
});

test('the calls of a signed-in page send cookies [row 406]', async () => {
  const page = await openDashboard(site);
  await page.context().addCookies([{ name: 'sixpence', value: 'any', url: page.url() }]);
  const requests = ['/validate-session', '/footer-email', '/fetch-documents', '/user-account-balance'].map(
    (path) => page.waitForRequest((request) => request.url().endsWith(path)),
  );
  await page.reload();
  for (const request of await Promise.all(requests))
    expect((await request.allHeaders())['cookie']).toBe('sixpence=any');
  await site.leave(page);
});

test('Logout leads to /login at once, and a failure of its call shows no error [rows 258, 259, 435]', async () => {
  const page = await openDashboard(site);
  const call = await holdCall(page, '/logout-session');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await call.untilAsked();
  await call.answer(500);
  await page.getByLabel('E-mail').waitFor();
  expect(await alertsOn(page)).toEqual([]);
  await site.leave(page);
});

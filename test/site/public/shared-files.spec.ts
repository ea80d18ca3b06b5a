import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { launchBrowser, openWindow } from '../../support/browser/browser.js';
import { alertsOn, listing, rowOf } from '../../support/browser/dashboard.js';
import { asPerson } from '../../support/browser/site.js';
import { SiteServer, visitHeader } from '../../support/browser/site-server.js';

const after = new AsyncDisposableStack();
let server: SiteServer;
beforeAll(async () => {
  server = after.use(await SiteServer.start());
});
afterAll(() => after.disposeAsync());

/** Opens a dashboard in a window of its own that its service worker controls. */
async function openInstalled() {
  const browser = await launchBrowser();
  after.defer(() => browser.close());
  const context = await openWindow(browser, { serviceWorkers: 'allow' });
  const answers = {
    ...asPerson,
    'GET /fetch-documents': { body: listing() },
    'POST /file-upload': { status: 500 },
  };
  await context.setExtraHTTPHeaders({ [visitHeader]: server.visit(answers) });
  const page = await context.newPage();
  await page.goto(`${server.url}/dashboard`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The worker controls the page after a reload.
  await page.reload();
  return page;
}

/** Shares files with these names and sizes, as a gallery or a hostile page does. */
function share(page: Page, files: { name: string; bytes: number }[]) {
  return page.evaluate(async (files) => {
    const shared = new FormData();
    for (const { name, bytes } of files)
      shared.append('files', new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
    await fetch('/share', { method: 'POST', body: shared });
  }, files);
}

function storedFiles(page: Page) {
  return page.evaluate(async () => {
    const cache = await caches.open('shared-files');
    const answers = await cache.matchAll();
    return Promise.all(
      answers.map(async (answer) => ({
        name: decodeURIComponent(answer.headers.get('x-file-name') ?? ''),
        bytes: (await answer.blob()).size,
      })),
    );
  });
}

test('shared files cannot fill the disk: a share replaces the earlier share, and has a limit', async () => {
  const page = await openInstalled();
  // This page does not consume shared files.
  await page.goto(`${server.url}/help`);
  await share(page, [{ name: 'earlier.jpg', bytes: 3 }]);
  await share(
    page,
    Array.from({ length: 101 }, (_, index) => ({ name: `${index}.jpg`, bytes: 3 })),
  );
  const names = (await storedFiles(page)).map(({ name }) => name);
  expect(names).toHaveLength(100);
  expect(names).not.toContain('earlier.jpg');
  // One byte more than the limit is stored, so that the dashboard sees that the file is too large.
  await share(page, [{ name: 'long.jpg', bytes: 60 * 1024 ** 2 }]);
  expect(await storedFiles(page)).toEqual([{ name: 'long.jpg', bytes: 50 * 1024 ** 2 + 1 }]);
  await share(
    page,
    Array.from({ length: 11 }, (_, index) => ({ name: `${index}.jpg`, bytes: 50 * 1024 ** 2 })),
  );
  expect(await storedFiles(page)).toHaveLength(10);
});

test('an unreadable share leads to the dashboard', async () => {
  const page = await openInstalled();
  const path = await page.evaluate(async () => {
    const answer = await fetch('/share', { method: 'POST', body: 'no form' });
    return new URL(answer.url).pathname;
  });
  expect(path).toBe('/dashboard');
});

test('files that a phone shares are sent from the dashboard after the person agrees', async () => {
  const page = await openInstalled();
  // This page does not consume shared files.
  await page.goto(`${server.url}/help`);
  const path = await page.evaluate(async () => {
    const shared = new FormData();
    for (const name of ['Größe 1.jpg', 'two.jpg'])
      shared.append('files', new File(['\xff\xd8\xff'], name, { type: 'image/jpeg' }));
    const answer = await fetch('/share', { method: 'POST', body: shared });
    return new URL(answer.url).pathname;
  });
  expect(path).toBe('/dashboard');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.goto(`${server.url}/dashboard`);
  await page.getByText('Shared with Sixpence: Größe 1.jpg, two.jpg').waitFor();
  expect(sent).not.toContain('/file-upload');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('alert').waitFor();
  expect(sent.filter((path) => path === '/file-upload')).toHaveLength(2);
  await page.getByText('Größe 1.jpg, two.jpg: not sent.').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'How to print' }).waitFor();
  await page.getByText('Nothing here yet.').waitFor();
  expect([await alertsOn(page), await rowOf(page, 'two.jpg').count()]).toEqual([[], 0]);
});

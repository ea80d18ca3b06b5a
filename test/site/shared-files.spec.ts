import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { launchBrowser, openWindow } from '../support/browser.js';
import { alertsOn, listing, rowOf } from '../support/dashboard.js';
import { asPerson } from '../support/site.js';
import { SiteServer, visitHeader } from '../support/site-server.js';

const after = new AsyncDisposableStack();
let server: SiteServer;
beforeAll(async () => {
  server = after.use(await SiteServer.start());
});
afterAll(() => after.disposeAsync());

test('files that a phone shares to Sixpence are sent from the dashboard once somebody there says so', async () => {
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
  // From its next visit on a page is in the worker's hands.
  await page.reload();
  const answered = await page.evaluate(async () => {
    const shared = new FormData();
    for (const name of ['Größe 1.jpg', 'two.jpg'])
      shared.append('files', new File(['\xff\xd8\xff'], name, { type: 'image/jpeg' }));
    const answer = await fetch('/share', { method: 'POST', body: shared });
    return new URL(answer.url).pathname;
  });
  expect(answered).toBe('/dashboard');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.reload();
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

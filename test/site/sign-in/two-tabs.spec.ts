import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { launchBrowser, openWindow } from '../../support/browser/browser.js';
import { listing, thesis } from '../../support/browser/dashboard.js';
import { asPerson } from '../../support/browser/site.js';
import { SiteServer, visitHeader } from '../../support/browser/site-server.js';

const after = new AsyncDisposableStack();
let server: SiteServer;
beforeAll(async () => {
  server = after.use(await SiteServer.start());
});
afterAll(() => after.disposeAsync());

/** Two tabs of one browser: after a sign-in the server answers both as the new session. */
async function openTabs() {
  const browser = await launchBrowser();
  after.defer(() => browser.close());
  const context = await openWindow(browser, {});
  return {
    signIn: (email: string, ...documents: (typeof thesis)[]) =>
      context.setExtraHTTPHeaders({
        [visitHeader]: server.visit({
          ...asPerson,
          'GET /footer-email': { body: { email } },
          'GET /fetch-documents': { body: listing(...documents) },
        }),
      }),
    open: async () => {
      const page = await context.newPage();
      await page.goto(`${server.url}/dashboard`);
      return page;
    },
  };
}

test('an open tab clears the documents of one person when another person signs in in a second tab', async () => {
  const tabs = await openTabs();
  await tabs.signIn('anna@example.com', thesis);
  const tabOfAnna = await tabs.open();
  await tabOfAnna.getByText('thesis.pdf').first().waitFor();
  await tabs.signIn('ben@example.com');
  const tabOfBen = await tabs.open();
  await tabOfBen.getByText('ben@example.com').waitFor();
  await tabOfAnna.getByText('ben@example.com').waitFor();
  expect(await tabOfAnna.getByText('thesis.pdf').count()).toBe(0);
});

test('a second tab of the same person does not reload the first', async () => {
  const tabs = await openTabs();
  await tabs.signIn('anna@example.com', thesis);
  const first = await tabs.open();
  await first.getByText('anna@example.com').waitFor();
  await first.evaluate(() => document.body.setAttribute('data-seen', ''));
  const second = await tabs.open();
  await second.getByText('anna@example.com').waitFor();
  // A reloaded tab would have lost this mark.
  expect(await first.evaluate(() => document.body.hasAttribute('data-seen'))).toBe(true);
});

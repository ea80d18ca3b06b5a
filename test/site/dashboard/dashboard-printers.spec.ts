import { expect, test } from '@jest/globals';
import type { OwnPrinter, OwnPrintersAnswer } from '@sixpence/contracts/http/own-printers';
import type { LiveNews } from '@sixpence/contracts/events/news';
import type { Page, WebSocketRoute } from 'playwright-core';
import { screenshot } from '../../support/browser/browser.js';
import {
  essay,
  holdCall,
  listing,
  openDashboard,
  pricesAtHall,
  rowOf,
  thesis,
} from '../../support/browser/dashboard.js';
import { asPerson, siteForTests } from '../../support/browser/site.js';
import type { Answers } from '../../support/browser/site-server.js';
import { faultsOf } from '../../support/browser/watched.js';
import { until } from '../../support/until.js';

const site = siteForTests();

const gbp = (minor: number) => ({ minor, currency: 'GBP' as const });
const {
  documents,
  printers: [atHall],
} = pricesAtHall(thesis, essay);
const hall: OwnPrinter = { ...atHall, prices: [gbp(60), gbp(15)] };
const library: OwnPrinter = {
  ...hall,
  id: essay.orderId,
  name: 'Library',
  state: 'stopped',
  reasons: ['media-empty'],
  color: false,
  duplex: false,
  prices: [gbp(20), gbp(15)],
};
const attic: OwnPrinter = { ...hall, id: 'attic', name: 'Attic', online: false, color: null };

test("the dashboard shows each printer's state, its options, and the price of the list", async () => {
  const page = await openWith({ documents, printers: [hall, library, attic] });
  expect(await linesOf(page)).toEqual([
    'Hall ready Demo library · Colour, two-sided Your list costs £0.75',
    'Library out of paper Demo library · Black-and-white, one-sided only Your list costs £0.35',
    'Attic offline Demo library Your list costs £0.75',
  ]);
  // If prices differ between printers, the row shows none.
  expect(await rowOf(page, 'essay.pdf').getByText('£0.15').count()).toBe(1);
  expect(await rowOf(page, 'thesis.pdf').getByText('£').count()).toBe(0);
  await site.leave(page);
});

test('a price disappears when an option changes, and the new price follows', async () => {
  const page = await openWith({ documents, printers: [hall] });
  await rowOf(page, 'thesis.pdf').getByText('£0.60').waitFor();
  const optionCall = await holdCall(page, '/set-print-sides');
  await page.getByText('2-Sided', { exact: true }).click();
  await optionCall.untilAsked();
  await page.getByText('£0.60').waitFor({ state: 'detached' });
  expect(await linesOf(page)).toEqual(['Hall ready Demo library · Colour, two-sided']);
  const twoSided = <Of extends object>(document: Of) => ({ ...document, side: '2-Sided' as const });
  const next = {
    documents: documents.map(twoSided),
    printers: [{ ...hall, prices: [gbp(48), gbp(12)] }],
  };
  await page.route('**/own-printers', (route) => route.fulfill({ json: next }));
  const list = [thesis, essay].map(twoSided);
  await page.route('**/fetch-documents', (route) =>
    route.fulfill({
      json: {
        documents: list,
        left: { documents: 90, bytes: 1024 ** 3 },
        options: { side: '2-Sided', isColor: false },
      },
    }),
  );
  await optionCall.answer(200);
  await rowOf(page, 'thesis.pdf').getByText('£0.48').waitFor();
  expect(await linesOf(page)).toEqual(['Hall ready Demo library · Colour, two-sided Your list costs £0.60']);
  await site.leave(page);
});

test('a new user can choose a place by its name, and remove it again', async () => {
  const place = { id: essay.orderId, name: 'Demo library', organisation: 'Demo', chosen: false };
  const page = await openWith(
    { documents: [], printers: [] },
    { 'GET /find-sites': { body: { sites: [] } } },
  );
  await page.getByText('Before you walk over, see which printers are ready').waitFor();
  await page.getByRole('button', { name: 'Choose a place' }).click();
  await page.getByText('Type a part of its name.').waitFor();
  await page.route('**/find-sites?name=libr', (route) => route.fulfill({ json: { sites: [place] } }));
  await page.getByLabel('Name of the place').fill('libr');
  await page.getByText('One place:').waitFor();
  const choices: unknown[] = [];
  await page.route('**/choose-site', async (route) => {
    choices.push(route.request().postDataJSON());
    await page.route('**/find-sites?name=libr', (again) =>
      again.fulfill({ json: { sites: [{ ...place, chosen: true }] } }),
    );
    await page.route('**/own-printers', (again) =>
      again.fulfill({ json: { documents: [], printers: [{ ...hall, prices: [] }] } }),
    );
    await route.fulfill({ json: {} });
  });
  await page.getByRole('button', { name: 'Show Demo library' }).click();
  await page.getByText('Colour, two-sided').waitFor();
  await screenshot(page, 'dashboard-place-chosen');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove Demo library' }).click();
  await until(() => choices.length === 2);
  expect(choices).toEqual([
    { siteId: place.id, chosen: true },
    { siteId: place.id, chosen: false },
  ]);
  await site.leave(page);
});

test('while an upload disables the button for places, nothing of it shows beyond the edge of its card', async () => {
  const page = await openWith({ documents, printers: [hall] });
  const upload = await holdCall(page, '/file-upload');
  await page
    .getByLabel('Upload documents here')
    .setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
  await upload.untilAsked();
  const button = page.getByRole('button', { name: 'Choose a place', disabled: true });
  await screenshot(page, 'dashboard-upload-runs');
  expect(await button.evaluate((drawn) => getComputedStyle(drawn).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
  await upload.answer(401);
  await page.waitForURL('**/login');
  await site.leave(page);
});

test.each([
  ['site.full', 409, 'You have chosen ten places. Please remove one first.'],
  ['service.unavailable', 503, 'That could not be saved. Please try again.'],
])('a refused choice (%s) shows the reason', async (code, status, message) => {
  const place = { id: essay.orderId, name: 'Demo library', organisation: 'Demo', chosen: false };
  const page = await openWith(
    { documents: [], printers: [] },
    {
      'GET /find-sites': { body: { sites: [place] } },
      'POST /choose-site': { status, body: { code, message: 'No.' } },
    },
  );
  await page.getByRole('button', { name: 'Choose a place' }).click();
  await page.getByRole('button', { name: 'Show Demo library' }).click();
  expect(await page.getByRole('alert').textContent()).toBe(message);
  await site.leave(page);
});

test("a printer's change shows at once, and a returned printer is announced until the notice is closed", async () => {
  let live: WebSocketRoute | undefined;
  const page = await site.open({
    address: '/dashboard',
    answers: {
      ...asPerson,
      'GET /fetch-documents': { body: listing(thesis, essay) },
      'GET /own-printers': { body: { documents, printers: [hall, library] } },
    },
    prepare: (window) =>
      window.routeWebSocket(/\/live$/, (socket) => {
        live = socket;
      }),
  });
  expect(await linesOf(page)).toEqual([
    expect.stringMatching(/^Hall ready/),
    expect.stringMatching(/^Library out of paper/),
  ]);
  await until(() => live !== undefined);
  const news: LiveNews[] = [
    { type: 'printer', printer: { ...hall, state: 'processing' } },
    { type: 'printer', printer: { ...library, state: 'idle', reasons: [] } },
    {
      type: 'printer-back',
      printerId: library.id,
      printer: 'Library',
      site: 'Demo library',
      at: new Date().toISOString(),
    },
  ];
  for (const message of news) live!.send(JSON.stringify(message));
  await page.getByText('Library at Demo library is back. You can print there again.').waitFor();
  expect(await linesOf(page)).toEqual([
    'Hall printing Demo library · Colour, two-sided Your list costs £0.75',
    'Library ready Demo library · Black-and-white, one-sided only Your list costs £0.35',
  ]);
  await screenshot(page, 'dashboard-printer-back');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await page.getByText('is back.').count()).toBe(0);
  await page.context().close();
});

function openWith(body: OwnPrintersAnswer, answers: Answers = {}): Promise<Page> {
  return openDashboard(site, [thesis, essay], { 'GET /own-printers': { body }, ...answers });
}

async function linesOf(page: Page): Promise<string[]> {
  const card = page.getByRole('region', { name: 'Where you print' });
  await card.waitFor();
  const lines = await card.getByRole('list').first().getByRole('listitem').allInnerTexts();
  return lines.map((line) => line.replaceAll(/\s+/g, ' ').trim());
}

import { describe, expect, test } from '@jest/globals';
import { walk } from '../../support/browser/acts.js';
import { busyWallets, openCredits, someEntries, statementOf } from '../../support/browser/credits.js';
import {
  busyPrinters,
  essay,
  listing,
  pricesAtHall,
  rowOf,
  servePictures,
  thesis,
} from '../../support/browser/dashboard.js';
import { asReader } from '../../support/browser/reading.js';
import { asPerson, screens, siteForTests } from '../../support/browser/site.js';
import type { Answers } from '../../support/browser/site-server.js';

const site = siteForTests();

const place = { id: essay.orderId, name: 'Demo library', organisation: 'Demo', chosen: false };

/** A document long enough for ranges of pages. */
const longDocument = {
  ...thesis,
  fileName: 'long.pdf',
  totalPages: 9,
  pagePreviews: Array.from({ length: 9 }, (_, page) => `/document-pages/long/1/${page + 1}`),
};

const dashboard: Answers = {
  ...asPerson,
  'GET /fetch-documents': { body: listing(longDocument, essay) },
  'GET /own-printers': { body: pricesAtHall(longDocument, essay) },
  'GET /find-sites': { body: { sites: [place] } },
  'POST /choose-site': { body: {} },
  'POST /create-code': { body: { code: '370877', expiresAt: new Date(Date.now() + 300_000).toISOString() } },
  'POST /remove-pages': { body: { status: 'success', success: true } },
  'GET /fetch-file-metadata': { body: { status: 'ready', totalPages: 1, pagePreviews: [] } },
  'POST /set-print-sides': { body: {} },
  'POST /set-print-color': { body: {} },
  'POST /delete-document': { body: {} },
  'POST /file-upload': { body: { preSignedUrl: '/storage/token', orderId: thesis.orderId } },
  'PUT /storage/token': {},
};

describe('every action checks the session first, and makes no other call before the answer', () => {
  test('on the dashboard [row 219]', async () => {
    const page = await site.open({ address: '/dashboard', answers: dashboard, news: busyPrinters() });
    await page.evaluate(() => localStorage.setItem('sixpence.code-explained', 'yes'));
    await servePictures(page);
    await rowOf(page, 'long.pdf').waitFor();
    expect(await walk(page, { typed: { 'Print only these pages': '1-3' } })).toEqual({
      acts: [
        ...['button Copy address', 'button Cannot copy here', 'radio #-Sided', 'radio Color'],
        expect.stringMatching(/^file Upload documents here/),
        ...['button Move FILE: up and down', 'button See the pages of FILE'],
        ...['field Print only these pages', 'button Keep only these'],
        ...['checkbox Page #', 'button Look at page # closely'],
        ...['button Next page (in a dialog)', 'button Previous page (in a dialog)'],
        ...['checkbox Print this page (in a dialog)', 'button Close (in a dialog)'],
        ...[
          'button Show # more',
          'button Choose a place',
          'field Name of the place',
          'button Show Demo library',
        ],
        ...['button Close the pages of FILE', 'button Delete FILE'],
        ...['button Get code', 'button Copy', 'button Cannot copy', 'button Reset Code'],
        ...['button Close', 'button Close the search'],
      ],
      wrong: [],
    });
    await site.leave(page);
  });

  test.each([
    {
      ...screens[0],
      opened: ['button FILE -€#.#', 'button Top-up by card ending in # +€#.#'],
      others: ['button Top Up Admin +€#.#'],
      inPounds: [
        ...['button FILE -£#.#', 'button Top-up by card ending in # +£#.#', 'button Top Up Admin +£#.#'],
      ],
    },
    { ...screens[1], opened: [], others: [], inPounds: [] },
  ])('on the credits page, on $screen [row 219]', async ({ viewport, opened, others, inPounds }) => {
    const page = await openCredits(site, {
      viewport,
      answers: {
        'GET /my-wallets': { body: busyWallets },
        'POST /user-account-statement': { body: { ...statementOf(...someEntries), cursor: 'more' } },
        'POST /refund-to-card': { body: { refunded: { minor: 440, currency: 'GBP' } } },
      },
    });
    await page.getByText('£10.00').first().waitFor();
    // Both buttons only show or close a text.
    const noActs = ['button What is this?', 'button Keep it (in a dialog)'];
    expect(await walk(page, { noActs })).toEqual({
      acts: [
        ...['select Currency: last', 'select Top-up amount: last'],
        'checkbox I agree to the Sixpence Terms of Service',
        ...['button Account statement', 'select Period: last'],
        ...[...opened, 'file to save Receipt', ...others],
        ...['button Load more', 'file to save PDF', 'file to save CSV'],
        ...['select Currency: first', 'button Refund to card', 'button Send £#.# back (in a dialog)'],
        ...inPounds,
        ...['select Top-up amount: first', 'button PAY', 'select Period: first'],
      ],
      wrong: [],
    });
    await site.leave(page);
  });

  test('on the QR login page [row 219]', async () => {
    const page = await site.open({
      address: '/qrlogin',
      answers: {
        ...asPerson,
        'POST /qr-panel': { body: { found: true, printer: 'Hall', site: 'Demo library' } },
        'POST /qr-auth': { body: { authenticated: true, message: 'Successfully logged in.' } },
      },
    });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await walk(page, { typed: { 'Enter #-digit code': '471902' } })).toEqual({
      acts: ['field Enter #-digit code', 'button Validate'],
      wrong: [],
    });
    await site.leave(page);
  });

  test('on the help page [row 219]', async () => {
    const page = await site.open({ address: '/help', answers: { ...asReader, ...asPerson } });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await walk(page)).toEqual({ acts: ['field Search the help'], wrong: [] });
    await site.leave(page);
  });
});

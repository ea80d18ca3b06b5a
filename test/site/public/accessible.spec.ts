import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { asAccount } from '../../support/browser/account.js';
import {
  asPayer,
  busyWallets,
  fillIn,
  payButton,
  someEntries,
  statementOf,
} from '../../support/browser/credits.js';
import { listing, servePictures, thesis, minutes } from '../../support/browser/dashboard.js';
import { asPerson, asVisitor, siteForTests } from '../../support/browser/site.js';
import type { Answers } from '../../support/browser/site-server.js';
import { serveStripe } from '../../support/peers/stripe-script.js';
import { faultsOf, Watched } from '../../support/browser/watched.js';

const site = siteForTests();
/** Popups and later states of pages; `every-page.spec.ts` tests their first state. */
const views: {
  name: string;
  address: string;
  answers?: Answers;
  /** The role to wait for on the drawn page, if it is no button. */
  ready?: 'button' | 'heading';
  open?: (page: Page) => Promise<void>;
}[] = [
  {
    name: 'a failed sign-in',
    address: '/login?error=signup-required',
    open: async (page) => {
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'the second step of signing up',
    address: '/signup',
    answers: { 'POST /signup-code': { body: {} } },
    open: async (page) => {
      await page.getByLabel('E-mail').fill('anna@example.com');
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByRole('textbox', { name: 'New password' }).fill('Passw0rd2026');
      await page.getByText('tried first').waitFor();
    },
  },
  { name: 'the page that stops a change', address: '/stop-change#token' },
  {
    name: 'an incomplete contact form',
    address: '/login',
    open: async (page) => {
      await page.getByRole('button', { name: 'Contact Us' }).click();
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'the brochure form',
    address: '/solutions',
    ready: 'heading',
    open: async (page) => {
      await page.getByRole('button', { name: 'Brochure' }).click();
      await page.getByLabel('Additional information').waitFor();
    },
  },
  {
    name: 'the pages of a document',
    address: '/dashboard',
    answers: { ...asPerson, 'GET /fetch-documents': { body: listing(thesis) } },
    open: async (page) => {
      await page.getByRole('button', { name: /^See the pages of/ }).click();
      await page.getByRole('checkbox', { name: 'Page 1', exact: true }).waitFor();
    },
  },
  {
    name: 'the pages of a partly printed document with one page included again',
    address: '/dashboard',
    answers: { ...asPerson, 'GET /fetch-documents': { body: listing(minutes) } },
    open: async (page) => {
      await page.getByRole('button', { name: /^See the pages of/ }).click();
      await page.getByRole('checkbox', { name: 'Page 2, printed' }).click();
      await page.getByText(/will be paid for again/).waitFor();
    },
  },
  {
    name: 'the explanation of a code',
    address: '/dashboard',
    answers: {
      ...asPerson,
      'GET /fetch-documents': { body: listing(thesis) },
      'POST /create-code': {
        body: { code: '370877', expiresAt: new Date(Date.now() + 300_000).toISOString() },
      },
    },
    open: async (page) => {
      await page.getByRole('button', { name: 'Get code' }).click();
      await page.getByRole('dialog', { name: 'How to use your code' }).waitFor();
    },
  },
  {
    name: 'the credits page after a declined payment, with the statement open',
    address: '/credits',
    answers: {
      ...asPayer,
      'GET /my-wallets': { body: busyWallets },
      'POST /user-account-statement': { body: statementOf(...someEntries) },
    },
    open: async (page) => {
      await fillIn(page, { card: '4000' });
      await payButton(page).click();
      await page.getByRole('button', { name: 'Account statement' }).click();
      await page.getByRole('combobox', { name: 'Period' }).selectOption('last_month');
      await page.getByText('Top Up Admin').waitFor();
      await page.getByText('declined').waitFor();
    },
  },
  {
    name: 'the confirmation of a refund',
    address: '/credits',
    answers: { ...asPayer, 'GET /my-wallets': { body: busyWallets } },
    open: async (page) => {
      await page.getByRole('button', { name: 'Refund to card' }).click();
      await page.getByRole('dialog', { name: 'Refund to card' }).waitFor();
    },
  },
  {
    name: 'the account with its forms open',
    address: '/account',
    answers: asAccount({ providers: [{ provider: 'google', address: null }] }),
    open: async (page) => {
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByRole('button', { name: 'Add an address' }).click();
      await page.getByRole('textbox', { name: 'New address' }).waitFor();
    },
  },
];

/** The answers to further calls of these pages. */
const furtherAnswers: Answers = {
  'GET /get-user-location': { body: { country_code: 'GB', city: '' } },
  'GET /mail-choices': { body: { takesMail: true, answersMail: true } },
};

const viewports = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

describe.each(viewports)('at $width', (viewport) => {
  test.each(views)(
    'in light and dark, axe finds no fault in $name, and no error is logged',
    async ({ address, answers = {}, ready = 'button', open }) => {
      let watched: Watched | undefined;
      const page = await site.open({
        address,
        viewport,
        answers: { ...asVisitor, ...furtherAnswers, ...answers },
        prepare: async (window) => {
          await serveStripe(window);
          await servePictures(window);
          watched = await Watched.begin(window);
        },
      });
      // Waits until the page is drawn, after the spinner, which the specification shows for one second.
      await page.locator('main').getByRole(ready).first().waitFor();
      await open?.(page);
      const faults = await faultsOf(page);
      expect([faults, (await watched!.end()).complaints]).toEqual([[], []]);
      await site.leave(page);
    },
  );
});

/** All popups: the page, the session, and the button that opens each. */
const popups: { popup: string; opener: string; address: string; answers: Answers }[] = [
  { popup: 'Contact Us', opener: 'Contact Us', address: '/', answers: asVisitor },
  { popup: 'Contact Us', opener: 'Contact', address: '/help', answers: asPerson },
  { popup: 'Request brochure', opener: 'Brochure', address: '/solutions', answers: asVisitor },
  {
    popup: 'Refund to card',
    opener: 'Refund to card',
    address: '/credits',
    answers: { ...asPayer, 'GET /my-wallets': { body: busyWallets } },
  },
];

test('the first Tab stop of a page is a skip link to the content', async () => {
  const page = await site.open({ address: '/', answers: asVisitor });
  await page.getByText(/© \d{4}/).waitFor();
  const link = page.getByRole('link', { name: 'Skip to the content' });
  await page.keyboard.press('Tab');
  expect(
    await link.evaluate((drawn) => [
      drawn === document.activeElement,
      drawn.getBoundingClientRect().top >= 0,
    ]),
  ).toEqual([true, true]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content');
  expect(new URL(page.url()).hash).toBe('');
  await site.leave(page);
});

test.each(popups)(
  'a user can open $popup at $address, reach its controls, and close it by keyboard alone',
  async (row) => {
    const { popup, opener, address, answers } = row;
    const page = await site.open({ address, answers, prepare: serveStripe });
    await page.getByText(/© \d{4}/).waitFor();
    const button = page.getByRole('button', { name: opener, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: popup });
    await dialog.getByRole('button').first().waitFor();
    const controlCount = await dialog
      .locator('input:visible, select, textarea, button:not(:disabled)')
      .count();
    for (let index = 0; index < controlCount; index += 1) {
      await page.keyboard.press('Tab');
      // After the last control Tab moves to the browser's bar, then to the first control; never to the page.
      const container = await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName);
      expect(['DIALOG', 'BODY']).toContain(container);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await site.leave(page);
  },
);

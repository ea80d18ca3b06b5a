import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { asAccount } from '../support/account.js';
import { asPayer, busyWallets, fillIn, payButton, someEntries, statementOf } from '../support/credits.js';
import { listing, thesis } from '../support/dashboard.js';
import { asPerson, asVisitor, screens, siteForTests } from '../support/site.js';
import type { Answers } from '../support/site-server.js';
import { serveStripe } from '../support/stripe-script.js';

const site = siteForTests();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds; its own types are not needed for so little. */
interface Found {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** The pages on the way in and of the account, with what is opened on them first. */
const shown: {
  what: string;
  address: string;
  answers?: Answers;
  /** What stands on the page once it is drawn, if that is no button. */
  ready?: 'button' | 'heading';
  open?: (page: Page) => Promise<void>;
}[] = [
  { what: 'the sign-in page', address: '/login' },
  {
    what: 'a sign-in that failed',
    address: '/login?error=signup-required',
    open: async (page) => {
      await page.getByRole('alert').first().waitFor();
    },
  },
  { what: 'the sign-up page', address: '/signup' },
  {
    what: 'the second step of signing up',
    address: '/signup',
    answers: { 'POST /signup-code': { body: {} } },
    open: async (page) => {
      await page.getByLabel('E-mail').fill('anna@example.com');
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByRole('textbox', { name: 'New password' }).fill('Passw0rd2026');
      await page.getByText('tried first').waitFor();
    },
  },
  { what: 'the page for a new password', address: '/reset-password' },
  { what: 'the welcome', address: '/welcome' },
  { what: 'the page that stops a change', address: '/stop-change#token' },
  {
    what: 'the contact form with something missing',
    address: '/login',
    open: async (page) => {
      await page.getByRole('button', { name: 'Contact Us' }).click();
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    what: 'the brochure form',
    address: '/solutions',
    ready: 'heading',
    open: async (page) => {
      await page.getByRole('button', { name: 'Brochure' }).click();
      await page.getByLabel('Additional information').waitFor();
    },
  },
  { what: 'the account', address: '/account', answers: asAccount() },
  {
    what: 'how a code is used',
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
    what: 'the credits, with a payment that was declined and the statement open',
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
    what: 'the question before money goes back',
    address: '/credits',
    answers: { ...asPayer, 'GET /my-wallets': { body: busyWallets } },
    open: async (page) => {
      await page.getByRole('button', { name: 'Refund to card' }).click();
      await page.getByRole('dialog', { name: 'Refund to card' }).waitFor();
    },
  },
  {
    what: 'the account with its forms open',
    address: '/account',
    answers: asAccount({ providers: [{ provider: 'google', address: null }] }),
    open: async (page) => {
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByRole('button', { name: 'Add an address' }).click();
      await page.getByRole('textbox', { name: 'New address' }).waitFor();
    },
  },
];

describe.each(screens)('on $screen', ({ viewport }) => {
  test.each(shown)(
    'axe finds nothing against $what',
    async ({ address, answers = {}, ready = 'button', open }) => {
      const page = await site.open({
        address,
        viewport,
        answers: { ...asVisitor, ...answers },
        prepare: serveStripe,
      });
      // The specified second of spinner is over, and the page is drawn.
      await page.locator('main').getByRole(ready).first().waitFor();
      await open?.(page);
      await page.evaluate(axe);
      const { violations } = await page.evaluate<Found>('axe.run(document)');
      expect(
        violations.map(({ id, nodes }) => [
          id,
          ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
        ]),
      ).toEqual([]);
      await site.leave(page);
    },
  );
});

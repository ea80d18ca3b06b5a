import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { MyWalletsAnswer, RefundView } from '@sixpence/contracts/http/payments';
import type { WebSocketRoute } from 'playwright-core';
import {
  amountOf,
  busyWallets,
  fillIn,
  focusedText,
  isInView,
  openCredits,
  payButton,
  plainWallets,
  sentTo,
} from '../../support/browser/credits.js';
import { alertsOn, holdCall, untilDrawn } from '../../support/browser/dashboard.js';
import { addressOf, expectToFit, screens, siteForTests } from '../../support/browser/site.js';
import { until } from '../../support/until.js';

const site = siteForTests();

const refundShare = (minor: number, card: string, paidAt: string) => ({
  paymentId: randomUUID(),
  amount: { minor, currency: 'GBP' as const },
  card,
  paidAt,
});
const refundIn = (state: RefundView['state']): RefundView => ({
  id: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c73',
  amount: { minor: 440, currency: 'GBP' },
  card: 'Visa, card ending in 4242',
  state,
  since: '2026-11-22T10:00:00.000Z',
});
const withWallets = (wallets: MyWalletsAnswer) => ({ 'GET /my-wallets': { body: wallets } });

test.each(screens)(
  'on $screen held money, payments under way, and the other currency are shown outside the balance',
  async ({ viewport }) => {
    // Payments and refunds in euros do not belong to the balance in pounds.
    const euros = { minor: 700, currency: 'EUR' as const };
    const [pending] = busyWallets.underWay;
    const wallets = {
      ...busyWallets,
      underWay: [...busyWallets.underWay, { ...pending!, id: randomUUID(), amount: euros }],
      refunds: [{ ...refundIn('asked'), amount: euros }],
    };
    const page = await openCredits(site, { viewport, answers: withWallets(wallets) });
    const card = page.getByRole('region', { name: 'Not in your balance' });
    await card.getByText('£0.60 for thesis.pdf').waitFor();
    expect(await card.getByRole('listitem').allTextContents()).toEqual([
      '£0.60 for thesis.pdf',
      expect.stringMatching(/^£5\.00 since 22 Nov 2026, \d\d:\d\d$/),
    ]);
    await card.getByText('You also have €3.00.').waitFor();
    await expectToFit(page);
    await site.leave(page);
  },
);

test('with nothing outside the balance, the page has no region for it', async () => {
  const [pounds] = plainWallets.wallets;
  const noEuros = { ...pounds!, available: { minor: 0, currency: 'EUR' as const } };
  const page = await openCredits(site, {
    answers: withWallets({ ...plainWallets, wallets: [pounds!, noEuros] }),
  });
  await page.getByText('£10.00').first().waitFor();
  await untilDrawn(page);
  expect(await page.getByRole('region', { name: 'Not in your balance' }).count()).toBe(0);
  await site.leave(page);
});

test('if the wallets cannot be loaded, the region for amounts outside the balance is missing, without an alert', async () => {
  const page = await openCredits(site, { answers: { 'GET /my-wallets': { status: 500 } } });
  await page.getByText('£10.00').first().waitFor();
  await untilDrawn(page);
  expect(await alertsOn(page)).toEqual([]);
  expect(await page.getByRole('button', { name: 'Refund to card' }).count()).toBe(0);
  await site.leave(page);
});

test('closed top-ups are announced, and no amount can be chosen', async () => {
  const page = await openCredits(site, { answers: withWallets({ ...plainWallets, topUps: 'closed' }) });
  await page.getByText('Top-ups are closed for this account.').waitFor();
  expect(await page.getByLabel('Top-up amount').isDisabled()).toBe(true);
  await site.leave(page);
});

test('top-ups that close while the page is open are announced under the form', async () => {
  const message = 'Top-ups are closed for this account. Please contact us.';
  const answers = {
    'POST /stripe-payment-intent': { status: 403, body: { code: 'payment.closed', message } },
  };
  const page = await openCredits(site, { answers });
  await page.getByLabel('Top-up amount').selectOption('5');
  await page.getByText(message).waitFor();
  expect(await alertsOn(page)).toEqual(['Error initializing payment. Please try again.']);
  expect(addressOf(page)).toBe('/credits');
  await site.leave(page);
});

test('if payments are not set up, the page shows a notice', async () => {
  const page = await openCredits(site, { answers: { 'GET /payment-config': { body: {} } } });
  await page.getByText('Payments are not set up here.').waitFor();
  expect(await payButton(page).isEnabled()).toBe(true);
  await site.leave(page);
});

test('a new balance from the server shows at once, and the other figures are loaded again', async () => {
  const sockets: WebSocketRoute[] = [];
  const page = await openCredits(site, {
    prepare: (window) => window.routeWebSocket(/\/live$/, (socket) => sockets.push(socket)),
  });
  await page.getByText('£10.00').first().waitFor();
  await page.getByRole('button', { name: 'Account statement' }).click();
  await page.getByRole('combobox', { name: 'Period' }).selectOption('last_month');
  await page.getByText('No transactions in the selected period').waitFor();
  await untilDrawn(page);
  const otherCalls = ['/my-wallets', '/monthly-pages', '/user-account-statement'];
  const reloads = otherCalls.map((path) => page.waitForRequest(`**${path}`));
  sockets.at(-1)!.send(JSON.stringify({ type: 'balance', available: { minor: 4200, currency: 'GBP' } }));
  await page.getByText('£42.00').first().waitFor();
  expect(await amountOf(page, 'Credits available')).toBe('£42.00');
  await Promise.all(reloads);
  // After missed news any figure may be outdated, also the balance.
  const allReloads = ['/user-account-balance', ...otherCalls].map((path) => page.waitForRequest(`**${path}`));
  sockets.at(-1)!.send(JSON.stringify({ type: 'missed' }));
  await Promise.all(allReloads);
  await page.context().close();
});

describe('refund', () => {
  test.each(screens)('on $screen a refund is sent after a confirmation', async ({ viewport }) => {
    const page = await openCredits(site, {
      viewport,
      answers: {
        ...withWallets(busyWallets),
        'POST /refund-to-card': {
          body: { refunded: { minor: 440, currency: 'GBP' }, available: { minor: 560, currency: 'GBP' } },
        },
      },
    });
    const refunds = sentTo(page, '/refund-to-card');
    await page.getByRole('button', { name: 'Refund to card' }).click();
    const popup = page.getByRole('dialog', { name: 'Refund to card' });
    await popup.getByText('Send £4.40 back to Visa, card ending in 4242?').waitFor();
    await expectToFit(page);
    await popup.getByRole('button', { name: 'Keep it' }).click();
    await popup.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Refund to card' }).click();
    await page.route('**/user-account-balance', (route) => route.fulfill({ json: { balance: 5.6 } }));
    await page.route('**/my-wallets', (route) => route.fulfill({ json: plainWallets }));
    await popup.getByRole('button', { name: 'Send £4.40 back' }).click();
    await page.getByText('£4.40 is on its way back to your card.').waitFor();
    await page.getByText('£5.60').first().waitFor();
    expect(refunds).toEqual([{ currency: 'GBP', amount: 4.4, refundable: 4.4 }]);
    await page.getByRole('button', { name: 'Refund to card' }).waitFor({ state: 'hidden' });
    expect(await focusedText(page)).toContain('£4.40 is on its way back to your card.');
    await until(() => isInView(page.getByText('£4.40 is on its way back to your card.')));
    await page.getByLabel('Top-up amount').selectOption('5');
    await page.getByText('£4.40 is on its way back to your card.').waitFor({ state: 'detached' });
    await site.leave(page);
  });

  test.each(screens)(
    'on $screen the confirmation lists the payments and the amount of each',
    async ({ viewport }) => {
      const [pounds, ...others] = busyWallets.wallets;
      const refundableOf = [
        refundShare(300, 'Mastercard, card ending in 4444', '2026-11-21T10:00:00.000Z'),
        refundShare(140, 'Visa, card ending in 4242', '2026-11-01T10:00:00.000Z'),
      ];
      const wallets = { ...busyWallets, wallets: [{ ...pounds!, refundableOf }, ...others] };
      const page = await openCredits(site, { viewport, answers: withWallets(wallets) });
      await page.getByText('£4.40 of your top-ups can go back to your cards.').waitFor();
      await page.getByRole('button', { name: 'Refund to card' }).click();
      const popup = page.getByRole('dialog', { name: 'Refund to card' });
      await popup.getByText('Send £4.40 back to where it came from?').waitFor();
      expect(await popup.getByRole('listitem').allTextContents()).toEqual([
        '£3.00 to Mastercard, card ending in 4444 (paid 21 Nov 2026)',
        '£1.40 to Visa, card ending in 4242 (paid 1 Nov 2026)',
      ]);
      await expectToFit(page);
      await site.leave(page);
    },
  );

  test('a pending refund is shown outside the balance, and its result appears without a reload', async () => {
    const sockets: WebSocketRoute[] = [];
    const page = await openCredits(site, {
      answers: {
        ...withWallets(busyWallets),
        'POST /refund-to-card': {
          body: { refunded: { minor: 440, currency: 'GBP' }, available: { minor: 560, currency: 'GBP' } },
        },
      },
      prepare: (window) => window.routeWebSocket(/\/live$/, (socket) => sockets.push(socket)),
    });
    const news = { type: 'balance', available: { minor: 560, currency: 'GBP' } };
    const show = (state: RefundView['state']) =>
      page.route('**/my-wallets', (route) =>
        route.fulfill({ json: { ...plainWallets, refunds: [refundIn(state)] } }),
      );
    await page.getByRole('button', { name: 'Refund to card' }).click();
    await show('asked');
    await page.getByRole('button', { name: 'Send £4.40 back' }).click();
    await page.getByText('£4.40 to Visa, card ending in 4242: on its way').waitFor();
    await show('sent');
    sockets.at(-1)!.send(JSON.stringify(news));
    await page.getByText(/^£4\.40 to Visa, card ending in 4242: sent 22 Nov 2026, \d\d:\d\d$/).waitFor();
    await page.getByText('£4.40 is on its way back to your card.').waitFor();
    await show('failed');
    sockets.at(-1)!.send(JSON.stringify({ ...news, available: { minor: 1000, currency: 'GBP' } }));
    await page.getByText('did not go through, and is in your balance again').waitFor();
    expect(await alertsOn(page)).toEqual(['The bank did not take £4.40. It is in your balance again.']);
    expect(await focusedText(page)).toContain('The bank did not take £4.40.');
    expect(await page.getByText('is on its way back').count()).toBe(0);
    await page.context().close();
  });

  test('a refund removes the thanks for an earlier payment', async () => {
    const answers = {
      ...withWallets(busyWallets),
      'POST /refund-to-card': {
        body: { refunded: { minor: 440, currency: 'GBP' }, available: { minor: 560, currency: 'GBP' } },
      },
    };
    const page = await openCredits(site, { answers });
    const thanks = page.getByText('Thank you! Payment was successful.');
    await fillIn(page);
    await payButton(page).click();
    await thanks.waitFor();
    await page.getByRole('button', { name: 'Refund to card' }).click();
    await page.getByRole('button', { name: 'Send £4.40 back' }).click();
    await page.getByText('£4.40 is on its way back to your card.').waitFor();
    expect(await thanks.count()).toBe(0);
    await site.leave(page);
  });

  test.each([
    [409, 'Not so much can go back to your cards.'],
    [403, 'Please ask the staff for money back.'],
  ])('a refusal (%i) shows its message', async (status, message) => {
    const page = await openCredits(site, { answers: withWallets(busyWallets) });
    const call = await holdCall(page, '/refund-to-card');
    await page.getByRole('button', { name: 'Refund to card' }).click();
    await page.getByRole('button', { name: 'Send £4.40 back' }).click();
    await call.untilAsked();
    await call.answer(status, { code: 'refund', message });
    await page.getByText(message).waitFor();
    expect([await alertsOn(page), addressOf(page)]).toEqual([[message], '/credits']);
    expect(await focusedText(page)).toBe(message);
    await site.leave(page);
  });

  test('an ended session leads to /login, and nothing is sent', async () => {
    const page = await openCredits(site, { answers: withWallets(busyWallets) });
    const refunds = sentTo(page, '/refund-to-card');
    await page.getByRole('button', { name: 'Refund to card' }).click();
    await page.route('**/validate-session', (route) => route.fulfill({ json: { valid: false } }));
    await page.getByRole('button', { name: 'Send £4.40 back' }).click();
    await page.waitForURL('**/login');
    expect(refunds).toEqual([]);
    await site.leave(page);
  });
});

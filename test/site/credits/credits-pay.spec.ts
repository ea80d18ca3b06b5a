import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  amountOf,
  fillIn,
  focusedText,
  isInView,
  openCredits,
  payButton,
  sentTo,
} from '../../support/browser/credits.js';
import { until } from '../../support/until.js';
import { alertsOn, holdCall, untilDrawn } from '../../support/browser/dashboard.js';
import { askNetworkAgain } from '../../support/peers/instead-of-network.js';
import { addressOf, screens, siteForTests } from '../../support/browser/site.js';
import { scriptUrl, serveStripe } from '../../support/peers/stripe-script.js';

const site = siteForTests();

const terms = 'Please agree to the Terms of Service before proceeding.';
const noAmount = 'Please select a top-up amount before proceeding.';
const noDetails = 'Please fill out the payment details first.';
const notReady = 'Payment system not ready';
const thanks = 'Thank you! Payment was successful.';
const failed = 'Payment failed. Please try again.';
const replaced = 'Another payment was begun since, such as in another window. Nothing was charged here.';

describe.each(screens)('on $screen', ({ viewport }) => {
  test('a payment that succeeds is validated, the page thanks the user, and the form is reset [rows 11, 216, 288–291]', async () => {
    const page = await openCredits(site, { viewport });
    const validated = sentTo(page, '/stripe-validate-payment');
    await fillIn(page);
    await page.route('**/user-account-balance', (route) => route.fulfill({ json: { balance: 15 } }));
    await payButton(page).click();
    await page.getByText('£15.00').first().waitFor();
    await until(async () => (await statusUnderForm(page)) === thanks);
    expect(validated).toEqual([{ payment_intent_id: 'pi_1' }]);
    // The balance is loaded again while the page shows the thanks.
    await until(async () => (await amountOf(page, 'Credits available')) === '£15.00');
    expect(await page.getByLabel('Top-up amount').inputValue()).toBe('');
    expect(await page.getByLabel('Card number').count()).toBe(0);
    expect(await page.getByRole('checkbox', { name: /I agree/ }).isChecked()).toBe(false);
    expect(await alertsOn(page)).toEqual([]);
    expect(await focusedText(page)).toBe(thanks);
    await until(() => isInView(page.getByText(thanks)));
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await page.getByText(thanks).waitFor({ state: 'detached' });
    await site.leave(page);
  });

  test('after the return from a bank the result is in view and has the focus', async () => {
    const validations: Awaited<ReturnType<typeof holdCall>>[] = [];
    const page = await openCredits(site, {
      viewport,
      address: '/credits?payment_intent=pi_7&redirect_status=succeeded',
      prepare: async (window) => validations.push(await holdCall(window, '/stripe-validate-payment')),
    });
    await page.getByText('We are confirming your payment.').waitFor();
    await until(() => isInView(page.getByText('We are confirming your payment.')));
    await validations[0]!.answer(200, { status: 'success', found: true });
    await page.getByText(thanks).waitFor();
    await untilDrawn(page);
    await until(() => isInView(page.getByText(thanks)));
    expect(await focusedText(page)).toBe(thanks);
    await site.leave(page);
  });

  test("the provider's message shows in red under the form, and disappears when the card is changed [rows 437, 438]", async () => {
    const page = await openCredits(site, { viewport });
    await fillIn(page, { card: '4000' });
    await payButton(page).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alertsOn(page)).toEqual(['Your card was declined.']);
    await page.getByText('Nothing was charged. Try another card').waitFor();
    const stopColor = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--stop)';
      return getComputedStyle(probe).color;
    });
    expect(await alert.evaluate((element) => getComputedStyle(element).color)).toBe(stopColor);
    const formBox = await page.getByRole('region', { name: 'Payment details' }).boundingBox();
    const alertBox = await alert.boundingBox();
    expect(alertBox!.y).toBeGreaterThanOrEqual(formBox!.y + formBox!.height);
    await page.getByLabel('Card number').fill('42');
    await untilDrawn(page);
    expect(await alertsOn(page)).toEqual([]);
    await site.leave(page);
  });
});

test('the card form asks for the specified details, and offers wallets [rows 12, 144, 368–370]', async () => {
  const page = await openCredits(site);
  await page.getByLabel('Top-up amount').selectOption('5');
  await page.getByLabel('Card number').waitFor();
  await page.getByLabel('Demo Wallet').waitFor();
  const { forms, elements } = await page.evaluate(() => window.fakeStripe);
  expect(forms).toEqual([
    {
      fields: { billingDetails: { name: 'auto', email: 'auto', phone: 'auto', address: 'if_required' } },
      wallets: { applePay: 'auto', googlePay: 'auto', link: 'auto' },
    },
  ]);
  expect(elements).toMatchObject([{ clientSecret: 'pi_1_secret_1', appearance: { theme: 'stripe' } }]);
  // The page passes its colours as values, because the provider's frame cannot read the page's CSS variables.
  expect(elements[0]!.appearance.variables).toMatchObject({
    colorPrimary: '#d6246e',
    colorBackground: '#fff',
    colorDanger: '#b42318',
    colorText: '#1b1f3b',
    borderRadius: '12px',
  });
  await site.leave(page);
});

describe('before a payment', () => {
  test('an ended session leads to /login before any message [row 281]', async () => {
    const page = await openCredits(site);
    await page.route('**/validate-session', (route) => route.fulfill({ json: { valid: false } }));
    await payButton(page).click();
    await page.waitForURL('**/login');
    expect(await alertsOn(page)).toEqual([]);
    await site.leave(page);
  });

  test('PAY first asks the user to agree to the terms, and then to select an amount [rows 282, 283, 353, 354]', async () => {
    const page = await openCredits(site);
    await payButton(page).click();
    await page.getByText(terms).waitFor();
    expect(await alertsOn(page)).toEqual([terms]);
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    expect(await alertsOn(page)).toEqual([]);
    await payButton(page).click();
    await page.getByText(noAmount).waitFor();
    expect(await alertsOn(page)).toEqual([noAmount]);
    await site.leave(page);
  });

  test('when the payment cannot be prepared, the page shows an error, and PAY asks for the payment details [rows 284, 355, 440]', async () => {
    const answers = { 'POST /stripe-payment-intent': { status: 500 } };
    const page = await openCredits(site, { answers });
    await page.getByLabel('Top-up amount').selectOption('5');
    await page.getByRole('alert').waitFor();
    expect(await alertsOn(page)).toEqual(['Error initializing payment. Please try again.']);
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await payButton(page).click();
    await page.getByText(noDetails).waitFor();
    expect(await alertsOn(page)).toEqual([noDetails]);
    await page.route('**/stripe-payment-intent', (route) =>
      route.fulfill({ json: { clientSecret: 'pi_2_secret_2' } }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Card number').waitFor();
    expect(await alertsOn(page)).toEqual([]);
    await site.leave(page);
  });

  test('an empty card form is not sent [row 355]', async () => {
    const page = await openCredits(site);
    await page.getByLabel('Top-up amount').selectOption('5');
    await page.getByLabel('Card number').waitFor();
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await payButton(page).click();
    await page.getByRole('alert').waitFor();
    expect(await alertsOn(page)).toEqual([noDetails]);
    await page.getByLabel('Card number').fill('42');
    await page.getByLabel('Card number').fill('');
    await untilDrawn(page);
    expect(await alertsOn(page)).toEqual([]);
    await payButton(page).click();
    await page.getByRole('alert').waitFor();
    expect(await alertsOn(page)).toEqual([noDetails]);
    expect(await page.evaluate(() => window.fakeStripe.confirmed)).toEqual([]);
    await site.leave(page);
  });

  test("without the provider's script the payment system is not ready [rows 285, 436]", async () => {
    const page = await openCredits(site, {
      prepare: async (window) => {
        await askNetworkAgain(window);
        await window.route(scriptUrl, (route) => route.abort());
      },
    });
    await page.getByText('The payment form could not be opened. Check your connection.').waitFor();
    const prepared = page.waitForResponse('**/stripe-payment-intent');
    await page.getByLabel('Top-up amount').selectOption('5');
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await prepared;
    await untilDrawn(page);
    await payButton(page).click();
    await page.getByText(notReady).waitFor();
    expect(await alertsOn(page)).toEqual([notReady]);
    await page.unroute(scriptUrl);
    await serveStripe(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Card number').waitFor();
    await site.leave(page);
  });
});

describe('an amount', () => {
  test('the payment is prepared 100 ms after the choice of an amount [row 279]', async () => {
    const page = await openCredits(site);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const intents = sentTo(page, '/stripe-payment-intent');
    await page.getByLabel('Top-up amount').selectOption('5');
    await page.clock.runFor(99);
    await page.evaluate(() => fetch('/validate-session'));
    expect(intents).toEqual([]);
    const request = page.waitForRequest('**/stripe-payment-intent');
    await page.clock.runFor(1);
    expect((await request).postDataJSON()).toEqual({ amount: 5, currency: 'GBP', payment_intent_id: null });
    await page.context().close();
  });

  test('another amount shows a new form for the same payment [rows 216, 276, 277]', async () => {
    const page = await openCredits(site);
    const intents = sentTo(page, '/stripe-payment-intent');
    await fillIn(page, { card: '4000' });
    await payButton(page).click();
    await page.getByRole('alert').waitFor();
    await page.evaluate(() => {
      document.querySelector('.fake-form')!.id = 'earlier-form';
    });
    await page.getByLabel('Top-up amount').selectOption('20');
    await untilDrawn(page);
    expect(await alertsOn(page)).toEqual([]);
    expect(await page.getByRole('checkbox', { name: /I agree/ }).isChecked()).toBe(false);
    await page.getByLabel('Card number').waitFor();
    expect(await page.locator('#earlier-form').count()).toBe(0);
    expect(intents).toEqual([
      { amount: 5, currency: 'GBP', payment_intent_id: null },
      { amount: 20, currency: 'GBP', payment_intent_id: 'pi_1' },
    ]);
    await site.leave(page);
  });

  test('when several amounts are chosen during a preparation, only the last is prepared next', async () => {
    const page = await openCredits(site);
    const intent = await holdCall(page, '/stripe-payment-intent');
    await page.getByLabel('Top-up amount').selectOption('5');
    await intent.untilAsked();
    await page.getByLabel('Top-up amount').selectOption('10');
    await page.getByLabel('Top-up amount').selectOption('15');
    await intent.answer(200, { clientSecret: 'pi_1_secret_1' });
    await intent.untilAsked();
    await intent.answer(200, { clientSecret: 'pi_1_secret_1' });
    await page.getByLabel('Card number').waitFor();
    expect(intent.bodies.map((body) => JSON.parse(body!) as unknown)).toEqual([
      { amount: 5, currency: 'GBP', payment_intent_id: null },
      { amount: 15, currency: 'GBP', payment_intent_id: 'pi_1' },
    ]);
    await site.leave(page);
  });

  test.each([
    ['another amount', '15', 'PAY £15'],
    ['no amount', '', 'PAY'],
  ])(
    'a preparation that ends after the choice of %s keeps that choice, and shows no form',
    async (_, next, pay) => {
      const page = await openCredits(site);
      const intent = await holdCall(page, '/stripe-payment-intent');
      const amounts = page.getByLabel('Top-up amount');
      await amounts.selectOption('5');
      await intent.untilAsked();
      await amounts.selectOption(next);
      await intent.answer(200, { clientSecret: 'pi_1_secret_1' });
      await untilDrawn(page);
      expect([await amounts.inputValue(), await payButton(page).textContent()]).toEqual([next, pay]);
      expect(await page.getByLabel('Card number').count()).toBe(0);
      await site.leave(page);
    },
  );

  test('a failed preparation shows no message if another amount is chosen', async () => {
    const page = await openCredits(site);
    const intent = await holdCall(page, '/stripe-payment-intent');
    await page.getByLabel('Top-up amount').selectOption('5');
    await intent.untilAsked();
    await page.getByLabel('Top-up amount').selectOption('15');
    await intent.answer(500);
    await intent.untilAsked();
    await untilDrawn(page);
    expect(await alertsOn(page)).toEqual([]);
    await site.leave(page);
  });

  test('no payment is prepared if the session has ended', async () => {
    const page = await openCredits(site);
    const intents = sentTo(page, '/stripe-payment-intent');
    await page.route('**/validate-session', (route) => route.fulfill({ json: { valid: false } }));
    await page.getByLabel('Top-up amount').selectOption('5');
    await page.waitForURL('**/login');
    expect(intents).toEqual([]);
    await site.leave(page);
  });
});

describe('during a payment', () => {
  test('PAY shows a spinner, and nothing can be chosen [rows 286, 287]', async () => {
    const page = await openCredits(site);
    await fillIn(page, { card: 'slow' });
    await payButton(page).click();
    await page.locator('button[data-loading]', { hasText: 'PAY' }).waitFor();
    for (const choice of ['Top-up amount', 'Currency'])
      expect(await page.getByLabel(choice).isDisabled()).toBe(true);
    expect(await page.getByRole('checkbox', { name: /I agree/ }).isDisabled()).toBe(true);
    await page.evaluate(() => window.fakeStripe.finish({ paymentIntent: { status: 'succeeded' } }));
    await page.getByText(thanks).waitFor();
    expect(await page.getByLabel('Top-up amount').isDisabled()).toBe(false);
    await site.leave(page);
  });

  test('a second click does not pay twice', async () => {
    const page = await openCredits(site);
    await fillIn(page, { card: 'slow' });
    await payButton(page).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await page.waitForFunction(() => window.fakeStripe.confirmed.length > 0);
    await page.evaluate(() => window.fakeStripe.finish({ paymentIntent: { status: 'succeeded' } }));
    await page.getByText(thanks).waitFor();
    expect(await page.evaluate(() => window.fakeStripe.confirmed.length)).toBe(1);
    await site.leave(page);
  });

  test('a session that ends during a payment leads to /login', async () => {
    const page = await openCredits(site, { answers: { 'POST /stripe-validate-payment': { status: 401 } } });
    await fillIn(page);
    await payButton(page).click();
    await page.waitForURL('**/login');
    expect(addressOf(page)).toBe('/login');
    await site.leave(page);
  });
});

describe('a payment that does not succeed', () => {
  test.each([
    ['fails', { status: 500 }],
    ['does not find the payment', { body: { status: 'success', found: false } }],
    ['does not know the payment', { status: 404, body: { code: 'payment.unknown', found: false } }],
    ['gets no answer', 'no-connection' as const],
  ])('when the validation %s, the page says that the payment failed [row 441]', async (_, answer) => {
    const page = await openCredits(site, { answers: { 'POST /stripe-validate-payment': answer } });
    await fillIn(page);
    await payButton(page).click();
    await page.getByRole('alert').waitFor();
    expect(await alertsOn(page)).toEqual([failed]);
    expect(await page.getByLabel('Top-up amount').inputValue()).toBe('5');
    await site.leave(page);
  });

  test.each(['throws', 'silent'])(
    'a failure without a reason (%s) shows as unexpected [row 439]',
    async (card) => {
      const page = await openCredits(site);
      await fillIn(page, { card });
      await payButton(page).click();
      await page.getByRole('alert').waitFor();
      expect(await alertsOn(page)).toEqual(['An unexpected error occurred']);
      await site.leave(page);
    },
  );

  test('when another window has replaced the payment, the page reports it, and the user can begin again', async () => {
    const page = await openCredits(site);
    await fillIn(page, { card: 'replaced before' });
    const balance = page.waitForRequest('**/user-account-balance');
    await payButton(page).click();
    await page.getByRole('alert').waitFor();
    expect(await alertsOn(page)).toEqual([replaced]);
    await balance;
    expect(await page.getByLabel('Top-up amount').inputValue()).toBe('');
    const intents = sentTo(page, '/stripe-payment-intent');
    await page.getByLabel('Top-up amount').selectOption('5');
    await page.getByLabel('Card number').waitFor();
    expect(intents).toEqual([{ amount: 5, currency: 'GBP', payment_intent_id: null }]);
    expect(await alertsOn(page)).toEqual([]);
    await site.leave(page);
  });

  test('when the bank could not verify the user, the page shows advice', async () => {
    const page = await openCredits(site);
    await fillIn(page, { card: 'not proven' });
    await payButton(page).click();
    await page.getByText('Nothing was charged. Try another card').waitFor();
    expect(await alertsOn(page)).toEqual(['We could not prove that it is you.']);
    await site.leave(page);
  });

  test.each(['paid before', 'pending before'])(
    'a payment that was %s: PAY shows the thanks',
    async (card) => {
      const page = await openCredits(site);
      await fillIn(page, { card });
      await payButton(page).click();
      await page.getByText(thanks).waitFor();
      expect(await alertsOn(page)).toEqual([]);
      await site.leave(page);
    },
  );
});

describe('after the return from a bank', () => {
  test('the payment is validated, in its own currency, and the address is /credits [rows 292, 293]', async () => {
    const page = await openCredits(site);
    const validated = sentTo(page, '/stripe-validate-payment');
    await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
    await fillIn(page, { card: '3220' });
    await payButton(page).click();
    await page.waitForURL('**/credits?*payment_intent=pi_1*');
    await page.getByText(thanks).waitFor();
    await page.waitForFunction(() => window.location.search === '');
    expect(addressOf(page)).toBe('/credits');
    expect(validated).toEqual([{ payment_intent_id: 'pi_1' }]);
    expect(await page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe('EUR');
    await site.leave(page);
  });

  test('an unpaid payment shows as failed [rows 292–294]', async () => {
    const page = await openCredits(site, {
      address: '/credits?payment_intent=pi_7&redirect_status=failed',
      answers: { 'POST /stripe-validate-payment': { body: { status: 'success', found: false } } },
    });
    await page.getByText(failed).waitFor();
    await page.waitForFunction(() => window.location.search === '');
    expect(await alertsOn(page)).toEqual([failed]);
    await site.leave(page);
  });
});

async function statusUnderForm(page: Page): Promise<string | null> {
  return page.getByRole('region', { name: 'Top up' }).getByRole('status').textContent();
}

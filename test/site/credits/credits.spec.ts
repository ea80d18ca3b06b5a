import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  amountOf,
  asPayer,
  busyWallets,
  fillIn,
  openCredits,
  payButton,
  sentTo,
} from '../../support/browser/credits.js';
import { holdCall, untilDrawn } from '../../support/browser/dashboard.js';
import { addressOf, asVisitor, expectToFit, screens, siteForTests } from '../../support/browser/site.js';
import type { Answer } from '../../support/browser/site-server.js';
import { turningIn } from '../../support/browser/turning.js';

const site = siteForTests();
type HeldCall = Awaited<ReturnType<typeof holdCall>>;

describe.each(screens)('on $screen', ({ viewport }) => {
  test("/credits explains how to top up, and shows this month's pages and the balance [rows 33, 119, 121–127, 130, 451]", async () => {
    const page = await openCredits(site, { viewport });
    expect([addressOf(page), await page.title()]).toEqual(['/credits', 'Credits · Sixpence']);
    const how = page.getByRole('region', { name: 'How to top up' });
    expect(await how.getByRole('listitem').allTextContents()).toEqual([
      'Select amount',
      'Select payment method',
      'Accept terms',
      'Confirm payment',
    ]);
    await page.getByText('£10.00').first().waitFor();
    const month = page.getByRole('region', { name: 'Pages printed this month' });
    await month.getByText('3').waitFor();
    expect(await month.locator('dl > div').allTextContents()).toEqual(['Black-and-white3', 'Colour2']);
    expect(await amountOf(page, 'Credits available')).toBe('£10.00');
    await expectToFit(page);
    await site.leave(page);
  });

  test('an amount can be chosen from a list, and the sum and the balance after it are shown [rows 131, 134, 135, 146, 278, 356, 449]', async () => {
    const page = await openCredits(site, { viewport });
    const amounts = page.getByRole('combobox', { name: 'Top-up amount' });
    await page.getByText('£10.00').first().waitFor();
    expect(await amounts.locator('option').allTextContents()).toEqual([
      ...['Select an amount', '£3', '£5', '£7', '£10', '£15', '£20', '£25', '£50'],
    ]);
    expect(await payButton(page).textContent()).toBe('PAY');
    await amounts.selectOption('£5');
    expect(await amountOf(page, 'Total to be charged')).toBe('£5.00');
    expect(await amountOf(page, 'Credits after payment')).toBe('£15.00');
    expect(await payButton(page).textContent()).toBe('PAY £5');
    await expectToFit(page);
    await site.leave(page);
  });

  test('the hint about top-ups shows on hover and on focus [rows 132, 133, 466]', async () => {
    const page = await openCredits(site, { viewport });
    const hint = page.getByRole('button', { name: 'What is this?' });
    const tooltip = page.getByRole('tooltip');
    const hintText = 'Top up to pay for print. Your balance never expires.';
    await hint.hover();
    expect(await tooltip.textContent()).toBe(hintText);
    await page.mouse.move(0, 0);
    await tooltip.waitFor({ state: 'hidden' });
    await page.getByRole('combobox', { name: 'Top-up amount' }).focus();
    await page.keyboard.press('Tab');
    expect(await tooltip.textContent()).toBe(hintText);
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'hidden' });
    await expectToFit(page);
    await site.leave(page);
  });
});

test('two currencies can be chosen, and the amounts follow the choice [rows 128, 129, 449]', async () => {
  const page = await openCredits(site);
  const currency = page.getByRole('combobox', { name: 'Currency' });
  expect(await currency.locator('option').allTextContents()).toEqual([
    'United Kingdom GBP',
    'Euro countries EUR',
  ]);
  await currency.selectOption('Euro countries EUR');
  await page.getByText('€10.00').first().waitFor();
  const amounts = page.getByRole('combobox', { name: 'Top-up amount' });
  expect(await amounts.locator('option').allTextContents()).toEqual([
    ...['Select an amount', '€3', '€5', '€7', '€10', '€15', '€20', '€25', '€50'],
  ]);
  await site.leave(page);
});

test('the page has terms to agree to, and a link to the documents [rows 145, 147]', async () => {
  const page = await openCredits(site);
  const terms = page.getByRole('checkbox', { name: 'I agree to the Sixpence Terms of Service', exact: true });
  expect(await terms.isChecked()).toBe(false);
  const link = page.getByRole('link', { name: 'Sixpence Terms of Service' });
  expect(await link.getAttribute('href')).toBe('/terms');
  await page.getByRole('link', { name: 'Click here to access your documents' }).click();
  await page.waitForURL('**/dashboard');
  expect(addressOf(page)).toBe('/dashboard');
  await site.leave(page);
});

test('a spinner shows while the session is checked; location, pages, and balance are requested afterwards [rows 269, 271]', async () => {
  const paths: string[] = [];
  const held: HeldCall[] = [];
  const page = await site.open({
    address: '/credits',
    prepare: async (window) => {
      window.on('request', (request) => paths.push(new URL(request.url()).pathname));
      for (const path of ['validate-session', 'get-user-location', 'monthly-pages', 'user-account-balance'])
        held.push(await holdCall(window, `/${path}`));
    },
  });
  const [session, location, pages, balance] = held as [HeldCall, HeldCall, HeldCall, HeldCall];
  await page.getByRole('status').getByText('Opening your account').waitFor();
  expect(await turningIn(page.getByRole('main').getByRole('status'))).toBeGreaterThan(0);
  expect(await page.getByRole('heading', { name: 'Credits' }).count()).toBe(0);
  await session.untilAsked();
  expect(paths).not.toContain('/get-user-location');
  expect([...pages.bodies, ...balance.bodies]).toEqual([]);
  await session.answer(200, { valid: true });
  await location.untilAsked();
  await pages.untilAsked();
  await location.answer(200, { country_code: 'IE', city: '' });
  await session.untilAsked();
  await session.answer(200, { valid: true });
  await balance.untilAsked();
  expect(balance.bodies).toEqual(['{"currency":"EUR"}']);
  await site.leave(page);
});

test.each([
  ['GB', 'GBP', '£10.00'],
  ['EE', 'EUR', '€10.00'],
  ['IE', 'EUR', '€10.00'],
  ['DE', 'GBP', '£10.00'],
])('a user in %s begins with %s [rows 272–275]', async (country, currency, amount) => {
  const answers = { 'GET /get-user-location': { body: { country_code: country, city: '' } } };
  const page = await openCredits(site, { answers });
  await page.getByText(amount).first().waitFor();
  expect(await page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe(currency);
  await site.leave(page);
});

test.each([
  ['fails', { status: 500 }],
  ['gets no answer', 'no-connection' as const],
])('if the call for the location %s, the currency is GBP [row 275]', async (_, answer) => {
  const page = await openCredits(site, { answers: { 'GET /get-user-location': answer } });
  await page.getByText('£10.00').first().waitFor();
  expect(await page.getByRole('combobox', { name: 'Currency' }).inputValue()).toBe('GBP');
  await site.leave(page);
});

test('a user can choose a currency before the location is known', async () => {
  const page = await openCredits(site, { prepare: (window) => holdCall(window, '/get-user-location') });
  const currency = page.getByRole('combobox', { name: 'Currency' });
  expect(await currency.inputValue()).toBe('');
  for (const name of ['Now', 'Credits after payment']) expect(await amountOf(page, name)).toBe('–');
  await currency.selectOption('EUR');
  await page.getByText('€10.00').first().waitFor();
  expect(await currency.inputValue()).toBe('EUR');
  await site.leave(page);
});

const pick = (label: string, value: string) => (page: Page) => page.getByLabel(label).selectOption(value);
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click();
const tick = (page: Page) => page.getByRole('checkbox', { name: /I agree/ }).click();
const invalid = { body: { valid: false } };
const failure = { status: 500 };
const noAnswer = 'no-connection' as const;

test.each<[string, string, Answer, ((page: Page) => Promise<unknown>)[]]>([
  ['choosing a currency', 'finds no session', invalid, [pick('Currency', 'EUR')]],
  ['choosing a currency', 'fails', failure, [pick('Currency', 'EUR')]],
  ['choosing a currency', 'gets no answer', noAnswer, [pick('Currency', 'EUR')]],
  ['ticking the terms', 'finds no session', invalid, [tick]],
  ['ticking the terms', 'fails', failure, [tick]],
  ['ticking the terms', 'gets no answer', noAnswer, [tick]],
  ['choosing an amount', 'finds no session', invalid, [pick('Top-up amount', '5')]],
  ['opening the statement', 'finds no session', invalid, [press('Account statement')]],
  ['opening the statement', 'gets no answer', noAnswer, [press('Account statement')]],
  [
    'choosing a period',
    'finds no session',
    invalid,
    [press('Account statement'), pick('Period', 'last_month')],
  ],
  ['asking for a refund', 'finds no session', invalid, [press('Refund to card')]],
])(
  '%s checks the session; a check that %s leads to /login [rows 219–221]',
  async (_act, _result, answer, steps) => {
    const page = await openCredits(site, { answers: { 'GET /my-wallets': { body: busyWallets } } });
    await page.getByText('£10.00').first().waitFor();
    for (const step of steps.slice(0, -1)) await step(page);
    await untilDrawn(page);
    await page.route('**/validate-session', (route) => {
      if (answer === 'no-connection') return route.abort();
      return route.fulfill({ status: answer.status ?? 200, json: answer.body });
    });
    await steps.at(-1)?.(page);
    await page.waitForURL('**/login');
    expect(addressOf(page)).toBe('/login');
    await site.leave(page);
  },
);

test.each(['POST /user-account-balance', 'GET /monthly-pages', 'GET /my-wallets', 'GET /payment-config'])(
  'a 401 of %s leads to /login [row 220]',
  async (call) => {
    const page = await site.open({ address: '/credits', answers: { ...asPayer, [call]: { status: 401 } } });
    await page.waitForURL('**/login');
    expect(addressOf(page)).toBe('/login');
    await site.leave(page);
  },
);

test.each([
  ['finds no session', { body: { valid: false } }],
  ['fails', { status: 500 }],
])('a session check that %s leads to /login [rows 120, 270, 365]', async (_, answer) => {
  const page = await site.open({
    address: '/credits',
    answers: { ...asVisitor, 'GET /validate-session': answer },
  });
  await page.waitForURL('**/login');
  expect(addressOf(page)).toBe('/login');
  await site.leave(page);
});

test('a balance that cannot be loaded shows as 0, and can be requested again [row 444]', async () => {
  const page = await openCredits(site, { answers: { 'POST /user-account-balance': { status: 500 } } });
  await page.getByText('We could not ask for your balance just now.').waitFor();
  expect(await amountOf(page, 'Credits available')).toBe('£0.00');
  await page.route('**/user-account-balance', (route) => route.fulfill({ json: { balance: 7.5 } }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('£7.50').first().waitFor();
  expect(await page.getByText('We could not ask').count()).toBe(0);
  await site.leave(page);
});

test('choosing another currency resets amount, secret, intent, and terms [row 280]', async () => {
  const page = await openCredits(site);
  const intents = sentTo(page, '/stripe-payment-intent');
  await fillIn(page);
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
  await page.getByText('€10.00').first().waitFor();
  const amounts = page.getByRole('combobox', { name: 'Top-up amount' });
  expect(await amounts.inputValue()).toBe('');
  expect(await page.getByRole('checkbox', { name: /I agree/ }).isChecked()).toBe(false);
  expect(await page.getByLabel('Card number').count()).toBe(0);
  await amounts.selectOption('7');
  await page.getByLabel('Card number').waitFor();
  expect(intents).toEqual([
    { amount: 5, currency: 'GBP', payment_intent_id: null },
    { amount: 7, currency: 'EUR', payment_intent_id: null },
  ]);
  await site.leave(page);
});

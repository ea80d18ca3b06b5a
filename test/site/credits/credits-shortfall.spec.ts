import { describe, expect, test } from '@jest/globals';
import { asPayer, openCredits, payButton, sentTo } from '../../support/browser/credits.js';
import { addressOf, expectToFit, screens, siteForTests } from '../../support/browser/site.js';
import { serveStripe } from '../../support/peers/stripe-script.js';
import { faultsOf } from '../../support/browser/watched.js';

const site = siteForTests();
const short = 'You are €4.20 short at the printer. Once you have paid, press PRINT there.';

describe.each(screens)('on $screen', ({ viewport }) => {
  test('a scanned shortfall preselects the smallest sufficient amount, which can be paid', async () => {
    const intents: unknown[] = [];
    const page = await openCredits(site, {
      viewport,
      address: '/credits#short-420-EUR',
      prepare: (window) => Promise.resolve(intents.push(sentTo(window, '/stripe-payment-intent'))),
    });
    await page.getByText(short, { exact: true }).waitFor();
    expect(addressOf(page)).toBe('/credits');
    expect(await page.getByLabel('Top-up amount').inputValue()).toBe('5');
    await page.getByLabel('Card number').fill('4242');
    expect(intents).toEqual([[{ amount: 5, currency: 'EUR', payment_intent_id: null }]]);
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await expectToFit(page);
    expect(await faultsOf(page)).toEqual([]);
    await payButton(page).click();
    await page.getByText('Thank you! Payment was successful.').waitFor();
    expect(await page.getByText(short).count()).toBe(0);
    expect(await page.getByLabel('Top-up amount').inputValue()).toBe('');
    await site.leave(page);
  });
});

test('choosing another currency clears the shortfall and its amount', async () => {
  const page = await openCredits(site, { address: '/credits#short-420-EUR' });
  await page.getByText(short, { exact: true }).waitFor();
  await page.getByLabel('Currency').selectOption('GBP');
  await page.getByText(short).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Top-up amount').inputValue()).toBe('');
  await site.leave(page);
});

test('a shortfall in an unknown currency preselects no amount', async () => {
  const page = await openCredits(site, { address: '/credits#short-420-USD' });
  await page.getByText('£10.00').first().waitFor();
  expect(await page.getByLabel('Top-up amount').inputValue()).toBe('');
  await site.leave(page);
});

test('the shortfall survives a sign-in; its address alone opens no account', async () => {
  const page = await site.open({
    address: '/credits#short-95-GBP',
    answers: { ...asPayer, 'GET /validate-session': { body: { valid: false } } },
    prepare: serveStripe,
  });
  await page.waitForURL('**/login');
  await page.getByText('Please sign in to top up.', { exact: true }).waitFor();
  await page.route('**/validate-session', (route) => route.fulfill({ json: { valid: true } }));
  await page.route('**/email-login', (route) => route.fulfill({ json: {} }));
  await page.getByLabel('E-mail').fill('demo@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('Sixpence1');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await page.getByText('You are £0.95 short at the printer.', { exact: true }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Top up', exact: true }).click();
  await page.getByText('You are £0.95 short at the printer. Once you have paid').waitFor();
  expect(await page.getByLabel('Top-up amount').inputValue()).toBe('3');
  await page.getByRole('link', { name: 'Click here to access your documents' }).click();
  await page.getByRole('heading', { name: 'How to print' }).waitFor();
  expect(await page.getByText('short at the printer').count()).toBe(0);
  await site.leave(page);
});

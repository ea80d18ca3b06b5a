import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { launchBrowser } from '../support/browser/browser.js';
import { CreditsPage } from '../support/browser/credits-page.js';
import { eventually } from '../support/eventually.js';
import { Payments } from '../support/builders/payments.js';
import type { Person } from '../support/builders/person.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/worlds/world.js';

const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  noFunds: '4000 0000 0000 9995',
  asksPerson: '4000 0027 6000 3184',
  slow: '4000 0000 0000 3006',
};
const failed = 'Payment failed. Please try again.';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let payments: Payments;
let world: World;
let browser: Browser;
beforeAll(async () => {
  payments = after.use(await Payments.start({ laterMs: 2_000 }));
  world = await startWorld({ parts: [], coreEnvironment: payments.variables });
  after.defer(() => world.stop());
  await payments.sendWebhooksTo(world.url);
  browser = await launchBrowser();
  after.defer(() => browser.close());
});
afterAll(() => after.disposeAsync());

let count = 0;
let person: Person;
let credits: CreditsPage;
beforeEach(async () => {
  const account = { email: `payer-${++count}@example.com`, password: 'Sixpence1' };
  await world.askOperator('user', 'add', account.email, '--password', account.password);
  person = await world.signIn(account);
  credits = await (await CreditsPage.of(browser, person, world.url)).open();
});
afterEach(async () => {
  await payments.control.do('noFaults', {});
  await payments.control.do('webhooks', { events: 'sent' });
  expect(credits.violations).toEqual([]);
  await credits[Symbol.asyncDispose]();
});

/** Expects that balance and statement, on the page and in core's answers, consist of these top-ups. */
async function expectToppedUp(...amounts: number[]): Promise<void> {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  await eventually(async () => (await person.balance()) === sum, { what: `a balance of £${sum}` });
  expect(await credits.statement()).toEqual(amounts.map((amount) => `+£${amount.toFixed(2)}`));
  expect(await credits.available()).toBe(`£${sum.toFixed(2)}`);
}

/** @returns the number of charges that the provider has made */
async function chargeCount(): Promise<number> {
  const { data } = await payments.stripe.charges.list({ limit: 100 });
  return data.filter(({ paid }) => paid).length;
}

test('a paid card tops up, also when no webhook arrives [rows 11, 288–291]', async () => {
  await payments.control.do('webhooks', { events: 'lost' });
  await credits.fill(5, cards.good);
  await credits.pay.click();
  await credits.thanks.waitFor();
  expect(await credits.page.getByLabel('Top-up amount').inputValue()).toBe('');
  await until(async () => (await credits.available()) === '£5.00');
  await expectToppedUp(5);
});

test('the form offers a wallet, and a payment with it tops up [row 12]', async () => {
  await credits.select(10);
  await credits.form.locator('[data-wallet]').click();
  await credits.agree();
  await credits.pay.click();
  await credits.thanks.waitFor();
  await expectToppedUp(10);
});

test('the payment form is configured with name, e-mail, phone, an address if required, and wallets [rows 368–370]', async () => {
  await credits.select(3);
  await credits.form.getByLabel('Card number').waitFor();
  const mounted = await payments.control.do('elements', {});
  expect(mounted.at(-1)?.payment).toEqual({
    fields: { billingDetails: { name: 'auto', email: 'auto', phone: 'auto', address: 'if_required' } },
    wallets: { applePay: 'auto', googlePay: 'auto', link: 'auto' },
  });
});

test('a declined card shows its error until the form is changed, and another card pays [rows 437, 438]', async () => {
  await credits.fill(5, cards.declined);
  await credits.pay.click();
  const sentence = credits.problem('Your card was declined.');
  await sentence.waitFor();
  const formBox = await credits.page.locator('iframe').boundingBox();
  const sentenceBox = await sentence.boundingBox();
  expect(sentenceBox?.y).toBeGreaterThan((formBox?.y ?? 0) + (formBox?.height ?? 0) - 1);
  // Stripe.js reports a change when the card becomes incomplete, not for each digit.
  await credits.form.getByLabel('Card number').fill('4000');
  await sentence.waitFor({ state: 'detached' });
  await credits.card(cards.noFunds);
  await credits.pay.click();
  await credits.problem('Your card has insufficient funds.').waitFor();
  expect(await person.balance()).toBe(0);
  await credits.card(cards.good);
  await credits.pay.click();
  await credits.thanks.waitFor();
  await expectToppedUp(5);
});

test('after a confirmed bank check (3-D Secure) the user returns, and the payment is credited [rows 292, 293]', async () => {
  await credits.fill(15, cards.asksPerson);
  await credits.pay.click();
  await credits.atBank('Complete');
  await credits.thanks.waitFor();
  await until(() => credits.page.url() === `${world.url}/credits`);
  await expectToppedUp(15);
});

test('after a failed bank check (3-D Secure) nothing is paid [row 294]', async () => {
  await credits.fill(15, cards.asksPerson);
  await credits.pay.click();
  await credits.atBank('Fail');
  await credits.problem(failed).waitFor();
  await until(() => credits.page.url() === `${world.url}/credits`);
  await expectToppedUp();
});

test('the page waits for a payment that the provider is still processing', async () => {
  await credits.fill(7, cards.slow);
  await credits.pay.click();
  await credits.thanks.waitFor();
  await expectToppedUp(7);
});

test('without accepted terms, or without an amount, nothing is paid [rows 282, 283, 353, 354]', async () => {
  await credits.pay.click();
  await credits.problem('Please agree to the Terms of Service before proceeding.').waitFor();
  await credits.agree();
  await credits.pay.click();
  await credits.problem('Please select a top-up amount before proceeding.').waitFor();
  await expectToppedUp();
});

test('for an empty form the page asks for the details, and for a partly filled one it names the incomplete field [row 355]', async () => {
  await credits.select(5);
  await credits.form.getByLabel('Card number').waitFor();
  await credits.agree();
  await credits.pay.click();
  const alert = credits.page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.allTextContents()).toEqual(['Please fill out the payment details first.']);
  await credits.form.getByLabel('Card number').fill('4242');
  await alert.waitFor({ state: 'detached' });
  await credits.pay.click();
  await alert.waitFor();
  expect(await alert.allTextContents()).toEqual(['Your card number is incomplete.']);
  await credits.form.getByText('Your card number is incomplete.').waitFor();
  await expectToppedUp();
});

test('a form that has not reported a change counts as empty [row 355]', async () => {
  // The stand-in reports the first change after it has loaded this list, which this test withholds.
  await credits.page.route('**/element/test-cards', () => undefined);
  await credits.select(5);
  await credits.page.locator('[data-ready]').waitFor();
  await credits.agree();
  await credits.pay.click();
  const alert = credits.page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.allTextContents()).toEqual(['Please fill out the payment details first.']);
});

test("when the provider's script is blocked, the page reports that the payment system is not ready [rows 285, 436]", async () => {
  await credits.page.route('**/v3/stripe.js', (route) => route.abort());
  await credits.open();
  const secret = credits.page.waitForResponse('**/stripe-payment-intent');
  await credits.select(5);
  await secret;
  await credits.agree();
  await credits.pay.click();
  await credits.problem('Payment system not ready').waitFor();
  await expectToppedUp();
});

test('when no payment can begin, the page shows an error, and PAY asks for the details [rows 284, 440]', async () => {
  await payments.control.do('fault', {
    path: '^/v1/payment_intents$',
    method: 'POST',
    answer: 500,
    times: 99,
  });
  await credits.select(5);
  await credits.problem('Error initializing payment. Please try again.').waitFor();
  await credits.agree();
  await credits.pay.click();
  await credits.problem('Please fill out the payment details first.').waitFor();
  await expectToppedUp();
});

test('a payment that cannot be checked at once is credited later [row 441]', async () => {
  await credits.fill(20, cards.good);
  await payments.control.do('fault', {
    path: '^/v1/payment_intents/pi',
    method: 'GET',
    answer: 500,
    times: 999,
  });
  await credits.pay.click();
  await credits.problem(failed).waitFor();
  await payments.control.do('noFaults', {});
  await expectToppedUp(20);
});

test('a session that ends during a payment leads to /login, and the money is credited', async () => {
  await payments.control.do('fault', { path: '/confirm$', delayMs: 60_000 });
  await credits.fill(25, cards.good);
  const confirming = credits.page.waitForRequest(/\/confirm$/);
  await credits.pay.click();
  await confirming;
  await person.post('/logout-session');
  await payments.control.do('noFaults', {});
  await credits.page.waitForURL('**/login');
  person = await world.signIn({ email: `payer-${count}@example.com`, password: 'Sixpence1' });
  await eventually(async () => (await person.balance()) === 25, { what: 'a balance of £25' });
});

test('an ended session leads to /login before any other check [row 281]', async () => {
  await credits.openWithoutNews();
  await credits.select(5);
  await credits.form.getByLabel('Card number').waitFor();
  await person.post('/logout-session');
  await credits.pay.click();
  await credits.page.waitForURL('**/login');
  expect(await credits.page.getByText('Please agree to the Terms').count()).toBe(0);
});

test('after a newer payment in a second tab the first tab charges nothing', async () => {
  await credits.fill(5, cards.good);
  const secondTab = await credits.secondTab();
  await secondTab.fill(10, cards.good);
  await credits.pay.click();
  await credits
    .problem('Another payment was begun since, such as in another window. Nothing was charged here.')
    .waitFor();
  expect(await person.balance()).toBe(0);
  await secondTab.pay.click();
  await secondTab.thanks.waitFor();
  await expectToppedUp(10);
});

test('a double click pays once', async () => {
  const before = await chargeCount();
  await credits.fill(5, cards.good);
  await credits.pay.dblclick();
  await credits.thanks.waitFor();
  await expectToppedUp(5);
  expect(await chargeCount()).toBe(before + 1);
});

test('a top-up works at the width of a phone, by keyboard alone', async () => {
  const { page } = credits;
  await page.setViewportSize({ width: 390, height: 800 });
  await credits.select(5);
  await credits.form.getByLabel('Card number').waitFor();
  await page.getByLabel('Top-up amount').focus();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // The frame runs in another process: keys are lost until the focus has moved into it, or out of it.
  const untilFocused = (target: Locator) =>
    until(() => target.evaluate((element) => element === document.activeElement));
  // Tab moves over the explanation of the amount to the choice of a card, and then to its number.
  await press('Tab', 'Tab');
  await untilFocused(credits.form.getByLabel('Card', { exact: true }));
  await press('Tab');
  await page.keyboard.type('4242424242424242');
  await press('Tab');
  await page.keyboard.type('1234');
  await press('Tab');
  await page.keyboard.type('123');
  // Tab moves over the list of test cards to the checkbox, and then over the link to the terms to PAY.
  await press('Tab', 'Tab');
  await untilFocused(page.getByRole('checkbox', { name: /I agree to the/ }));
  await press('Space', 'Tab', 'Tab', 'Enter');
  await credits.thanks.waitFor();
  await untilFocused(page.locator('[tabindex="-1"]').filter({ has: credits.thanks }));
  await until(async () => (await person.balance()) === 5);
});

test('after all tests the ledger passes its verification', async () => {
  expect(await world.askOperator('ledger', 'verify', '--all')).toMatchObject({ clean: true, breaches: [] });
});

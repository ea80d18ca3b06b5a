import { expect, test } from '@jest/globals';
import { addressOf, asVisitor, atEachWidth, expectToFit, siteForTests } from '../../support/browser/site.js';
import type { Answer } from '../../support/browser/site-server.js';

const site = siteForTests();

/**
 * Answers of `POST /social-state` that contain no sign-in page of the provider, and the advice that the user
 * sees after each.
 */
const problems: { answer: Answer; advice: string }[] = [
  {
    answer: { body: { authorizationUrls: {} } },
    advice: 'Try again in a minute, or go on with your e-mail address.',
  },
  { answer: { status: 503 }, advice: 'Try again in a minute, or go on with your e-mail address.' },
  { answer: { status: 429 }, advice: 'Try again in a minute, or go on with your e-mail address.' },
  { answer: 'no-connection', advice: 'Check your connection and try again.' },
];

test.each(problems)(
  'after an answer of $answer the page reports that Apple cannot be used',
  async ({ answer, advice }) => {
    const answers = { ...asVisitor, 'POST /social-state': answer };
    const page = await site.open({ address: '/login', answers });
    const button = page.getByRole('button', { name: 'Sign in with Apple' });
    await button.click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe('Apple cannot be used just now.');
    expect(await page.getByText(advice).count()).toBe(1);
    expect(addressOf(page)).toBe('/login');
    expect(await button.isEnabled()).toBe(true);
    await atEachWidth(page, () => expectToFit(page));
    await site.leave(page);
  },
);

test('a page without provider buttons deletes the stored provider of an unfinished sign-in', async () => {
  const page = await site.open({ address: '/login' });
  const storedProvider = () => page.evaluate(() => sessionStorage.getItem('sixpence.social'));
  await page.evaluate(() => sessionStorage.setItem('sixpence.social', 'google'));
  await page.goto(new URL('/terms', page.url()).href);
  await page.getByText(/© \d{4}/).waitFor();
  expect(await storedProvider()).toBeNull();
  await site.leave(page);
});

test('while the call for one provider is running, the buttons of the others are disabled', async () => {
  const page = await site.open({ address: '/signup' });
  await page.route('**/social-state', () => undefined);
  await page.getByRole('button', { name: 'Sign up with Google' }).click();
  await page.getByRole('button', { name: 'Sign up with Apple', disabled: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Sign up with Microsoft' }).isDisabled()).toBe(true);
  await site.leave(page);
});

test.each([
  ['/login', '/login?error=signup-required', /^New user\. Please create an account$/],
  ['/signup', '/signup?error=login-required', /^Already signed up$/],
])('a code that is entered on %s leads to %s, which shows the reason', async (address, to, reason) => {
  const mail = '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70';
  const person = { provider: 'google', email: 'anna@example.com', isSignupFlow: address === '/signup', mail };
  const answers = {
    ...asVisitor,
    'GET /social-pending': { body: { person } },
    'GET /code-mail': { body: { state: 'sent' } },
    'POST /social-confirm': { body: { to } },
  };
  const page = await site.open({ address, answers });
  // The tab has returned from Google.
  await page.evaluate(() => sessionStorage.setItem('sixpence.social', 'google'));
  await page.reload();
  await page.getByLabel('Code').fill('123456');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(reason);
  expect(addressOf(page)).toBe(to);
  await atEachWidth(page, () => expectToFit(page));
  await site.leave(page);
});

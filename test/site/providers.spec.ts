import { expect, test } from '@jest/globals';
import { addressOf, asVisitor, atEachWidth, expectToFit, siteForTests } from '../support/site.js';
import type { Answer } from '../support/site-server.js';

const site = siteForTests();

/** What is said when a provider's page cannot be had, by the answer to the key that was registered. */
const problems: { answer: Answer; advice: string }[] = [
  {
    answer: { body: { authorizationUrls: {} } },
    advice: 'Try again in a minute, or go on with your e-mail address.',
  },
  { answer: { status: 503 }, advice: 'Try again in a minute, or go on with your e-mail address.' },
  { answer: { status: 429 }, advice: 'Try again in a minute, or go on with your e-mail address.' },
  { answer: 'no-connection', advice: 'Check your connection and try again.' },
];

test.each(problems)('an answer of $answer says that Apple cannot be used', async ({ answer, advice }) => {
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
});

test('while one provider is asked, the buttons of the others rest', async () => {
  const page = await site.open({ address: '/signup' });
  await page.route('**/social-state', () => undefined);
  await page.getByRole('button', { name: 'Sign up with Google' }).click();
  await page.getByRole('button', { name: 'Sign up with Apple', disabled: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Sign up with Microsoft' }).isDisabled()).toBe(true);
  await site.leave(page);
});

import { describe, expect, test } from '@jest/globals';
import {
  addressOf,
  asPerson,
  asVisitor,
  atEachWidth,
  expectToFit,
  screens,
  siteForTests,
  type Screen,
} from '../../support/browser/site.js';
import type { Answer } from '../../support/browser/site-server.js';

const site = siteForTests();

/** Specification §8: the sentence of the login page for each status. */
const sentences: {
  answer: Answer;
  sentence: string;
  link?: [string, string];
  advice?: string;
  row: number;
}[] = [
  {
    answer: { status: 401 },
    sentence: 'Authentication failed',
    link: ['Reset your password', '/reset-password'],
    row: 409,
  },
  {
    answer: { status: 401, body: { code: 'account.locked' } },
    sentence: 'Authentication failed',
    link: ['Reset your password', '/reset-password'],
    advice: 'This account is locked. Please contact us.',
    row: 409,
  },
  {
    answer: { status: 403 },
    sentence: 'New user. Please create an account',
    link: ['create an account', '/signup'],
    row: 410,
  },
  { answer: { status: 400 }, sentence: 'Error: 400', row: 411 },
  { answer: { status: 429 }, sentence: 'Error: 429', row: 411 },
  { answer: { status: 500 }, sentence: 'Error: 500', row: 411 },
  { answer: { status: 503 }, sentence: 'Error: 503', row: 411 },
  { answer: 'no-connection', sentence: 'Failed to fetch', row: 412 },
  { answer: { status: 204 }, sentence: 'An unexpected error occurred', row: 413 },
];

test.each(sentences.map((line) => [line.answer, line.sentence, line.row, line] as const))(
  'an answer of %j shows "%s", on a phone and on a desktop [row %i]',
  async (answer, sentence, _row, { link, advice }) => {
    const page = await openLogin(screens[0], { 'POST /email-login': answer });
    await page.getByLabel('E-mail').fill('demo@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('Sixpence1');
    await page.getByRole('button', { name: 'Login' }).click();
    await atEachWidth(page, async () => {
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toBe(sentence);
      expect(addressOf(page)).toBe('/login');
      if (link) {
        const [label, address] = link;
        expect(await page.getByRole('link', { name: label }).getAttribute('href')).toBe(address);
      }
      if (advice) expect(await page.getByText(advice, { exact: true }).isVisible()).toBe(true);
      await expectToFit(page);
    });
    await site.leave(page);
  },
);

describe.each(screens)('on $screen', ({ viewport }) => {
  test('an invalid address and Enter show "Check your email address" [row 302]', async () => {
    const page = await openLogin({ viewport });
    await page.getByLabel('E-mail').fill('demo@example');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe('Check your email address');
    await site.leave(page);
  });

  test('with the error signup-required the page asks the user to create an account [row 92]', async () => {
    const page = await openLogin({ viewport }, {}, '/login?error=signup-required');
    expect(await page.getByRole('alert').textContent()).toBe('New user. Please create an account');
    await site.leave(page);
  });

  test('a correct password leads to the dashboard [row 254]', async () => {
    const page = await openLogin({ viewport }, { ...asPerson, ...asVisitor, 'POST /email-login': {} });
    // The session becomes valid.
    await page.route('**/validate-session', (route) => route.fulfill({ json: { valid: true } }));
    await page.getByLabel('E-mail').fill('demo@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('Sixpence1');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { name: 'How to print' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await expectToFit(page);
    await site.leave(page);
  });
});

async function openLogin({ viewport }: Pick<Screen, 'viewport'>, answers = {}, address = '/login') {
  const page = await site.open({ address, viewport, answers: { ...asVisitor, ...answers } });
  await page.getByLabel('E-mail').waitFor();
  return page;
}

import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { screenshot } from '../../support/browser/browser.js';
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
import type { Answer, Answers } from '../../support/browser/site-server.js';

const site = siteForTests();

interface AnswerCase {
  answer: Answer;
  sentence: string;
  link?: [string, string];
  row: number;
}

/** Specification §8: the sentence of the pages for each status. */
const flows: {
  address: '/signup' | '/reset-password';
  calls: [first: string, second: string];
  firstStep: AnswerCase[];
  secondStep: AnswerCase[];
}[] = [
  {
    address: '/signup',
    calls: ['POST /signup-code', 'POST /email-signup'],
    firstStep: [
      { answer: { status: 409 }, sentence: 'Already signed up', link: ['Sign in', '/login'], row: 414 },
      ...[429, 500].map((status) => ({
        answer: { status },
        sentence: 'An unexpected error occurred. Please try again later.',
        row: 415,
      })),
      {
        answer: 'no-connection',
        sentence: 'An unexpected error occurred. Please try again later.',
        row: 415,
      },
    ],
    secondStep: [
      { answer: { status: 422 }, sentence: 'Invalid code. Please try again.', row: 416 },
      { answer: { status: 409 }, sentence: 'Already signed up', link: ['Sign in', '/login'], row: 414 },
      ...[429, 500].map((status) => ({
        answer: { status },
        sentence: 'An error occurred. Please try again.',
        row: 417,
      })),
      { answer: { status: 204 }, sentence: 'Something went wrong. Please try again.', row: 418 },
    ],
  },
  {
    address: '/reset-password',
    calls: ['POST /reset-code', 'POST /reset-confirm'],
    firstStep: [
      { answer: { status: 403 }, sentence: 'New user', link: ['Sign up', '/signup'], row: 419 },
      ...[429, 500].map((status) => ({
        answer: { status },
        sentence: 'An error occurred. Please try again later.',
        row: 420,
      })),
    ],
    secondStep: [
      { answer: { status: 400 }, sentence: 'Invalid confirmation code.', row: 421 },
      {
        answer: { status: 400, body: { message: 'The words of the server.' } },
        sentence: 'The words of the server.',
        row: 421,
      },
      {
        answer: { status: 429, body: { message: 'wait' } },
        sentence: 'Too many attempts. Please wait a few minutes and try again.',
        row: 422,
      },
      {
        answer: { status: 500, body: { message: 'Reference 12.' } },
        sentence: 'Reference 12.',
        row: 423,
      },
      { answer: { status: 500 }, sentence: 'An error occurred. Please try again later.', row: 423 },
      { answer: 'no-connection', sentence: 'An error occurred. Please try again later.', row: 423 },
    ],
  },
];

const asMailed: Answers = {
  'POST /signup-code': { body: {} },
  'POST /reset-code': { body: {} },
};

describe.each(flows)(
  '$address, on a phone and on a desktop',
  ({ address, calls: [first, second], firstStep, secondStep }) => {
    test.each(firstStep.map((line) => [line.answer, line.sentence, line.row, line] as const))(
      'an answer of %j to the first step shows "%s" [row %i]',
      async (answer, _sentence, _row, line) => {
        const page = await openForm(address, screens[0], { [first]: answer });
        await expectSentence(page, line);
      },
    );

    test.each(secondStep.map((line) => [line.answer, line.sentence, line.row, line] as const))(
      'an answer of %j to the second step shows "%s" [row %i]',
      async (answer, _sentence, _row, line) => {
        const page = await openForm(address, screens[0], { ...asMailed, [second]: answer });
        await typeCode(page);
        await expectSentence(page, line);
      },
    );
  },
);

describe.each(screens)('on $screen', ({ viewport }) => {
  describe.each(flows)('$address', ({ address }) => {
    test('a reload keeps the step and the address, which cannot be edited', async () => {
      const page = await openForm(address, { viewport }, asMailed);
      await page.getByLabel('Code').waitFor();
      await page.reload();
      await page.getByLabel('Code').waitFor();
      expect(await page.getByLabel('E-mail').inputValue()).toBe('anna@example.com');
      expect(await page.getByLabel('E-mail').isEditable()).toBe(false);
      await expectToFit(page);
      await site.leave(page);
    });
  });

  test('the two steps of sign-up lead to the welcome page by keyboard alone [rows 35, 36, 94, 255]', async () => {
    const page = await openForm('/signup', { viewport }, { ...asMailed, 'POST /email-signup': { body: {} } });
    await page.getByLabel('Code').waitFor();
    await page.keyboard.type('12 34-56');
    await page.getByLabel('New password').focus();
    await page.keyboard.type('Sixpence1');
    await page.getByLabel('Confirm password').focus();
    await page.keyboard.type('Sixpence1');
    const dashboardLink = page.getByRole('banner').getByRole('link', { name: 'Dashboard', exact: true });
    expect(await dashboardLink.count()).toBe(0);
    // The session becomes valid.
    await page.route('**/validate-session', (route) => route.fulfill({ json: { valid: true } }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/welcome');
    await page.getByRole('button', { name: 'Go to Dashboard' }).waitFor();
    await dashboardLink.waitFor();
    expect(addressOf(page)).toBe('/welcome');
    await expectToFit(page);
    // The form, which had the focus, was removed; Tab moves to the next element after its position.
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Go to Dashboard');
    await site.leave(page);
  });

  test('the page confirms a new password [rows 37, 98, 257, 424]', async () => {
    const page = await openForm(
      '/reset-password',
      { viewport },
      { ...asMailed, 'POST /reset-confirm': { body: {} } },
    );
    await typeCode(page);
    await page.getByText('Password reset successfully.', { exact: true }).waitFor();
    await expectToFit(page);
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/login');
    await site.leave(page);
  });

  test('the welcome page leads to the dashboard [rows 35, 100, 104]', async () => {
    const page = await site.open({ address: '/welcome', viewport, answers: asPerson });
    await page.getByRole('heading', { name: 'Thank you for signing up' }).waitFor();
    await page.getByRole('button', { name: 'Go to Dashboard' }).click();
    await page.getByRole('heading', { name: 'How to print' }).waitFor();
    expect(addressOf(page)).toBe('/dashboard');
    await site.leave(page);
  });

  test('the welcome page shows the found balance to a signed-in person, and no balance to a visitor', async () => {
    const found = [
      { minor: 1250, currency: 'GBP' },
      { minor: 300, currency: 'EUR' },
    ];
    const answers = { ...asPerson, 'GET /legacy-balance': { body: { found } } };
    const page = await site.open({ address: '/welcome', viewport, answers });
    await page.getByText('We found your balance: £12.50 and €3.00', { exact: true }).waitFor();
    await expectToFit(page);
    await screenshot(page, `welcome-found-${viewport.width}`);
    await site.leave(page);
    const visit = await site.open({ address: '/welcome', viewport });
    await visit.getByRole('button', { name: 'Go to Dashboard' }).waitFor();
    expect(await visit.getByText('We found').count()).toBe(0);
    await site.leave(visit);
  });

  test('with the error login-required the page shows that the user has an account [row 96]', async () => {
    const answers = asVisitor;
    const page = await site.open({ address: '/signup?error=login-required', viewport, answers });
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe('Already signed up');
    await site.leave(page);
  });
});

/** Opens the page and sends the first step. */
async function openForm(
  address: string,
  { viewport }: Pick<Screen, 'viewport'>,
  answers: Answers,
): Promise<Page> {
  const page = await site.open({ address, viewport, answers: { ...asVisitor, ...answers } });
  await page.getByLabel('E-mail').fill('Anna@Example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  return page;
}

async function typeCode(page: Page): Promise<void> {
  await page.getByLabel('Code').fill('123456');
  await page.getByRole('textbox', { name: 'New password' }).fill('Sixpence1');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Sixpence1');
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The sentence is alone in its element, with its link beside it. */
async function expectSentence(page: Page, { sentence, link }: AnswerCase): Promise<void> {
  await atEachWidth(page, async () => {
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe(sentence);
    if (link) {
      const [label, address] = link;
      const linkElement = page.getByRole('link', { name: label, exact: true }).first();
      expect(await linkElement.getAttribute('href')).toBe(address);
    }
    await expectToFit(page);
  });
  await site.leave(page);
}

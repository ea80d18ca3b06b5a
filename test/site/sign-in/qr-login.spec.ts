import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  addressOf,
  asPerson,
  asVisitor,
  expectToFit,
  screens,
  siteForTests,
} from '../../support/browser/site.js';
import type { Answer, Answers } from '../../support/browser/site-server.js';
import { faultsOf } from '../../support/browser/watched.js';

const site = siteForTests();

const hall = { found: true, printer: 'Hall', site: 'Demo library' };
const asked: Answers = { ...asPerson, 'POST /qr-panel': { body: hall } };
const opens: Answers = {
  ...asked,
  'POST /qr-auth': { body: { authenticated: true, message: 'Successfully logged in.' } },
};

describe.each(screens)('on $screen', ({ viewport }) => {
  test('a code is typed, its panel is named, and Validate opens it [rows 9, 57, 148, 150, 151, 359, 448]', async () => {
    const page = await site.open({ address: '/qrlogin', viewport, answers: opens });
    await page.getByRole('heading', { level: 1, name: 'QR Login' }).waitFor();
    expect(await page.title()).toContain('QR Login');
    expect(await code(page).getAttribute('inputmode')).toBe('numeric');
    await code(page).fill('47190');
    expect(await validate(page).isDisabled()).toBe(true);
    await code(page).fill('471902');
    await page.getByText('Open Hall, Demo library?').waitFor();
    expect(await validate(page).isEnabled()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await validate(page).click();
    await page.getByRole('status').getByText('Successfully logged in.', { exact: true }).waitFor();
    expect(await page.getByText('with Validate you sign in').count()).toBe(0);
    expect([await faultsOf(page), addressOf(page)]).toEqual([[], '/qrlogin']);
    await expectToFit(page);
    await site.leave(page);
  });

  test('the page says that the request needs authenticating, and that using it means agreeing to the Terms of Use [rows 152, 153]', async () => {
    const page = await site.open({ address: '/qrlogin', viewport, answers: asked });
    await page.getByText('This request needs authenticating').waitFor();
    await page.getByText('By using it you agree to the Terms of Use').waitFor();
    const terms = page.getByRole('main').getByRole('link', { name: 'Terms of Use' });
    expect(await terms.getAttribute('href')).toBe('/terms');
    await expectToFit(page);
    await site.leave(page);
  });
});

test.each([
  ['1a2b', '12'],
  ['1234567', '123456'],
  ['12 34-56', '123456'],
])('of the typed text %j the field keeps %j [rows 357, 358]', async (typed, kept) => {
  const page = await site.open({ address: '/qrlogin', answers: asked });
  await code(page).pressSequentially(typed);
  expect(await code(page).inputValue()).toBe(kept);
  await site.leave(page);
});

test('Enter with five digits asks for six [row 360]', async () => {
  const page = await site.open({ address: '/qrlogin', answers: asked });
  await code(page).fill('12345');
  await code(page).press('Enter');
  expect(await page.getByRole('alert').textContent()).toBe('Please enter a valid 6-digit code.');
  expect(await code(page).getAttribute('aria-invalid')).toBe('true');
  await code(page).pressSequentially('6');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await code(page).getAttribute('aria-invalid')).not.toBe('true');
  await site.leave(page);
});

test.each<[Answer, string, number]>([
  [{ body: { authenticated: false, message: '' } }, 'Invalid code. Please try again.', 446],
  [{ body: { authenticated: false } }, 'Invalid code. Please try again.', 446],
  [{ body: { authenticated: false, message: 'This printer is busy.' } }, 'This printer is busy.', 446],
  [{ status: 500 }, 'Failed to validate code. Please try again.', 447],
  [{ status: 429 }, 'Failed to validate code. Please try again.', 447],
  ['no-connection', 'Failed to validate code. Please try again.', 447],
])('an answer of %j says "%s" [row %i]', async (answer, says) => {
  const page = await site.open({ address: '/qrlogin', answers: { ...asked, 'POST /qr-auth': answer } });
  await code(page).fill('471902');
  await validate(page).click();
  expect(await page.getByRole('alert').textContent()).toBe(says);
  expect(await faultsOf(page)).toEqual([]);
  await site.leave(page);
});

test('the page shows nothing, then the validation, then its result [row 298]', async () => {
  const page = await site.open({ address: '/qrlogin', answers: opens });
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/qr-auth', async (route) => {
    await held;
    await route.continue();
  });
  await code(page).fill('471902');
  await page.getByText('Open Hall, Demo library?').waitFor();
  expect(await page.getByText('Validating the code').count()).toBe(0);
  await validate(page).click();
  await page.getByRole('status').getByText('Validating the code').waitFor();
  letGo();
  await page.getByText('Successfully logged in.').waitFor();
  await site.leave(page);
});

describe('without a session', () => {
  test('the page leads to /login, and a scanned code is kept for the dashboard [rows 149, 367]', async () => {
    const page = await site.open({ address: '/qrlogin#471902', answers: opens });
    await page.route('**/validate-session', (route) => route.fulfill({ json: { valid: false } }));
    await page.reload();
    await page.waitForURL('**/login');
    expect(new URL(page.url()).hash).toBe('');
    await page.getByText('Please sign in to validate the QR code.', { exact: true }).waitFor();
    await page.unroute('**/validate-session');
    await page.route('**/email-login', (route) => route.fulfill({ json: {} }));
    await page.getByLabel('E-mail').fill('demo@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('Sixpence1');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    await page.getByRole('link', { name: 'Finish at the printer' }).click();
    await page.getByText('Open Hall, Demo library?').waitFor();
    expect(await code(page).inputValue()).toBe('471902');
    await validate(page).click();
    await page.getByText('Successfully logged in.').waitFor();
    await page.getByRole('link', { name: 'Back to your documents' }).click();
    await page.getByRole('heading', { name: 'How to print' }).waitFor();
    expect(await page.getByRole('link', { name: 'Finish at the printer' }).count()).toBe(0);
    await site.leave(page);
  });

  test('a 403 leads to /login with the request to sign in [row 445]', async () => {
    const page = await site.open({
      address: '/qrlogin',
      answers: { ...asked, 'POST /qr-auth': { status: 403 } },
    });
    await code(page).fill('471902');
    await page.getByText('Open Hall, Demo library?').waitFor();
    await page.route('**/validate-session', async (route) =>
      route.fulfill({ json: { valid: !page.url().endsWith('/login') } }),
    );
    await validate(page).click();
    await page.waitForURL('**/login');
    await page.getByText('Please sign in to validate the QR code.', { exact: true }).waitFor();
    expect(addressOf(page)).toBe('/login');
    await site.leave(page);
  });

  test('a session that has ended meanwhile leads to /login before the code is sent [row 367]', async () => {
    const page = await site.open({ address: '/qrlogin', answers: asked });
    const given: string[] = [];
    await page.route('**/qr-auth', (route) => {
      given.push(route.request().url());
      return route.continue();
    });
    await code(page).fill('471902');
    await page.getByText('Open Hall, Demo library?').waitFor();
    await page.route('**/validate-session', (route) => route.fulfill({ json: { valid: false } }));
    await validate(page).click();
    await page.waitForURL('**/login');
    expect(given).toEqual([]);
    await site.leave(page);
  });
});

describe('a scanned code (RFC 8628 §5.4)', () => {
  test('it opens nothing by itself: the panel is named, and Validate waits for a press', async () => {
    const given: string[] = [];
    const page = await site.open({
      address: '/qrlogin#471902',
      answers: opens,
      prepare: (window) =>
        window.route(/\/qr-(panel|auth)$/, (route) => {
          given.push(new URL(route.request().url()).pathname);
          return route.continue();
        }),
    });
    await page.getByText('Open Hall, Demo library?').waitFor();
    await page.getByText('Only if you are standing in front of it').waitFor();
    expect(await code(page).inputValue()).toBe('471902');
    expect(await validate(page).isEnabled()).toBe(true);
    expect(given).toEqual(['/qr-panel']);
    await site.leave(page);
  });

  test('Validate is disabled until the page has named the panel', async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const page = await site.open({
      address: '/qrlogin?held#471902',
      answers: opens,
      prepare: (window) =>
        window.route('**/qr-panel', async (route) => {
          await held;
          await route.continue();
        }),
    });
    await code(page).waitFor();
    expect(await validate(page).isDisabled()).toBe(true);
    letGo();
    await page.getByText('Open Hall, Demo library?').waitFor();
    expect(await validate(page).isEnabled()).toBe(true);
    await site.leave(page);
  });

  test.each<[string, Answer]>([
    ['fails', { status: 500 }],
    ['cannot be reached', 'no-connection'],
  ])("if core %s, Validate first asks for the panel's name, and opens nothing", async (_, failing) => {
    const given: string[] = [];
    const page = await site.open({
      address: '/qrlogin?unnamed#471902',
      answers: { ...opens, 'POST /qr-panel': failing },
      prepare: (window) =>
        window.route('**/qr-auth', (route) => {
          given.push(route.request().url());
          return route.continue();
        }),
    });
    await expectEnabled(page);
    await validate(page).click();
    expect(await page.getByRole('alert').textContent()).toBe('Failed to validate code. Please try again.');
    await page.route('**/qr-panel', (route) => route.fulfill({ json: hall }));
    await validate(page).click();
    await page.getByText('Open Hall, Demo library?').waitFor();
    expect(given).toEqual([]);
    await validate(page).click();
    await page.getByText('Successfully logged in.').waitFor();
    expect(given).toHaveLength(1);
    await site.leave(page);
  });

  test('a code that no panel shows is reported', async () => {
    const page = await site.open({
      address: '/qrlogin?unknown#471902',
      answers: { ...asPerson, 'POST /qr-panel': { body: { found: false } } },
    });
    await page.getByText('No printer shows this code just now.').waitFor();
    expect(await page.getByText('Only if you are standing').count()).toBe(0);
    await site.leave(page);
  });
});

test('a visitor at the page is led to /login, without a kept code', async () => {
  const page = await site.open({ address: '/qrlogin', answers: asVisitor });
  await page.getByLabel('E-mail').waitFor();
  expect(await page.getByText('Please sign in to validate the QR code.').count()).toBe(0);
  await site.leave(page);
});

function code(page: Page) {
  return page.getByLabel('Enter 6-digit code');
}

/** Core has named the panel, or failed. */
async function expectEnabled(page: Page): Promise<void> {
  await page.locator('button[type=submit]:not([disabled])').waitFor();
}

function validate(page: Page) {
  return page.getByRole('button', { name: 'Validate' });
}

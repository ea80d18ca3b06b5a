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
const asUser: Answers = { ...asPerson, 'POST /qr-panel': { body: hall } };
const panelOpens: Answers = {
  ...asUser,
  'POST /qr-auth': { body: { authenticated: true, message: 'Successfully logged in.' } },
};

describe.each(screens)('on $screen', ({ viewport }) => {
  test('after a code is typed the page names its panel, which Validate opens [rows 9, 57, 148, 150, 151, 359, 448]', async () => {
    const page = await site.open({ address: '/qrlogin', viewport, answers: panelOpens });
    await page.getByRole('heading', { level: 1, name: 'QR Login' }).waitFor();
    expect(await page.title()).toContain('QR Login');
    expect(await codeField(page).getAttribute('inputmode')).toBe('numeric');
    await codeField(page).fill('47190');
    expect(await validateButton(page).isDisabled()).toBe(true);
    await codeField(page).fill('471902');
    await page.getByText('Open Hall, Demo library?').waitFor();
    expect(await validateButton(page).isEnabled()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await validateButton(page).click();
    await page.getByRole('status').getByText('Successfully logged in.', { exact: true }).waitFor();
    expect(await page.getByText('with Validate you sign in').count()).toBe(0);
    expect([await faultsOf(page), addressOf(page)]).toEqual([[], '/qrlogin']);
    await expectToFit(page);
    await site.leave(page);
  });

  test('the page shows that the request needs authenticating, and that its use means consent to the Terms of Use [rows 152, 153]', async () => {
    const page = await site.open({ address: '/qrlogin', viewport, answers: asUser });
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
])('the typed text %j becomes %j in the field [rows 357, 358]', async (typed, shown) => {
  const page = await site.open({ address: '/qrlogin', answers: asUser });
  await codeField(page).pressSequentially(typed);
  expect(await codeField(page).inputValue()).toBe(shown);
  await site.leave(page);
});

test('Enter with five digits asks for six [row 360]', async () => {
  const page = await site.open({ address: '/qrlogin', answers: asUser });
  await codeField(page).fill('12345');
  await codeField(page).press('Enter');
  expect(await page.getByRole('alert').textContent()).toBe('Please enter a valid 6-digit code.');
  expect(await codeField(page).getAttribute('aria-invalid')).toBe('true');
  await codeField(page).pressSequentially('6');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await codeField(page).getAttribute('aria-invalid')).not.toBe('true');
  await site.leave(page);
});

test.each<[Answer, string, number]>([
  [{ body: { authenticated: false, message: '' } }, 'Invalid code. Please try again.', 446],
  [{ body: { authenticated: false } }, 'Invalid code. Please try again.', 446],
  [{ body: { authenticated: false, message: 'This printer is busy.' } }, 'This printer is busy.', 446],
  [{ status: 500 }, 'Failed to validate code. Please try again.', 447],
  [{ status: 429 }, 'Failed to validate code. Please try again.', 447],
  ['no-connection', 'Failed to validate code. Please try again.', 447],
])('an answer of %j shows "%s" [row %i]', async (answer, sentence) => {
  const page = await site.open({ address: '/qrlogin', answers: { ...asUser, 'POST /qr-auth': answer } });
  await codeField(page).fill('471902');
  await validateButton(page).click();
  expect(await page.getByRole('alert').textContent()).toBe(sentence);
  expect(await faultsOf(page)).toEqual([]);
  await site.leave(page);
});

test('the page shows nothing, then the validation, then its result [row 298]', async () => {
  const page = await site.open({ address: '/qrlogin', answers: panelOpens });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/qr-auth', async (route) => {
    await held;
    await route.continue();
  });
  await codeField(page).fill('471902');
  await page.getByText('Open Hall, Demo library?').waitFor();
  expect(await page.getByText('Validating the code').count()).toBe(0);
  await validateButton(page).click();
  await page.getByRole('status').getByText('Validating the code').waitFor();
  release();
  await page.getByText('Successfully logged in.').waitFor();
  await site.leave(page);
});

describe('without a session', () => {
  test('the page leads to /login, and the dashboard offers the scanned code later [rows 149, 367]', async () => {
    const page = await site.open({ address: '/qrlogin#471902', answers: panelOpens });
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
    expect(await codeField(page).inputValue()).toBe('471902');
    await validateButton(page).click();
    await page.getByText('Successfully logged in.').waitFor();
    await page.getByRole('link', { name: 'Back to your documents' }).click();
    await page.getByRole('heading', { name: 'How to print' }).waitFor();
    expect(await page.getByRole('link', { name: 'Finish at the printer' }).count()).toBe(0);
    await site.leave(page);
  });

  test('a 403 leads to /login with the request to sign in [row 445]', async () => {
    const page = await site.open({
      address: '/qrlogin',
      answers: { ...asUser, 'POST /qr-auth': { status: 403 } },
    });
    await codeField(page).fill('471902');
    await page.getByText('Open Hall, Demo library?').waitFor();
    await page.route('**/validate-session', async (route) =>
      route.fulfill({ json: { valid: !page.url().endsWith('/login') } }),
    );
    await validateButton(page).click();
    await page.waitForURL('**/login');
    await page.getByText('Please sign in to validate the QR code.', { exact: true }).waitFor();
    expect(addressOf(page)).toBe('/login');
    await site.leave(page);
  });

  test('a session that has ended since the page was opened leads to /login before the code is sent [row 367]', async () => {
    const page = await site.open({ address: '/qrlogin', answers: asUser });
    const sentCalls: string[] = [];
    await page.route('**/qr-auth', (route) => {
      sentCalls.push(route.request().url());
      return route.continue();
    });
    await codeField(page).fill('471902');
    await page.getByText('Open Hall, Demo library?').waitFor();
    await page.route('**/validate-session', (route) => route.fulfill({ json: { valid: false } }));
    await validateButton(page).click();
    await page.waitForURL('**/login');
    expect(sentCalls).toEqual([]);
    await site.leave(page);
  });
});

describe('scanned code (RFC 8628 §5.4)', () => {
  test('a scanned code opens no panel by itself: the page names the panel, and waits for a press of Validate', async () => {
    const sentCalls: string[] = [];
    const page = await site.open({
      address: '/qrlogin#471902',
      answers: panelOpens,
      prepare: (window) =>
        window.route(/\/qr-(panel|auth)$/, (route) => {
          sentCalls.push(new URL(route.request().url()).pathname);
          return route.continue();
        }),
    });
    await page.getByText('Open Hall, Demo library?').waitFor();
    await page.getByText('Only if you are standing in front of it').waitFor();
    expect(await codeField(page).inputValue()).toBe('471902');
    expect(await validateButton(page).isEnabled()).toBe(true);
    expect(sentCalls).toEqual(['/qr-panel']);
    await site.leave(page);
  });

  test('Validate is disabled until the page has named the panel', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const page = await site.open({
      address: '/qrlogin?held#471902',
      answers: panelOpens,
      prepare: (window) =>
        window.route('**/qr-panel', async (route) => {
          await held;
          await route.continue();
        }),
    });
    await codeField(page).waitFor();
    expect(await validateButton(page).isDisabled()).toBe(true);
    release();
    await page.getByText('Open Hall, Demo library?').waitFor();
    expect(await validateButton(page).isEnabled()).toBe(true);
    await site.leave(page);
  });

  test.each<[string, Answer]>([
    ['fails', { status: 500 }],
    ['cannot be reached', 'no-connection'],
  ])("if core %s, Validate first requests the panel's name, and opens no panel", async (_, failing) => {
    const sentCalls: string[] = [];
    const page = await site.open({
      address: '/qrlogin?unnamed#471902',
      answers: { ...panelOpens, 'POST /qr-panel': failing },
      prepare: (window) =>
        window.route('**/qr-auth', (route) => {
          sentCalls.push(route.request().url());
          return route.continue();
        }),
    });
    await expectValidateEnabled(page);
    await validateButton(page).click();
    expect(await page.getByRole('alert').textContent()).toBe('Failed to validate code. Please try again.');
    await page.route('**/qr-panel', (route) => route.fulfill({ json: hall }));
    await validateButton(page).click();
    await page.getByText('Open Hall, Demo library?').waitFor();
    expect(sentCalls).toEqual([]);
    await validateButton(page).click();
    await page.getByText('Successfully logged in.').waitFor();
    expect(sentCalls).toHaveLength(1);
    await site.leave(page);
  });

  test('the page reports a code that no panel shows', async () => {
    const page = await site.open({
      address: '/qrlogin?unknown#471902',
      answers: { ...asPerson, 'POST /qr-panel': { body: { found: false } } },
    });
    await page.getByText('No printer shows this code just now.').waitFor();
    expect(await page.getByText('Only if you are standing').count()).toBe(0);
    await site.leave(page);
  });
});

test('without a code the page leads a visitor to /login, which mentions no code', async () => {
  const page = await site.open({ address: '/qrlogin', answers: asVisitor });
  await page.getByLabel('E-mail').waitFor();
  expect(await page.getByText('Please sign in to validate the QR code.').count()).toBe(0);
  await site.leave(page);
});

function codeField(page: Page) {
  return page.getByLabel('Enter 6-digit code');
}

/** Waits until core has named the panel, or failed. */
async function expectValidateEnabled(page: Page): Promise<void> {
  await page.locator('button[type=submit]:not([disabled])').waitFor();
}

function validateButton(page: Page) {
  return page.getByRole('button', { name: 'Validate' });
}

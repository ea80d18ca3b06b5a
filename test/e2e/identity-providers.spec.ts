import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openWindow, screenshot } from '../support/browser/browser.js';
import { codeTo, notQuite } from '../support/peers/mailbox-codes.js';
import { addressOf, atEachWidth, expectToFit, screens } from '../support/browser/site.js';
import { startWorld, type World } from '../support/worlds/world.js';

/** The three providers, as their buttons name them. */
const titles = ['Google', 'Microsoft', 'Apple'] as const;
type Title = (typeof titles)[number];

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await startWorld({ parts: ['mailbox', 'identity'] });
  after.defer(() => world.stop());
  browser = await launchBrowser();
  after.defer(() => browser.close());
});
afterAll(() => after.disposeAsync());

async function open(viewport: { width: number; height: number }, address: '/login' | '/signup') {
  const window = await openWindow(browser, { viewport });
  const page = await window.newPage();
  await page.goto(world.url + address);
  return page;
}

interface Choice {
  email?: string;
  /** The labels of the checkboxes to check. */
  checked?: readonly RegExp[];
  answer?: 'Continue' | 'Cancel';
}

/** Presses a provider's button, and answers on the provider's page. */
async function signInAt(page: Page, title: Title, { email, checked = [], answer = 'Continue' }: Choice = {}) {
  await page.getByRole('button', { name: new RegExp(`(in|up) with ${title}`) }).click();
  await page.getByRole('heading', { name: `Sign in with ${title} (stand-in)` }).waitFor();
  if (email !== undefined) await page.getByLabel('Or somebody else').fill(email);
  for (const label of checked) await page.getByLabel(label).check();
  await page.getByRole('button', { name: answer }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.goto(`${world.url}/dashboard`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Login' }).waitFor();
}

test.each([
  ['/login', { action: 'Sign in', isSignupFlow: false, viewport: screens[0].viewport }],
  ['/signup', { action: 'Sign up', isSignupFlow: true, viewport: screens[1].viewport }],
] as const)(
  '%s offers three providers, and each click sends a new key [rows 91, 95, 260–264]',
  async (address, { action, isSignupFlow, viewport }) => {
    const page = await open(viewport, address);
    const keys = new Set<string>();
    for (const title of titles) {
      const button = page.getByRole('button', { name: `${action} with ${title}` });
      await button.waitFor();
      await expectToFit(page);
      const atProvider = `${world.identity.url}/${title.toLowerCase()}/auth?`;
      const [state, authorization] = await Promise.all([
        page.waitForRequest('**/social-state'),
        page.waitForRequest((request) => request.url().startsWith(atProvider)),
        button.click(),
      ]);
      const sent = state.postDataJSON() as { stateKey: string };
      expect(sent).toEqual({ stateKey: expect.stringMatching(/^[0-9a-f]{64}$/), isSignupFlow });
      expect(new URL(authorization.url()).searchParams.get('state')).toBe(sent.stateKey);
      keys.add(sent.stateKey);
      await page.getByRole('heading', { name: `Sign in with ${title}` }).waitFor();
      await page.goto(world.url + address);
    }
    expect(keys.size).toBe(3);
    await page.context().close();
  },
);

test.each([
  ['Google', '/google-callback', { email: 'google@example.com' }, 'google@example.com'],
  ['Microsoft', '/microsoft-callback', { email: 'microsoft@example.com' }, 'microsoft@example.com'],
  [
    'Apple',
    '/apple-callback',
    { email: 'hidden@example.com', checked: [/Hide my e-mail/] },
    /\w+@privaterelay\.appleid\.com$/,
  ],
] as const)(
  'a user signs up with %s, returns through %s, and signs in again [rows 265, 268, 407]',
  async (title, callback, choice, shown) => {
    const page = await open(screens[title === 'Google' ? 1 : 0].viewport, '/signup');
    const back = page.waitForRequest((request) => new URL(request.url()).pathname === callback);
    await signInAt(page, title, choice);
    expect((await back).url().startsWith(world.url)).toBe(true);
    await page.waitForURL('**/welcome');
    await logOut(page);
    expect(await page.getByText('did not sign you in').count()).toBe(0);
    await signInAt(page, title, choice);
    await page.waitForURL('**/dashboard');
    await page.getByText(shown).waitFor();
    await page.context().close();
  },
);

test('the site asks an unknown user to sign up, and a known user to sign in [rows 92, 96, 266, 267]', async () => {
  const page = await open(screens[0].viewport, '/login');
  await signInAt(page, 'Google', { email: 'unknown@example.com' });
  await page.getByRole('alert').waitFor();
  expect(addressOf(page)).toBe('/login?error=signup-required');
  expect(await page.getByRole('alert').textContent()).toBe('New user. Please create an account');
  await page.goto(`${world.url}/signup`);
  await signInAt(page, 'Google');
  await page.getByRole('alert').waitFor();
  expect(addressOf(page)).toBe('/signup?error=login-required');
  expect(await page.getByRole('alert').textContent()).toContain('Already signed up');
  await page.context().close();
});

test('an address that Microsoft does not confirm needs a code', async () => {
  const email = 'unproven@example.com';
  const page = await open(screens[0].viewport, '/signup');
  await signInAt(page, 'Microsoft', { email, checked: [/no xms_edov/] });
  await page.getByLabel('Code').waitFor();
  expect(addressOf(page)).toBe('/signup');
  await atEachWidth(page, async (width) => {
    await screenshot(page, `provider-code-${width}`);
    await expectToFit(page);
  });
  const code = await codeTo(world.mailbox, email);
  await page.getByLabel('Code').fill(notQuite(code));
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toBe('Invalid code. Please try again.');
  await page.reload();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/welcome');
  await page.context().close();
});

test('a user who cancels at the provider returns to the form, which shows a note', async () => {
  const page = await open(screens[0].viewport, '/login');
  await signInAt(page, 'Apple', { answer: 'Cancel' });
  await page.getByText('Apple did not sign you in. Nothing was changed.').waitFor();
  await screenshot(page, 'provider-cancelled-390');
  expect(addressOf(page)).toBe('/login');
  await page.reload();
  await page.getByRole('button', { name: 'Login' }).waitFor();
  expect(await page.getByText('did not sign you in').count()).toBe(0);
  await page.context().close();
});

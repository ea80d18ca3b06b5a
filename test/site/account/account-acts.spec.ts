import { expect, test } from '@jest/globals';
import type { AccountDetails } from '@sixpence/contracts/http/account-page';
import type { Page } from 'playwright-core';
import { anAccount, asAccount } from '../../support/browser/account.js';
import { addressOf, asVisitor, atEachWidth, expectToFit, siteForTests } from '../../support/browser/site.js';
import type { Answers } from '../../support/browser/site-server.js';

const site = siteForTests();
const newAddress = 'anna.smith@example.com';
const longAddress = anAccount.addresses[1]!.address;

test('an address can be added in two steps by keyboard alone', async () => {
  const page = await open({
    'POST /address-add': { body: { mail: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70' } },
    'POST /address-confirm': { body: {} },
    'GET /code-mail': { body: { state: 'sent' } },
  });
  await page.getByRole('button', { name: 'Add an address' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Anna.Smith@');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('alert').textContent()).toBe('Please check the address.');
  await page.keyboard.type('Example.com');
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByText(`We have mailed six digits to ${newAddress}.`).waitFor();
  await atEachWidth(page, () => expectToFit(page));
  await page.keyboard.type('123456');
  const [sent] = await Promise.all([page.waitForRequest('**/address-confirm'), page.keyboard.press('Enter')]);
  expect(sent.postDataJSON()).toEqual({ email: newAddress, code: '123456' });
  await page.getByText('The address was added.').waitFor();
  await page.getByRole('button', { name: 'Add an address' }).waitFor();
  expect(await headingOfFocusedSection(page)).toBe('E-mail addresses');
  await site.leave(page);
});

test.each([
  ['Add an address', 'E-mail addresses'],
  ['Change password', 'Password'],
  ['Delete my account…', 'Delete my account'],
])('"%s" and Cancel keep the focus in the section "%s"', async (button, section) => {
  const page = await open({});
  await page.getByRole('button', { name: button }).focus();
  await page.keyboard.press('Enter');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  expect(await headingOfFocusedSection(page)).toBe(section);
  await cancel.focus();
  await page.keyboard.press('Enter');
  await cancel.waitFor({ state: 'detached' });
  expect(await headingOfFocusedSection(page)).toBe(section);
  await site.leave(page);
});

test('a reload keeps the step of an address that is being added', async () => {
  const page = await open({
    'POST /address-add': { body: { mail: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70' } },
  });
  await requestCode(page);
  await page.getByLabel('Code').waitFor();
  await page.reload();
  await page.getByText(`We have mailed six digits to ${newAddress}.`).waitFor();
  await page.getByRole('button', { name: 'Wrong address?' }).click();
  expect(await page.getByLabel('New address').inputValue()).toBe('');
  await site.leave(page);
});

test("signing out leaves no address in the tab's storage", async () => {
  const page = await open({
    'POST /address-add': { body: { mail: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70' } },
  });
  await requestCode(page);
  await page.getByLabel('Code').waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  // The URL changes first, and the account page, still shown, has a section Login. So the test waits for the
  // button of the login page.
  await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('anna');
  await site.leave(page);
});

test.each([
  [409, 'Another account has this address.', undefined],
  [429, 'Too many attempts. Please wait a few minutes.', 'Wait a while, then try again.'],
  [503, 'A part of the service is not answering.', 'Try again in a minute.'],
])('after an answer of %i the page shows its message and advice', async (status, message, advice) => {
  const page = await open({ 'POST /address-add': { status, body: { code: 'some.code', message } } });
  await requestCode(page);
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toBe(message);
  if (advice !== undefined) await page.getByText(advice).waitFor();
  await atEachWidth(page, () => expectToFit(page));
  await site.leave(page);
});

test('another address can become the main one, or can be removed', async () => {
  const page = await open({ 'POST /address-primary': { body: {} }, 'POST /address-remove': { body: {} } });
  for (const [name, call, message] of [
    [`Make main: ${longAddress}`, '**/address-primary', 'This is your main address now.'],
    [`Remove ${longAddress}`, '**/address-remove', 'The address was removed.'],
  ] as const) {
    const [sent] = await Promise.all([page.waitForRequest(call), page.getByRole('button', { name }).click()]);
    expect(sent.postDataJSON()).toEqual({ email: longAddress });
    await page.getByText(message).waitFor();
  }
  expect(await page.getByRole('button', { name: /demo@example\.com/ }).count()).toBe(0);
  await site.leave(page);
});

test('a password can be changed, with a warning of a common one', async () => {
  const page = await open({ 'POST /password-change': { body: {} } });
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('textbox', { name: 'Present password' }).fill('Sixpence1');
  await page.getByRole('textbox', { name: 'New password' }).fill('Passw0rd2026');
  await page.getByText('This is one of the passwords that are tried first.').waitFor();
  await atEachWidth(page, () => expectToFit(page));
  await page.getByRole('textbox', { name: 'New password' }).fill('Vantage7quilt');
  await page.getByText('tried first').waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Vantage7quilt');
  const [sent] = await Promise.all([
    page.waitForRequest('**/password-change'),
    page.getByRole('button', { name: 'Save password' }).click(),
  ]);
  expect(sent.postDataJSON()).toEqual({ present: 'Sixpence1', password: 'Vantage7quilt' });
  await page.getByText('Your password was changed. Other browsers were signed out.').waitFor();
  expect(await headingOfFocusedSection(page)).toBe('Password');
  await site.leave(page);
});

test('the page reports a wrong present password and a wrong confirmation', async () => {
  const message = 'The present password is not right.';
  const page = await open({
    'POST /password-change': { status: 422, body: { code: 'password.wrong', message } },
  });
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('textbox', { name: 'Present password' }).fill('guess');
  await page.getByRole('textbox', { name: 'New password' }).fill('Vantage7quilt');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Vantage7quil');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('alert').textContent()).toBe('Passwords do not match!');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Vantage7quilt');
  await page.keyboard.press('Enter');
  await page.getByText(message).waitFor();
  expect(await page.getByRole('alert').textContent()).toBe(message);
  await site.leave(page);
});

test('a person without a password is not asked for one, and can set one', async () => {
  const page = await open({ ...asAccount({ hasPassword: false }), 'POST /password-change': { body: {} } });
  await page.getByRole('button', { name: 'Set a password' }).click();
  expect(await page.getByRole('textbox', { name: 'Present password' }).count()).toBe(0);
  await page.getByRole('textbox', { name: 'New password' }).fill('Vantage7quilt');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Vantage7quilt');
  await page.keyboard.press('Enter');
  await page.getByText('You have a password now.').waitFor();
  await atEachWidth(page, () => expectToFit(page));
  await site.leave(page);
});

test('a provider can be removed, but not the last way to sign in', async () => {
  const providers: AccountDetails['providers'] = [{ provider: 'google', address: null }];
  const message = 'This is the only way in that is left.';
  const page = await open({ ...asAccount({ providers }), 'POST /provider-disconnect': { body: {} } });
  const [sent] = await Promise.all([
    page.waitForRequest('**/provider-disconnect'),
    page.getByRole('button', { name: 'Remove Google' }).click(),
  ]);
  expect(sent.postDataJSON()).toEqual({ provider: 'google' });
  await page.getByText('It does not sign you in any more.').waitFor();
  await page.route('**/provider-disconnect', (route) =>
    route.fulfill({ status: 409, json: { code: 'provider.last', message } }),
  );
  await page.getByRole('button', { name: 'Remove Google' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toBe(message);
  await atEachWidth(page, () => expectToFit(page));
  await site.leave(page);
});

test('one session can be ended, or all of them, which leads to /login', async () => {
  const page = await open({ 'POST /session-end': { body: {} } });
  const [endOne] = await Promise.all([
    page.waitForRequest('**/session-end'),
    page.getByRole('button', { name: /^End A browser that we do not know/ }).click(),
  ]);
  expect(endOne.postDataJSON()).toEqual({ id: anAccount.sessions[1]!.id });
  await page.getByText('That browser was signed out.').waitFor();
  const [endAll] = await Promise.all([
    page.waitForRequest('**/session-end'),
    page.getByRole('button', { name: 'Sign out everywhere' }).click(),
  ]);
  expect(endAll.postDataJSON()).toEqual({ all: true });
  await page.waitForURL('**/login');
  await site.leave(page);
});

test.each([
  ['The change was stopped.', { body: {} }],
  ['This link is not good any more.', { status: 404 }],
])('the link in a mail shows "%s" when its call is answered with %j', async (message, answer) => {
  const token = 'Zm9yIHRoZSBleGFtcGxlLCAzMiBieXRlcyBpbiBhbGw';
  const answers = { ...asVisitor, 'POST /address-stop': answer };
  const page = await site.open({ address: `/stop-change#${token}`, answers });
  const [sent] = await Promise.all([
    page.waitForRequest('**/address-stop'),
    page.getByRole('button', { name: 'Stop the change' }).click(),
  ]);
  expect(sent.postDataJSON()).toEqual({ token });
  await page.getByText(message).waitFor();
  await atEachWidth(page, () => expectToFit(page));
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await page.waitForURL('**/reset-password');
  await site.leave(page);
});

test('/login leads a signed-in person to the dashboard, unless its address has an error', async () => {
  const page = await site.open({ address: '/login', answers: asAccount() });
  await page.waitForURL('**/dashboard');
  await page.goto(new URL('/login?error=signup-required', page.url()).href);
  await page.getByRole('alert').waitFor();
  expect(addressOf(page)).toBe('/login?error=signup-required');
  await site.leave(page);
});

async function open(answers: Answers): Promise<Page> {
  const page = await site.open({ address: '/account', answers: { ...asAccount(), ...answers } });
  await page.getByRole('heading', { name: 'Password' }).waitFor();
  return page;
}

/** The heading of the section with the keyboard focus, if any. */
async function headingOfFocusedSection(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.closest('section')?.querySelector('h2')?.textContent);
}

async function requestCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add an address' }).click();
  await page.getByLabel('New address').fill(newAddress);
  await page.getByRole('button', { name: 'Mail me a code' }).click();
}

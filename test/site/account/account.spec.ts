import { describe, expect, test } from '@jest/globals';
import { anAccount, asAccount } from '../../support/browser/account.js';
import { addressOf, asPerson, expectToFit, screens, siteForTests } from '../../support/browser/site.js';

const site = siteForTests();

describe.each(screens)('on $screen', ({ viewport }) => {
  test('the footer leads to the account, which shows addresses and sessions', async () => {
    const page = await site.open({ address: '/dashboard', viewport, answers: asAccount() });
    await page.getByRole('link', { name: 'Account: demo@example.com' }).click();
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    expect(addressOf(page)).toBe('/account');
    const addresses = page.getByRole('region', { name: 'E-mail addresses' });
    expect(await addresses.getByRole('listitem').allTextContents()).toEqual([
      expect.stringContaining('demo@example.comMain address'),
      expect.stringContaining('Mail to this address comes back.'),
    ]);
    const sessions = page.getByRole('region', { name: 'Where you are signed in' });
    expect(await sessions.getByRole('listitem').allTextContents()).toEqual([
      expect.stringContaining('Firefox on WindowsThis browser, now'),
      expect.stringContaining('A browser that we do not know'),
    ]);
    await expectToFit(page);
    await site.leave(page);
  });

  test('a removed address has the time of its removal, and no buttons', async () => {
    const addresses = anAccount.addresses.map((address, index) => ({
      ...address,
      leavesAt: index === 1 ? '2026-11-29T10:00:00.000Z' : null,
    }));
    const page = await site.open({ address: '/account', viewport, answers: asAccount({ addresses }) });
    await page.getByText(/^Removed: it leaves your account on 29 Nov 2026, \d\d:\d\d\./).waitFor();
    expect(await page.getByRole('button', { name: /^(Make main|Remove)/ }).count()).toBe(0);
    await expectToFit(page);
    await site.leave(page);
  });

  test('when the account cannot be loaded, the page shows an error and a button "Try again"', async () => {
    const answers = { ...asPerson, 'GET /account-details': { status: 503 } };
    const page = await site.open({ address: '/account', viewport, answers });
    expect(await page.getByRole('alert').textContent()).toBe('Your account could not be shown.');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expectToFit(page);
    await site.leave(page);
  });

  test('a session that has ended leads to /login', async () => {
    const answers = { ...asPerson, 'GET /account-details': { status: 401 } };
    const page = await site.open({ address: '/account', viewport, answers });
    await page.waitForURL('**/login');
    expect(addressOf(page)).toBe('/login');
    await site.leave(page);
  });
});

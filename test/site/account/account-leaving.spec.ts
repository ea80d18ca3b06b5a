import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { asAccount } from '../../support/browser/account.js';
import { screenshot } from '../../support/browser/browser.js';
import { addressOf, atEachWidth, expectToFit, siteForTests } from '../../support/browser/site.js';

const site = siteForTests();
const unproven = {
  status: 422,
  body: {
    code: 'account.unproven',
    message: 'Please type your password, or sign in anew: this is for you alone.',
  },
};

test('a person can download their data with their password', async () => {
  const answers = { ...asAccount(), 'POST /account-export': { body: { account: { id: '1' } } } };
  const page = await site.open({ address: '/account', answers });
  const section = page.getByRole('region', { name: 'Download my data' });
  const button = section.getByRole('button', { name: 'Download my data' });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  await section.getByLabel('Your password').fill('Sixpence1');
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(file.suggestedFilename()).toBe('sixpence-my-data.json');
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toEqual({ account: { id: '1' } });
  await section.getByText('Your file is saved with your downloads.').waitFor();
  await site.leave(page);
});

test('the page reports a wrong password, which ends no session', async () => {
  const answers = { ...asAccount(), 'POST /account-export': unproven };
  const page = await site.open({ address: '/account', answers });
  const section = page.getByRole('region', { name: 'Download my data' });
  await section.getByLabel('Your password').fill('Shilling2');
  await section.getByRole('button', { name: 'Download my data' }).click();
  expect(await section.getByRole('alert').textContent()).toBe(unproven.body.message);
  await section.getByText('What you typed is not your password.').waitFor();
  expect(addressOf(page)).toBe('/account');
  await site.leave(page);
});

test('an account is deleted only after a confirmation', async () => {
  const answers = { ...asAccount(), 'POST /account-erase': {} };
  const page = await site.open({ address: '/account', answers });
  const section = page.getByRole('region', { name: 'Delete my account' });
  await section.getByRole('button', { name: 'Delete my account…' }).click();
  await section.getByText('What stays').waitFor();
  const button = section.getByRole('button', { name: 'Delete for good' });
  await section.getByLabel('Your password').fill('Sixpence1');
  expect(await button.isDisabled()).toBe(true);
  await section.getByLabel('I understand that this cannot be undone.').check();
  await atEachWidth(page, async (width) => {
    await expectToFit(page);
    await screenshot(page, `account-delete-${width}`);
  });
  await button.click();
  await page.waitForURL('**/');
  expect(addressOf(page)).toBe('/');
  await site.leave(page);
});

test('the page shows a remaining balance, which the user can give up', async () => {
  const message = 'There is money left in this account: £12.34.';
  const answers = {
    ...asAccount(),
    'POST /account-erase': { status: 409, body: { code: 'leaving.money-left', message } },
  };
  const page = await site.open({ address: '/account', answers });
  const section = page.getByRole('region', { name: 'Delete my account' });
  await section.getByRole('button', { name: 'Delete my account…' }).click();
  await section.getByLabel('Your password').fill('Sixpence1');
  await section.getByLabel('I understand that this cannot be undone.').check();
  expect(await section.getByLabel('I give up the money that is left.').count()).toBe(0);
  await section.getByRole('button', { name: 'Delete for good' }).click();
  expect(await section.getByRole('alert').textContent()).toBe(message);
  await section.getByLabel('I give up the money that is left.').check();
  await atEachWidth(page, async (width) => {
    await expectToFit(page);
    await screenshot(page, `account-money-left-${width}`);
  });
  const [sent] = await Promise.all([
    page.waitForRequest('**/account-erase'),
    section.getByRole('button', { name: 'Delete for good' }).click(),
  ]);
  expect(sent.postDataJSON()).toEqual({ password: 'Sixpence1', giveUpMoney: true });
  await site.leave(page);
});

test('a person without a password has to sign in again', async () => {
  const answers = { ...asAccount({ hasPassword: false }), 'POST /account-erase': unproven };
  const page = await site.open({ address: '/account', answers });
  const section = page.getByRole('region', { name: 'Delete my account' });
  await section.getByRole('button', { name: 'Delete my account…' }).click();
  await section.getByLabel('I understand that this cannot be undone.').check();
  const [sent] = await Promise.all([
    page.waitForRequest('**/account-erase'),
    section.getByRole('button', { name: 'Delete for good' }).click(),
  ]);
  expect(sent.postDataJSON()).toEqual({});
  await section.getByText('log out, sign in again, and come back within ten minutes').waitFor();
  expect(await section.getByLabel('Your password').count()).toBe(0);
  await site.leave(page);
});

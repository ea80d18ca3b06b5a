import { expect, test } from '@jest/globals';
import { addressOf, siteForTests } from '../../support/browser/site.js';

const site = siteForTests();

test('/ shows six promises and the link to sign in [rows 31, 86, 87]', async () => {
  const page = await site.open({ address: '/' });
  const promises = page.getByRole('region', { name: 'Printing without the fuss' }).getByRole('listitem');
  await promises.first().waitFor();
  expect(await promises.count()).toBe(6);
  expect(await page.getByRole('link', { name: 'Start here' }).count()).toBe(1);
  await site.leave(page);
});

test.each([
  ['Unlimited users and guests', 14],
  ['No software to install', 15],
  ['Cards and wallets in 20+ currencies', 16],
  ['Encrypted on our servers', 17],
  ['Mail a document to the print address', 18],
])('/ shows the promise: %s [row %i]', async (promise) => {
  const page = await site.open({ address: '/' });
  await page.getByText(promise).waitFor();
  expect(await page.getByText(promise).count()).toBe(1);
  await site.leave(page);
});

test('Start here leads to the sign-in form, which also has its own address [rows 19, 34]', async () => {
  const page = await site.open({ address: '/' });
  await page.getByRole('link', { name: 'Start here' }).click();
  await page.getByLabel('E-mail').waitFor();
  expect(addressOf(page)).toBe('/login');
  await page.reload();
  await page.getByLabel('E-mail').waitFor();
  expect(addressOf(page)).toBe('/login');
  await site.leave(page);
});

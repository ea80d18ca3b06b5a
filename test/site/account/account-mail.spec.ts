import { expect, test } from '@jest/globals';
import { asAccount } from '../../support/browser/account.js';
import { atEachWidth, expectToFit, siteForTests } from '../../support/browser/site.js';

const site = siteForTests();
const both = { takesMail: true, answersMail: true };

async function open(more = {}) {
  const answers = { ...asAccount(), 'GET /mail-choices': { body: both }, 'POST /mail-choices': {}, ...more };
  const page = await site.open({ address: '/account', answers });
  return { page, section: page.getByRole('region', { name: 'Print by mail' }) };
}

test('checkboxes switch mails and their answers off, and the page shows the effect', async () => {
  const { page, section } = await open();
  const [takes, answers] = [section.getByLabel('Take my mails'), section.getByLabel(/^Answer each mail/)];
  expect([await takes.isChecked(), await answers.isChecked()]).toEqual([true, true]);
  const [sent] = await Promise.all([page.waitForRequest('**/mail-choices'), answers.press('Space')]);
  expect(sent.postDataJSON()).toEqual({ takesMail: true, answersMail: false });
  await section.getByText('Your mails are not answered any more.').waitFor();
  await answers.press('Space');
  await section.getByText('Your mails are answered from now on.').waitFor();
  await takes.press('Space');
  await section.getByText('Your mails are sent back from now on.').waitFor();
  expect([await takes.isChecked(), await answers.isDisabled()]).toEqual([false, true]);
  await takes.press('Space');
  await section.getByText('Your mails are taken from now on.').waitFor();
  expect([await takes.isChecked(), await answers.isDisabled()]).toEqual([true, false]);
  await atEachWidth(page, () => expectToFit(page));
  await site.leave(page);
});

test('when a choice cannot be saved, its checkbox keeps its earlier state', async () => {
  const { page, section } = await open({ 'POST /mail-choices': { status: 503 } });
  await section.getByLabel('Take my mails').press('Space');
  await section.getByRole('alert').first().waitFor();
  expect(await section.getByLabel('Take my mails').isChecked()).toBe(true);
  await site.leave(page);
});

test('without a print address the page has no section for mails', async () => {
  const { page, section } = await open({ 'GET /print-address': { body: { address: null } } });
  await page.getByRole('region', { name: 'Where you are signed in' }).waitFor();
  expect(await section.count()).toBe(0);
  await site.leave(page);
});

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { encode } from 'uqr';
import { launchBrowser, screenshot } from '../support/browser/browser.js';
import { CreditsPage } from '../support/browser/credits-page.js';
import { expectAllIsWell } from '../support/worlds/invariants.js';
import { PanelPage, SitePage } from '../support/browser/pages.js';
import { Payments } from '../support/builders/payments.js';
import { aPdf } from '../support/documents/pdf.js';
import { startWorld, type World } from '../support/worlds/world.js';

const account = { email: 'anna@example.com', password: 'Sixpence1' };
/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;
let browser: Browser;
let site: SitePage;
let panel: PanelPage;

beforeAll(async () => {
  const payments = after.use(await Payments.start());
  world = await startWorld({ printers: ['hall'], coreEnvironment: payments.variables });
  after.defer(() => world.stop());
  await payments.sendWebhooksTo(world.url);
  await world.askOperator('user', 'add', account.email, '--password', account.password);
  await world.askOperator('credit', 'add', account.email, '0.50', 'GBP');
  browser = await launchBrowser();
  after.defer(() => browser.close());
  site = await SitePage.signIn(browser, world, account);
  panel = await PanelPage.open(browser, world.panelUrl('hall'));
});
afterAll(() => after.disposeAsync());
beforeEach(() => {
  world.printer().control({ pagesPerSecond: 5 });
});

const balance = async () => (await world.signIn(account)).balance();

test('the panel refuses a wrong code, and accepts the right one after it', async () => {
  await site.upload('note.pdf', await aPdf({ pages: 1 }), 1);
  const code = await site.getCode();
  await panel.type(code === '000000' ? '111111' : '000000');
  await panel.page.getByText('This code does not work.').waitFor();
  for (const digit of code) await panel.page.getByRole('button', { name: digit, exact: true }).click();
  await panel.page.getByRole('button', { name: 'LOGIN' }).click();
  await panel.page.getByRole('checkbox').filter({ hasText: 'note.pdf' }).waitFor();
  expect(await panel.page.getByText('This code does not work.').count()).toBe(0);
  await panel.page.getByRole('button', { name: 'Home' }).click();
  await panel.page.getByRole('button', { name: 'Print your documents' }).waitFor();
});

test('panel and site explain a paper jam, and the job continues after it is cleared', async () => {
  world.printer().control({ pagesPerSecond: 5, fault: { kind: 'media-jam', atPage: 2 } });
  const before = await balance();
  await site.upload('jammed.pdf', await aPdf({ pages: 3 }), 3);
  await panel.logIn(await site.getCode());
  await panel.print('jammed.pdf');
  await panel.page.getByText('Paper is stuck in the printer. Please ask the staff to clear it.').waitFor();
  await site.page.getByText('Paper is stuck in the printer.').waitFor();
  await screenshot(panel.page, 'panel-jam');
  world.printer().control({ pagesPerSecond: 5 });
  await panel.page.getByText('Printed 3 pages').first().waitFor();
  expect(await balance()).toBeCloseTo(before - 0.15, 10);
  await panel.leave();
});

test('Home: the current job finishes, the rest are cancelled and cost nothing [row 186]', async () => {
  // The first page of the first document stays very slow until Home is pressed.
  world.printer().control({ pagesPerSecond: 0.001 });
  const before = await balance();
  const printed = world.printer().jobs().length;
  await site.upload('first.pdf', await aPdf({ pages: 2 }), 2);
  await site.upload('second.pdf', await aPdf({ pages: 2 }), 2);
  await panel.logIn(await site.getCode());
  await panel.print('first.pdf', 'second.pdf');
  await panel.page.getByRole('list', { name: 'Your documents' }).waitFor();
  await panel.page.getByRole('button', { name: /Home/ }).click();
  await panel.page.getByText('The current job finishes, the rest are cancelled.', { exact: true }).waitFor();
  world.printer().control({ pagesPerSecond: 5 });
  await site.page.getByText('You cancelled the job.').waitFor();
  await expectAllIsWell(world);
  expect(world.printer().jobs().length - printed).toBe(1);
  expect(await balance()).toBeCloseTo(before - 0.1, 10);
  await panel.leave();
});

test('when the printer aborts the third of five copies, the user pays the printed pages and gets the rest back', async () => {
  // The first page stays very slow until the third job has an id.
  world.printer().control({ pagesPerSecond: 0.001 });
  await world.askOperator('credit', 'add', account.email, '0.45', 'GBP');
  const before = await balance();
  await site.upload('flyer.pdf', await aPdf({ pages: 2 }), 2);
  await panel.logIn(await site.getCode());
  await panel.page.getByRole('checkbox').filter({ hasText: 'flyer.pdf' }).click();
  for (let copies = 1; copies < 5; copies += 1)
    await panel.page.getByRole('button', { name: 'One copy more of flyer.pdf' }).click();
  await screenshot(panel.page, 'panel-copies');
  await panel.page.getByRole('button', { name: 'PRINT' }).click();
  await panel.page.getByText('flyer.pdf, copy 3 of 5').first().waitFor();
  const jobs = await world.query<{ id: string }>(
    `SELECT id FROM jobs WHERE file_name = 'flyer.pdf' ORDER BY position`,
  );
  const fault = { kind: 'abort', atPage: 2, jobName: jobs[2]!.id } as const;
  world.printer().control({ pagesPerSecond: 5, fault });
  await panel.page.getByText('Printed 1 of 2 pages. £0.05 is back in your balance.').waitFor();
  await panel.page.getByRole('button', { name: 'Done' }).waitFor();
  await screenshot(panel.page, 'panel-copies-done');
  const printed = world.printer().jobs().slice(-5);
  expect(printed.map(({ jobName }) => jobName)).toEqual(jobs.map(({ id }) => id));
  expect(printed.map(({ copies }) => copies)).toEqual([1, 1, 1, 1, 1]);
  expect(printed.map(({ impressionsCompleted }) => impressionsCompleted)).toEqual([2, 2, 1, 2, 2]);
  expect(await balance()).toBeCloseTo(before - 0.45, 10);
  await panel.leave();
  await expectAllIsWell(world);
});

test('Print all shows the missing amount; after a top-up by phone PRINT appears without a reload, and all documents print', async () => {
  await site.upload('long.pdf', await aPdf({ pages: 9 }), 9);
  const before = await balance();
  await panel.logIn(await site.getCode());
  // For each earlier aborted document the panel offers the remaining pages, once they are prepared.
  await panel.page.getByText('being prepared').waitFor({ state: 'detached' });
  const boxes = panel.page.getByRole('checkbox');
  const listed = await boxes.count();
  await panel.page.getByRole('button', { name: new RegExp(`^Print all ${listed} for £`) }).click();
  await panel.page.getByRole('checkbox', { checked: false }).waitFor({ state: 'detached' });
  for (const box of await boxes.filter({ hasNotText: 'long.pdf' }).all()) await box.click();

  await panel.page.getByText('You are £0.20 short.').waitFor();
  const print = panel.page.getByRole('button', { name: 'PRINT', exact: true });
  expect(await print.count()).toBe(0);
  const scannedUrl = `${world.url}/credits#short-20-GBP`;
  await panel.page
    .locator(`svg[aria-label="QR code to top up"] path[d="${squaresOf(scannedUrl)}"]`)
    .waitFor();
  await screenshot(panel.page, 'panel-short');

  await using phone = await CreditsPage.of(browser, await world.signIn(account), world.url);
  await phone.page.goto(scannedUrl);
  await phone.page.getByText('You are £0.20 short at the printer.').waitFor();
  expect(await phone.page.getByLabel('Top-up amount').inputValue()).toBe('3');
  await phone.card('4242 4242 4242 4242');
  await phone.agree();
  await screenshot(phone.page, 'credits-short');
  await phone.pay.click();
  await phone.thanks.waitFor();
  await print.click();
  await panel.page.getByText('Printed 9 pages').first().waitFor();
  expect(await balance()).toBeCloseTo(before + 3 - 0.45, 10);

  world.printer().control({ pagesPerSecond: 50 });
  const printed = world.printer().jobs().length;
  await panel.page.getByRole('button', { name: 'Print more' }).click();
  const all = panel.page.getByRole('button', { name: new RegExp(`^Print all ${listed} for £`) });
  const price = Number(/£([\d.]+)$/.exec(await all.innerText())![1]);
  await all.click();
  await panel.page.getByRole('button', { name: 'Done' }).waitFor();
  expect(world.printer().jobs().length - printed).toBe(listed);
  expect(await balance()).toBeCloseTo(before + 3 - 0.45 - price, 10);
  await panel.leave();
  await expectAllIsWell(world);
});

/** The squares of a QR code, as the panel draws them. */
function squaresOf(text: string): string {
  const { data } = encode(text, { ecc: 'M', border: 3 });
  return data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}

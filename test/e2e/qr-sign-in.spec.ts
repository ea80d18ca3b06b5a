import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { launchBrowser, screenshot } from '../support/browser/browser.js';
import { expectAllIsWell } from '../support/worlds/invariants.js';
import { PanelPage, SitePage } from '../support/browser/pages.js';
import { aPdf } from '../support/documents/pdf.js';
import { startWorld, type World } from '../support/worlds/world.js';

const account = { email: 'anna@example.com', password: 'Sixpence1' };
/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;
let site: SitePage;
let panel: PanelPage;

beforeAll(async () => {
  world = await startWorld({ printers: ['hall', 'library'] });
  after.defer(() => world.stop());
  await world.askOperator('user', 'add', account.email, '--password', account.password);
  await world.askOperator('credit', 'add', account.email, '0.50', 'GBP');
  const browser = await launchBrowser();
  after.defer(() => browser.close());
  site = await SitePage.signIn(browser, world, account);
  panel = await PanelPage.open(browser, world.panelUrl('hall'));
});
afterAll(() => after.disposeAsync());

/** Opens *Scan instead* on the panel. @returns the digits under the QR code */
async function openQrCode(): Promise<string> {
  await panel.page.getByRole('button', { name: 'Print your documents' }).click();
  await panel.page.getByRole('button', { name: 'Scan instead' }).waitFor();
  await screenshot(panel.page, 'panel-keypad');
  await panel.page.getByRole('button', { name: 'Scan instead' }).click();
  await panel.page.getByRole('img', { name: 'QR code for your phone' }).waitFor();
  const digits = panel.page.getByRole('group', { name: 'The digits to type on your phone' });
  return (await digits.textContent())!.replaceAll(' ', '');
}

test('a user scans the code, the page names the printer, and the panel opens their list and prints it [rows 9, 448, 453]', async () => {
  await site.upload('scanned.pdf', await aPdf({ pages: 2 }), 2);
  const digits = await openQrCode();
  await screenshot(panel.page, 'panel-qr');
  await site.page.goto(`${world.url}/qrlogin#${digits}`);
  await site.page.getByText('Open hall, Demo library?').waitFor();
  await screenshot(site.page, 'qr-login');
  await site.page.getByRole('button', { name: 'Validate' }).click();
  await site.page.getByText('Successfully logged in.').waitFor();
  await screenshot(site.page, 'qr-login-done');
  await panel.page.getByRole('checkbox').filter({ hasText: 'scanned.pdf' }).waitFor();
  await panel.print('scanned.pdf');
  await panel.page.getByText('Printed 2 pages').first().waitFor();
  await panel.leave();
  await expectAllIsWell(world);
});

test('the digits stop working when the user leaves the panel', async () => {
  const digits = await openQrCode();
  await panel.page.getByRole('button', { name: 'Home' }).click();
  await panel.page.getByRole('button', { name: 'Print your documents' }).waitFor();
  await site.page.goto(`${world.url}/qrlogin`);
  const field = site.page.getByLabel('Enter 6-digit code');
  await field.fill(digits);
  await site.page.getByText('No printer shows this code just now.').waitFor();
  await site.page.getByRole('button', { name: 'Validate' }).click();
  expect(await site.page.getByRole('alert').textContent()).toBe('Invalid code. Please try again.');
  expect(await panel.page.getByRole('button', { name: 'Print your documents' }).isVisible()).toBe(true);
});

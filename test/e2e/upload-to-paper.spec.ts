import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, screenshot } from '../support/browser.js';
import { expectAllIsWell, revenue } from '../support/invariants.js';
import { aPdf, pageCount } from '../support/pdf.js';
import { startWorld, type World } from '../support/world.js';

jest.setTimeout(120_000);

let world: World;
let browser: Browser;
let phone: BrowserContext;
let site: Page;
let panel: Page;

beforeAll(async () => {
  world = await startWorld({ printers: ['hall'] });
  browser = await launchBrowser();
  phone = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  site = await phone.newPage();
  panel = await (await browser.newContext({ viewport: { width: 800, height: 480 } })).newPage();
  await signIn();
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});
beforeEach(() => {
  world.printer().control({ pagesPerSecond: 10 });
});

async function signIn(): Promise<void> {
  await site.goto(`${world.url}/login`);
  await site.getByLabel('E-mail').fill(world.demo.user.email);
  await site.getByRole('textbox', { name: 'Password' }).fill(world.demo.user.password);
  await site.getByRole('button', { name: 'Login' }).click();
  await site.waitForURL('**/dashboard');
}

async function upload(name: string, pdf: Buffer, pages: number): Promise<void> {
  await site
    .getByLabel('Upload documents here')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf });
  const row = site.getByRole('listitem').filter({ hasText: name });
  await row.getByText(pages === 1 ? '1 page' : `${pages} pages`).waitFor();
}

async function getCode(): Promise<string> {
  const again = site.getByRole('button', { name: 'Reset Code' });
  if (await again.isVisible()) await again.click();
  const [answer] = await Promise.all([
    site.waitForResponse('**/create-code'),
    site.getByRole('button', { name: 'Get code' }).click(),
  ]);
  const { code } = (await answer.json()) as { code: string };
  await site.getByText(Array.from(code).join(' '), { exact: true }).first().waitFor({ state: 'attached' });
  const popup = site.getByRole('dialog');
  if (await popup.isVisible()) await site.keyboard.press('Escape');
  return code;
}

/** Pink button, the digits by touch, LOGIN. */
async function logInAtPanel(code: string): Promise<void> {
  await panel.goto(world.panelUrl('hall'));
  await panel.getByRole('button', { name: 'Print your documents' }).click();
  for (const digit of code) await panel.getByRole('button', { name: digit, exact: true }).click();
  await panel.getByRole('button', { name: 'LOGIN' }).click();
  await panel.getByText('Tick what to print').waitFor();
}

async function printAtPanel(name: string): Promise<void> {
  await panel.getByRole('checkbox').filter({ hasText: name }).click();
  await panel.getByRole('button', { name: 'PRINT' }).click();
}

async function leavePanel(): Promise<void> {
  await panel.getByRole('button', { name: 'Done' }).click();
  await panel.getByRole('button', { name: 'Print your documents' }).waitFor();
}

test('a three-page document goes from the site to paper, and exactly its pages are paid', async () => {
  const [before, earned] = [await (await world.signIn()).balance(), await revenue(world)];
  await upload('thesis.pdf', await aPdf({ pages: 3, title: 'Thesis' }), 3);
  await screenshot(site, 'dashboard-ready');
  await logInAtPanel(await getCode());
  await screenshot(panel, 'panel-documents');
  await printAtPanel('thesis.pdf');
  await panel.getByText('Printed 3 pages').first().waitFor();
  await panel.getByText('thesis.pdf').first().waitFor();
  await screenshot(panel, 'panel-done');

  const [job] = world.printer().jobs().slice(-1);
  expect(job).toMatchObject({ impressionsCompleted: 3, outcome: 'completed', mediaType: 'application/pdf' });
  expect(await pageCount(readFileSync(job!.document))).toBe(3);
  expect(await (await world.signIn()).balance()).toBeCloseTo(before - 0.15, 10);
  expect((await revenue(world)) - earned).toBe(15);

  const news = site.getByRole('region', { name: 'At the printer' });
  await news.getByText('Printed 3 pages for 15p.').waitFor();
  await leavePanel();
  await expectAllIsWell(world);
});

test('sides and colour chosen on the site reach the printer and change the price', async () => {
  await upload('poster.pdf', await aPdf({ pages: 2, colorPages: [1], title: 'Poster' }), 2);
  const cases = [
    { side: '1-Sided', color: 'Black-White', sides: 'one-sided', mode: 'monochrome', price: '10p' },
    { side: '2-Sided', color: 'Black-White', sides: 'two-sided-long-edge', mode: 'monochrome', price: '8p' },
    { side: '1-Sided', color: 'Color', sides: 'one-sided', mode: 'color', price: '25p' },
    { side: '2-Sided', color: 'Color', sides: 'two-sided-long-edge', mode: 'color', price: '20p' },
  ];
  for (const { side, color, sides, mode, price } of cases) {
    await site.getByText(side, { exact: true }).click();
    await site.getByText(color, { exact: true }).click();
    await logInAtPanel(await getCode());
    await printAtPanel('poster.pdf');
    await panel.getByText('Printed 2 pages').first().waitFor();
    expect(world.printer().jobs().at(-1)).toMatchObject({ sides, printColorMode: mode });
    await site.getByText(`Printed 2 pages for ${price}.`).first().waitFor();
    await leavePanel();
  }
  await expectAllIsWell(world);
});

test('when the printer gives up after two of three pages, the third is given back and the person sees why', async () => {
  world.printer().control({ pagesPerSecond: 10, fault: { kind: 'abort', atPage: 3 } });
  const before = await (await world.signIn()).balance();
  await upload('letter.pdf', await aPdf({ pages: 3, title: 'Letter' }), 3);
  await site.getByText('1-Sided', { exact: true }).click();
  await site.getByText('Black-White', { exact: true }).click();
  await logInAtPanel(await getCode());
  await printAtPanel('letter.pdf');

  for (const page of [panel, site]) {
    await page.getByText('Printed 2 of 3 pages. 5p is back in your balance.').first().waitFor();
    await page.getByText('The printer gave up on the job.').first().waitFor();
  }
  await screenshot(panel, 'panel-partial');
  await screenshot(site, 'dashboard-partial');
  expect(await (await world.signIn()).balance()).toBeCloseTo(before - 0.1, 10);
  await expectAllIsWell(world);
});

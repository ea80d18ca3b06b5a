import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { busyWallets, openCredits, someEntries, statementOf } from '../../support/browser/credits.js';
import { holdCall, untilDrawn } from '../../support/browser/dashboard.js';
import { screens, siteForTests } from '../../support/browser/site.js';

const site = siteForTests();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const answers = {
  'GET /my-wallets': { body: busyWallets },
  'POST /user-account-statement': { body: statementOf(...someEntries) },
};

describe.each(screens)('on $screen', ({ viewport }) => {
  test('a top-up works by keyboard alone', async () => {
    const page = await openCredits(site, { viewport, answers });
    await page.getByText('£0.60 for thesis.pdf').waitFor();
    await page.getByRole('combobox', { name: 'Currency' }).focus();
    expect(await pressTab(page)).toBe('Top-up amount');
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('ArrowDown');
    await page.getByLabel('Card number').waitFor();
    const names = [];
    for (let presses = 0; presses < 6; presses++) names.push(await pressTab(page));
    expect(names).toEqual([
      ...['What is this?', 'Card number', 'Demo Wallet', 'I agree to the Sixpence Terms of Service'],
      ...['Sixpence Terms of Service', 'PAY £5'],
    ]);
    await page.getByLabel('Card number').focus();
    await page.keyboard.type('4242');
    for (let presses = 0; presses < 2; presses++) await pressTab(page);
    await page.keyboard.press('Space');
    for (let presses = 0; presses < 2; presses++) await pressTab(page);
    await page.keyboard.press('Enter');
    await page.getByText('Thank you! Payment was successful.').waitFor();
    await page.getByRole('button', { name: 'Account statement' }).focus();
    await page.keyboard.press('Enter');
    expect(await pressTab(page)).toBe('Period');
    await site.leave(page);
  });

  test('axe finds no fault in dark mode', async () => {
    const page = await openCredits(site, {
      viewport,
      answers,
      prepare: (window) => window.emulateMedia({ colorScheme: 'dark' }),
    });
    await page.getByText('£0.60 for thesis.pdf').waitFor();
    await page.getByLabel('Top-up amount').selectOption('5');
    await page.getByLabel('Card number').waitFor();
    await page.getByRole('button', { name: 'Account statement' }).click();
    await page.getByRole('combobox', { name: 'Period' }).selectOption('last_month');
    await page.getByText('Top Up Admin').waitFor();
    const { elements } = await page.evaluate(() => window.fakeStripe);
    expect(elements).toMatchObject([{ appearance: { theme: 'night' } }]);
    await page.evaluate(axe);
    const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      // The provider's form is excluded: its code is not part of this project.
      `axe.run({ exclude: '.fake-form' })`,
    );
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await site.leave(page);
  });

  test('the layout does not shift, except once to make room for the card form', async () => {
    const page = await openCredits(site, {
      viewport,
      answers,
      prepare: (window) => window.addInitScript(watchShifts),
    });
    await page.getByText('£0.60 for thesis.pdf').waitFor();
    await untilDrawn(page);
    expect(await page.evaluate(() => window.shifts)).toEqual([]);
    const intent = await holdCall(page, '/stripe-payment-intent');
    await page.getByLabel('Top-up amount').selectOption('5');
    await page.getByRole('status', { name: 'Opening the payment form' }).waitFor();
    await intent.untilAsked();
    await untilDrawn(page);
    await page.evaluate(() => window.shifts.splice(0));
    await intent.answer(200, { clientSecret: 'pi_1_secret_1' });
    await page.getByLabel('Card number').waitFor();
    await untilDrawn(page);
    expect(await page.evaluate(() => window.shifts)).toEqual([]);
    await page.context().close();
  });
});

declare global {
  interface Window {
    /**
     * All layout shifts with their elements, except the footer's: its position depends on the page's length.
     */
    shifts: string[];
  }
}

function watchShifts() {
  interface Shift extends PerformanceEntry {
    value: number;
    sources: { node: Element | null }[];
  }
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      const shifted = sources.map(({ node }) => node).filter((node) => !node?.closest('footer'));
      if (shifted.length > 0) window.shifts.push(`${value} ${shifted.map((node) => node?.outerHTML).join()}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** @returns the name of the element that has the focus after Tab */
async function pressTab(page: Page): Promise<string> {
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const focused = document.activeElement as HTMLInputElement | null;
    const name = focused?.labels?.[0]?.textContent || focused?.textContent || focused?.tagName || '';
    return name.trim();
  });
}

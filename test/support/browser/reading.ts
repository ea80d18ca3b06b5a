import type { Page } from 'playwright-core';
import { addressOf, asVisitor, screens } from './site.js';
import type { Answers } from './site-server.js';

/** The server's answers to a visitor, with a seller set up. */
export const asReader: Answers = {
  ...asVisitor,
  'GET /seller': {
    body: {
      name: 'Sixpence Printing Ltd',
      address: ['1 Coin Street', 'London'],
      vatNumber: 'GB123456789',
      email: 'hello@print.example.com',
    },
  },
};

/** The content of a page for its reader. */
export interface Reading {
  /** The final address, after redirects. */
  address: string;
  tab: string;
  heading: string | null;
  description: string | null;
  canonical: string | null;
  /** The text of the main part of the page. */
  text: string;
  /** The targets of its links, as written. */
  links: string[];
}

/** Reads the page of a window once it is complete. */
export async function read(page: Page): Promise<Reading> {
  await page.locator('h1').waitFor();
  await page.getByText(/^Last changed/).waitFor();
  await page.getByText('Asking who runs the service').waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.querySelector('meta[name="description"]') !== null);
  const main = page.locator('main');
  return {
    address: addressOf(page),
    tab: await page.title(),
    heading: await page.locator('h1').textContent(),
    description: await page.locator('meta[name="description"]').getAttribute('content'),
    canonical: await page.locator('link[rel="canonical"]').getAttribute('href'),
    text: await main.innerText(),
    links: await main
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '')),
  };
}

/** The widths at which an element extends beyond the right edge. */
export async function widthsThatStickOut(page: Page): Promise<number[]> {
  const widths: number[] = [];
  for (const { viewport } of screens) {
    await page.setViewportSize(viewport);
    const sticksOut = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    if (sticksOut) widths.push(viewport.width);
  }
  return widths;
}

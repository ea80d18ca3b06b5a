import { describe, expect, test } from '@jest/globals';
import { documentTitle, pageAt } from '@sixpence/contracts/pages';
import type { Page } from 'playwright-core';
import { addressOf, asPerson, asVisitor, screens, siteForTests } from '../../support/browser/site.js';
import type { Answers } from '../../support/browser/site-server.js';

const site = siteForTests();

/** A page for each kind of header and footer. */
const headersAndFooters: { viewer: string; address: string; answers: Answers; addresses: string[] }[] = [
  {
    viewer: 'a visitor',
    address: '/',
    answers: asVisitor,
    addresses: ['/', '/what-we-do', '/solutions', '/login', '/privacy', '/terms', '/accessibility'],
  },
  {
    viewer: 'a visitor at /solutions',
    address: '/solutions',
    answers: asVisitor,
    addresses: ['/', '/what-we-do', '/solutions', '/privacy', '/terms', '/accessibility'],
  },
  {
    viewer: 'a signed-in person at a public page',
    address: '/how-to-top-up',
    answers: asPerson,
    addresses: ['/', '/what-we-do', '/solutions', '/dashboard', '/privacy', '/terms', '/accessibility'],
  },
  {
    viewer: 'a signed-in person',
    address: '/credits',
    answers: asPerson,
    addresses: [
      '/dashboard',
      '/dashboard',
      '/credits',
      '/help',
      '/privacy',
      '/terms',
      '/accessibility',
      '/account',
    ],
  },
];

describe.each(screens)('on $screen', ({ viewport }) => {
  test.each(headersAndFooters)(
    'every link in the header and footer of $viewer leads to its page',
    async ({ address, answers, addresses }) => {
      const page = await site.open({ address, viewport, answers });
      await expectLinks(page, addresses);
      for (const [index, target] of addresses.entries()) {
        await links(page).nth(index).click();
        await page.waitForFunction((title) => document.title === title, documentTitle(pageAt(target)!));
        expect(addressOf(page)).toBe(target);
        if (target !== address) await page.goBack();
        await expectLinks(page, addresses);
      }
      await site.leave(page);
    },
  );

  test('Logout leads to /login at once, even if the server fails [row 76]', async () => {
    const answers = { ...asPerson, 'POST /logout-session': { status: 500 } };
    const page = await site.open({ address: '/dashboard', viewport, answers });
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    expect(addressOf(page)).toBe('/login');
    await site.leave(page);
  });

  test("the footer shows the account's address [row 77]", async () => {
    const page = await site.open({ address: '/dashboard', viewport, answers: asPerson });
    const account = page.getByText('Account:');
    await account.waitFor();
    expect(await account.textContent()).toBe('Account: demo@example.com');
    await site.leave(page);
  });

  test('the footer shows no account if the call for it fails [row 78]', async () => {
    const answers = { ...asPerson, 'GET /footer-email': { status: 500 } };
    const page = await site.open({ address: '/dashboard', viewport, answers });
    await page.getByRole('heading', { name: 'How to print' }).waitFor();
    expect(await page.getByText('Account:').count()).toBe(0);
    await site.leave(page);
  });
});

/** The links in header and footer that the specification requires. */
test.each([
  ['/', 'What We Do', '/what-we-do', 65],
  ['/', 'Solutions', '/solutions', 66],
  ['/', 'Sign In', '/login', 68],
  ['/', 'Privacy', '/privacy', 64],
  ['/', 'Terms', '/terms', 64],
  ['/dashboard', 'Privacy', '/privacy', 64],
  ['/dashboard', 'Terms', '/terms', 64],
  ['/dashboard', 'Dashboard', '/dashboard', 69],
  ['/dashboard', 'Credits', '/credits', 70],
  ['/dashboard', 'Help', '/help', 71],
  ['/dashboard', 'Privacy', '/privacy', 74],
  ['/dashboard', 'Terms', '/terms', 75],
])('at %s there is a link "%s" to %s [row %i]', async (address, name, to) => {
  const answers = address === '/' ? asVisitor : asPerson;
  const page = await site.open({ address, answers });
  expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(to);
  await site.leave(page);
});

test('the copyright year is the current year [row 79]', async () => {
  const page = await site.open({ address: '/' });
  await page.clock.setFixedTime('2031-03-01');
  await page.reload();
  await page.getByText('© 2031 Sixpence').waitFor();
  expect(await page.getByText(/© (?!2031)/).count()).toBe(0);
  await page.context().close();
});

/** All links of header and footer except the download. */
function links(page: Page) {
  return page.locator('header a:not([download]), footer a');
}

/**
 * Waits until header and footer link to these addresses. Until core answers, a prerendered page shows a
 * visitor's links. Their number can be the same, so the addresses are compared.
 */
async function expectLinks(page: Page, addresses: string[]): Promise<void> {
  await page.locator('h1').waitFor();
  const shown = page.waitForFunction((expected) => {
    const found = [...document.querySelectorAll('header a:not([download]), footer a')];
    return String(found.map((link) => link.getAttribute('href'))) === expected;
  }, String(addresses));
  // The comparison below names the missing link.
  await shown.catch(() => undefined);
  expect(await hrefs(page)).toEqual(addresses);
}

async function hrefs(page: Page): Promise<string[]> {
  return links(page).evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
}

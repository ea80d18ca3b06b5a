import { beforeAll, expect, test } from '@jest/globals';
import { contents } from '@sixpence/content/contents';
import { linesOf } from '@sixpence/content/plain-text';
import { acceptedExtensions } from '@sixpence/contracts/file-types';
import { pageDescriptions } from '@sixpence/contracts/page-descriptions';
import { documentTitle, pageAt } from '@sixpence/contracts/pages';
import { eventually } from '../../support/eventually.js';
import { asReader, read, type Reading } from '../../support/browser/reading.js';
import { faultsOf } from '../../support/browser/watched.js';
import { screens, siteForTests } from '../../support/browser/site.js';

const site = siteForTests();
const readings = new Map<string, Reading>();
const complaints: string[] = [];

/** Each address of specification §2 with a text, and its row. */
const addresses: [address: string, row: number][] = [
  ['/terms', 38],
  ['/terms-of-use', 63],
  ['/privacy', 39],
  ['/user-privacy-statement', 62],
  ['/how-to-top-up', 41],
  ['/how-to-convert-to-pdf', 42],
  ['/how-to-remove-pages', 43],
  ['/documents-missing-on-printer', 44],
  ['/how-to-print-multiple-copies', 45],
  ['/fit-pdf-content', 46],
  ['/do-i-need-to-download', 47],
  ['/printer-ran-out-of-paper', 48],
  ['/printing-emails-webpages', 49],
  ['/how-much-to-pay', 50],
  ['/documents-missing-on-dashboard', 51],
  ['/how-to-check-balance', 52],
  ['/document-is-not-printing', 53],
  ['/cannot-login-at-printer', 54],
  ['/what-we-do', 55],
  ['/solutions', 56],
  ['/how-to-get-started', 58],
  ['/how-to-cancel-print-job', 59],
  ['/unhide-apple-email', 60],
  ['/unhide-google-email', 60],
  ['/unhide-microsoft-email', 60],
  ['/accessibility', 28],
];

/** The statements that specification §1, §2, and §9 require, by page. */
const requiredStatements: [path: string, rows: string, statements: (string | RegExp)[]][] = [
  ['/terms', 'rows 1, 468', ['18 or older', 'personal, non-commercial use']],
  ['/terms', 'row 464', ['encrypted with 256-bit AES', '72 hours']],
  ['/terms', 'row 465', ['Each top-up is valid for 60 months']],
  ['/terms', 'row 467', ['Our total liability to you is capped at 100 euros']],
  ['/terms', 'row 469', ['Charges are non-refundable unless decided otherwise.']],
  ['/terms', 'row 470', acceptedExtensions.map(wholeWord)],
  [
    '/what-we-do',
    'rows 23, 24, 25, 26',
    ['retail', 'hospitality', 'residential', 'student accommodation'].map(wholeWord),
  ],
  ['/solutions', 'rows 23, 24, 25, 26', ['Retail', 'Hospitality', 'Residential', 'Student accommodation']],
  ['/solutions', 'row 27', ['£15 per week']],
  [
    '/how-to-top-up',
    'row 166',
    ['Select amount', 'Select payment method', 'Accept terms', 'Confirm payment'],
  ],
  ['/how-to-convert-to-pdf', 'row 167', ['image converter tool', wholeWord('webp')]],
  ['/how-to-remove-pages', 'row 168', ['preview eye icon']],
  ['/documents-missing-on-printer', 'row 169', acceptedExtensions.map(wholeWord)],
  ['/how-to-print-multiple-copies', 'row 170', ['upload it, or e-mail it, repeatedly']],
  ['/fit-pdf-content', 'row 171', ['fit a PDF to the paper']],
  ['/do-i-need-to-download', 'row 172', ['no software to download']],
  ['/printer-ran-out-of-paper', 'row 173', ['Ask the staff']],
  ['/printing-emails-webpages', 'row 174', ['as a PDF', 'Save as PDF']],
  ['/how-much-to-pay', 'row 175', ['total cost', 'shows the shortfall']],
  [
    '/documents-missing-on-dashboard',
    'rows 176, 177, 178',
    ['must not be password protected', 'must be in a supported format', 'Allow some processing time'],
  ],
  ['/how-to-check-balance', 'row 179', ['on the Credits page']],
  ['/document-is-not-printing', 'rows 180, 181', ['Restart the printer', 'Create a new code']],
  [
    '/cannot-login-at-printer',
    'rows 182, 183',
    ['Use the Sixpence app', 'not the Sign in button', 'Codes expire after a few minutes'],
  ],
  ['/how-to-get-started', 'row 184', ['Make your account', 'Print your first document']],
  [
    '/how-to-cancel-print-job',
    'row 185',
    ['home icon on the printer', 'The current job finishes, the rest are cancelled.'],
  ],
  [
    '/unhide-apple-email',
    'rows 187, 188',
    ['Stop using the private relay sign-in', 'without hiding the e-mail'],
  ],
  ['/how-to-check-balance', 'row 189', ['your balance never expires']],
  ['/how-to-top-up', 'row 189', ['your balance never expires']],
];

beforeAll(async () => {
  const page = await site.open({ address: '/terms', answers: asReader });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  for (const [address] of addresses) {
    await page.goto(new URL(address, page.url()).href);
    readings.set(address, await read(page));
  }
  await page.context().close();
});

test.each(addresses)('a visitor without an account can read %s [rows 28, 29, 30, %i]', (address) => {
  const page = pageAt(address);
  const content = contents.find(({ path }) => path === page?.path);
  const { text, links, ...found } = reading(address);
  expect(found).toEqual({
    address,
    tab: documentTitle(page!),
    heading: page?.title,
    description: pageDescriptions[content!.path],
    canonical: expect.stringMatching(new RegExp(`^http://127[^/]+${content!.path}$`)),
  });
  const shown = withSingleSpaces(text);
  expect(linesOf(content!.blocks).filter((line) => !shown.includes(withSingleSpaces(line)))).toEqual([]);
  expect(links.filter((link) => pageAt(new URL(link, 'http://site').pathname) === undefined)).toEqual([]);
});

test('no page logs an error', () => {
  expect(readings.size).toBe(addresses.length);
  expect(complaints).toEqual([]);
});

test.each(requiredStatements)('%s contains its specified statements [%s]', (path, _rows, statements) => {
  const { text } = reading(path);
  for (const statement of statements) expect(withSingleSpaces(text)).toMatch(statement);
});

test.each([
  ['/terms', 'Terms of Use', 154],
  ['/privacy', 'User Privacy Statement', 155],
])('%s has the title %s [row %i]', (address, title) => {
  expect(reading(address).heading).toBe(title);
});

test.each(['/terms', '/privacy', '/accessibility'])('%s names the operator of the service', (address) => {
  expect(reading(address).text).toMatch(
    /Sixpence Printing Ltd\s+1 Coin Street\s+London\s+VAT GB123456789\s+hello@print\.example\.com/,
  );
});

test('the preloader shows instead of the text, and disappears when the text shows', async () => {
  const page = await site.open({
    address: '/terms',
    answers: asReader,
    prepare: async (window) => {
      await window.clock.install();
      await window.clock.pauseAt(Date.now() + 60_000);
    },
  });
  const preloader = page.getByRole('status', { name: 'Opening the page' });
  const text = page.getByText(/^Last changed/);
  await preloader.waitFor();
  expect(await text.isVisible()).toBe(false);
  await eventually(async () => {
    await page.clock.runFor(100);
    return text.isVisible();
  });
  expect(await preloader.count()).toBe(0);
  await page.context().close();
});

test('a link to a step scrolls to the step and focuses it', async () => {
  const page = await site.open({ address: '/how-to-top-up#confirm', answers: asReader });
  const step = page.getByRole('listitem').filter({ hasText: 'Confirm payment.' });
  await step.waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'confirm');
  expect(await step.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(800);
  await site.leave(page);
});

test('by keyboard alone a reader can vote whether an article was useful, and the page thanks the reader', async () => {
  const page = await site.open({
    address: '/unhide-google-email',
    answers: { ...asReader, 'POST /article-vote': { body: {} } },
  });
  const question = page.getByRole('group', { name: 'Was this useful?' });
  await page.getByText(/© \d{4}/).waitFor();
  await question.getByRole('button', { name: 'No' }).focus();
  const sent = page.waitForRequest('**/article-vote');
  await page.keyboard.press('Enter');
  expect((await sent).postDataJSON()).toEqual({ article: '/unhide-apple-email', useful: false });
  await question.getByText('Thank you. Tell us what was missing').waitFor();
  expect([await question.getByRole('button').count(), await faultsOf(page)]).toEqual([0, []]);
  await site.leave(page);
});

test('a vote that was not counted can be repeated, and only articles ask for votes', async () => {
  const page = await site.open({
    address: '/how-to-top-up',
    answers: { ...asReader, 'POST /article-vote': { status: 503 } },
  });
  await page.getByText(/© \d{4}/).waitFor();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('could not be counted just now').waitFor();
  expect(await page.getByRole('button', { name: 'Yes' }).count()).toBe(1);
  await page.route('**/article-vote', (route) => route.fulfill({ json: {} }));
  const sent = page.waitForRequest('**/article-vote');
  await page.getByRole('button', { name: 'Yes' }).click();
  expect((await sent).postDataJSON()).toEqual({ article: '/how-to-top-up', useful: true });
  await page.getByText('Thank you.', { exact: true }).waitFor();
  await page.goto(new URL('/accessibility', page.url()).href);
  await page.getByText(/^Last changed/).waitFor();
  expect(await page.getByText('Was this useful?').count()).toBe(0);
  await site.leave(page);
});

test('a link within the site opens the page at its top, with one description and its own title and address', async () => {
  const page = await site.open({
    address: '/how-to-top-up',
    viewport: screens[0].viewport,
    answers: asReader,
  });
  // Waits for the script: before it runs, a link loads a whole document.
  await page.getByText(/© \d{4}/).waitFor();
  await page.getByRole('link', { name: 'How to check your balance' }).click();
  const description = page.locator('meta[name="description"]');
  await page.waitForFunction(
    (expected) => document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content === expected,
    pageDescriptions['/how-to-check-balance'],
  );
  expect(await description.count()).toBe(1);
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(/\/how-to-check-balance$/);
  expect(await page.title()).toBe('How to check your balance · Sixpence');
  // This page was open before, so it is drawn at once. A link opens it, so it must begin at its top.
  await page
    .getByRole('navigation', { name: 'Read on' })
    .getByRole('link', { name: 'How to top up' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'How to top up' }).waitFor();
  await page.waitForFunction(() => window.scrollY === 0);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'How to check your balance' }).waitFor();
  await page.waitForFunction(() => window.scrollY > 0);
  await site.leave(page);
});

function reading(address: string): Reading {
  const found = readings.get(address);
  if (!found) throw new Error(`${address} was not read`);
  return found;
}

function wholeWord(word: string): RegExp {
  return new RegExp(`\\b${word}\\b`);
}

/** Normalises white space. */
function withSingleSpaces(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

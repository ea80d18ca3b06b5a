import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Page as SitePage, isPublic, pageAt, pages } from '@sixpence/contracts/pages';
import type { Page } from 'playwright-core';
import { asAccount } from '../../support/browser/account.js';
import { asPayer } from '../../support/browser/credits.js';
import { listing, pricesAtHall, servePictures, thesis } from '../../support/browser/dashboard.js';
import { asReader } from '../../support/browser/reading.js';
import { asVisitor, siteForTests } from '../../support/browser/site.js';
import type { Answers } from '../../support/browser/site-server.js';
import { serveStripe } from '../../support/peers/stripe-script.js';
import { tabThrough } from '../../support/browser/tabbing.js';
import { faultsOf, Watched } from '../../support/browser/watched.js';

const site = siteForTests();
const widths = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
/** The number of windows that are open at the same time. */
const windowCount = 3;

const asSignedIn: Answers = {
  ...asReader,
  ...asPayer,
  ...asAccount(),
  'GET /legacy-balance': { body: { found: [] } },
  'GET /mail-choices': { body: { takesMail: true, answersMail: true } },
  'GET /fetch-documents': { body: listing(thesis) },
  'GET /own-printers': { body: pricesAtHall(thesis) },
};

interface View {
  address: string;
  viewer: 'a visitor' | 'a signed-in person';
  answers: Answers;
}

const allPages: readonly SitePage[] = pages;
const views: View[] = [
  ...allPages.filter(isPublic).map(({ path }): View => ({
    address: path,
    viewer: 'a visitor',
    answers: { ...asVisitor, ...asReader },
  })),
  ...allPages
    // /login redirects a signed-in person to the dashboard.
    .filter(({ path }) => path !== '/login')
    .map(({ path }): View => ({ address: path, viewer: 'a signed-in person', answers: asSignedIn })),
];

/** The faults, the links, and the element ids (targets of links) of a view. */
interface ViewReport {
  faults: string[];
  links: string[];
  elementIds: string[];
  /** The texts of links, buttons, and headings. */
  labels: string[];
}
const reports = new Map<View, ViewReport>();

beforeAll(async () => {
  const queue = views.values();
  await Promise.all(
    Array.from({ length: windowCount }, async () => {
      for (const view of queue) reports.set(view, await inspect(view));
    }),
  );
}, 900_000);

describe.each(views)('$address for $viewer', (view) => {
  test('at both widths the page has no logged error, layout shift, overflow, or axe fault (light, dark); at 1440 px Tab reaches every control', () => {
    expect(reports.get(view)?.faults).toEqual([]);
  });
});

test('every link leads to a page, and every fragment to an element of its page', () => {
  const idsOf = new Map([...reports].map(([{ address }, { elementIds }]) => [address, elementIds]));
  const links = [...reports].flatMap(([{ address }, found]) =>
    found.links.map((link) => ({ from: address, link: new URL(link) })),
  );
  const dead = links.filter(({ link }) => {
    if (link.protocol === 'mailto:') return false;
    const page = pageAt(link.pathname);
    if (link.hostname !== '127.0.0.1') return true;
    if (!page) return !isFile(link.pathname);
    return link.hash !== '' && !idsOf.get(page.path)?.includes(link.hash.slice(1));
  });
  expect(dead.map(({ from, link }) => `${from} → ${link.pathname}${link.hash}`)).toEqual([]);
  // The pages have links with fragments, so the check above has covered some.
  expect(links.filter(({ link }) => link.hash !== '').length).toBeGreaterThan(5);
});

test('no page is for administrators, and no link, button, or heading names them [row 371]', () => {
  const labels = [...reports].flatMap(([{ address, viewer }, report]) =>
    [...report.labels, ...report.links].map((label) => `${address} for ${viewer}: ${label}`),
  );
  expect([...allPages.map(({ path }) => path), ...labels].filter((label) => /admin/i.test(label))).toEqual(
    [],
  );
  expect(labels.some((label) => label.endsWith('a signed-in person: Logout'))).toBe(true);
});

async function inspect({ address, answers }: View): Promise<ViewReport> {
  const faults: string[] = [];
  const found = { links: [] as string[], elementIds: [] as string[], labels: [] as string[] };
  for (const viewport of widths) {
    const { page, watched } = await open(address, viewport, answers);
    const withWidth = (fault: string) => `${viewport.width}: ${fault}`;
    const { complaints, moved } = await watched.end();
    faults.push(
      ...complaints.map(withWidth),
      ...(moved > 0 ? [withWidth(`the layout shifted by ${moved}`)] : []),
    );
    faults.push(...(await overflowOf(page)).map(withWidth));
    faults.push(...(await faultsOf(page)).map(withWidth));
    if (viewport === widths[1]) {
      faults.push(...(await tabThrough(page)).map(withWidth));
      Object.assign(found, await linksIdsAndLabels(page));
    }
    await site.leave(page);
  }
  return { faults, ...found };
}

async function open(address: string, viewport: (typeof widths)[number], answers: Answers) {
  let watched: Watched | undefined;
  const page = await site.open({
    address,
    viewport,
    answers,
    prepare: async (window) => {
      await serveStripe(window);
      await servePictures(window);
      watched = await Watched.begin(window);
    },
  });
  await page.locator('h1').first().waitFor();
  await page.getByText(/© \d{4}/).waitFor();
  await page.waitForFunction(
    () => document.querySelector('main [role=status] .mantine-Loader-root') === null,
  );
  return { page, watched: watched! };
}

async function overflowOf(page: Page): Promise<string[]> {
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return overflowPx > 0 ? [`the page overflows by ${overflowPx} px`] : [];
}

function linksIdsAndLabels(page: Page): Promise<Omit<ViewReport, 'faults'>> {
  return page.evaluate(() => ({
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
    elementIds: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    labels: [...document.querySelectorAll<HTMLElement>('a, button, h1, h2, h3')].map(
      (element) => element.getAttribute('aria-label') ?? element.textContent,
    ),
  }));
}

function isFile(path: string): boolean {
  return path === '/sixpence-user-guide.pdf';
}

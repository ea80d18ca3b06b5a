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
/** How many windows of the browser are open at a time. */
const atOnce = 3;

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
  who: 'a visitor' | 'somebody signed in';
  answers: Answers;
}

const all: readonly SitePage[] = pages;
const views: View[] = [
  ...all
    .filter(isPublic)
    .map(({ path }): View => ({ address: path, who: 'a visitor', answers: { ...asVisitor, ...asReader } })),
  ...all
    // /login leads a signed-in person on to the dashboard.
    .filter(({ path }) => path !== '/login')
    .map(({ path }): View => ({ address: path, who: 'somebody signed in', answers: asSignedIn })),
];

/** The faults, the links, and the element ids (targets of links) of a view. */
interface Seen {
  faults: string[];
  links: string[];
  elementIds: string[];
  /** The words of links, buttons, and headings. */
  labels: string[];
}
const seen = new Map<View, Seen>();

beforeAll(async () => {
  const waiting = views.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const view of waiting) seen.set(view, await look(view));
    }),
  );
}, 900_000);

describe.each(views)('$address for $who', (view) => {
  test('at both widths it has no logged error, layout shift, overflow, or axe fault (light, dark); at 1440 px Tab reaches all', () => {
    expect(seen.get(view)?.faults).toEqual([]);
  });
});

test('every link leads to a page, and a link with a fragment to an element on it', () => {
  const idsOf = new Map([...seen].map(([{ address }, { elementIds }]) => [address, elementIds]));
  const links = [...seen].flatMap(([{ address }, found]) =>
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
  // Links to a part of a page were found, so the check above has covered such links.
  expect(links.filter(({ link }) => link.hash !== '').length).toBeGreaterThan(5);
});

test('no page is for administrators, and no link, button, or heading names them [row 371]', () => {
  const labels = [...seen].flatMap(([{ address, who }, found]) =>
    [...found.labels, ...found.links].map((way) => `${address} for ${who}: ${way}`),
  );
  expect([...all.map(({ path }) => path), ...labels].filter((way) => /admin/i.test(way))).toEqual([]);
  expect(labels.some((way) => way.endsWith('somebody signed in: Logout'))).toBe(true);
});

async function look({ address, answers }: View): Promise<Seen> {
  const faults: string[] = [];
  const found = { links: [] as string[], elementIds: [] as string[], labels: [] as string[] };
  for (const viewport of widths) {
    const { page, watched } = await open(address, viewport, answers);
    const at = (what: string) => `${viewport.width}: ${what}`;
    const { complaints, moved } = await watched.end();
    faults.push(...complaints.map(at), ...(moved > 0 ? [at(`things moved by ${moved}`)] : []));
    faults.push(...(await overflowOf(page)).map(at));
    faults.push(...(await faultsOf(page)).map(at));
    if (viewport === widths[1]) {
      faults.push(...(await tabThrough(page)).map(at));
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
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return beyond > 0 ? [`the page overflows by ${beyond} px`] : [];
}

function linksIdsAndLabels(page: Page): Promise<Omit<Seen, 'faults'>> {
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

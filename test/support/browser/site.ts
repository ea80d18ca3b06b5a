import { afterAll, beforeAll, expect } from '@jest/globals';
import type { LiveNews } from '@sixpence/contracts/events/news';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openWindow } from './browser.js';
import { askNetworkAgain } from '../peers/instead-of-network.js';
import { type Answers, SiteServer, visitHeader } from './site-server.js';

/** The two widths at which screens are tested. */
export const screens = [
  { screen: 'a phone', viewport: { width: 390, height: 844 } },
  { screen: 'a desktop', viewport: { width: 1280, height: 800 } },
] as const;
export type Screen = (typeof screens)[number];

/** No user is signed in. */
export const asVisitor: Answers = { 'GET /validate-session': { body: { valid: false } } };

/** A signed-in user without documents and with £10.00. */
export const asPerson: Answers = {
  'GET /validate-session': { body: { valid: true } },
  'GET /footer-email': { body: { email: 'demo@example.com' } },
  'GET /fetch-documents': {
    body: {
      documents: [],
      left: { documents: 100, bytes: 1024 ** 3 },
      options: { side: '1-Sided', isColor: false },
    },
  },
  'GET /own-printers': { body: { documents: [], printers: [] } },
  'GET /print-address': { body: { address: 'print@print.example.com' } },
  'POST /user-account-balance': { body: { balance: 10 } },
  'POST /logout-session': {},
};

/** The value of `window.name` after a visit has ended. A window's name survives when its page is replaced. */
const endedVisit = 'left';

interface Visit {
  address: string;
  viewport?: { width: number; height: number };
  answers?: Answers;
  /** The first messages of `/live`. */
  news?: readonly LiveNews[];
  /** Prepares the window before the page is fetched. */
  prepare?: (page: Page) => Promise<unknown>;
}

/**
 * The built site in one browser, with calls answered by the test. Each visit has
 * a window without data of other visits.
 */
export class Site {
  /** Windows of ended visits. Their processes have compiled the site's code, which need not be read again. */
  private readonly free: Page[] = [];
  private readonly news = new Map<Page, readonly LiveNews[]>();

  private constructor(
    private readonly server: SiteServer,
    private readonly browser: Browser,
  ) {}

  static async start(): Promise<Site> {
    await using started = new AsyncDisposableStack();
    const server = started.use(await SiteServer.start());
    const browser = await launchBrowser();
    started.move();
    return new Site(server, browser);
  }

  async open({
    address,
    viewport = screens[1].viewport,
    answers = asVisitor,
    news = [],
    prepare,
  }: Visit): Promise<Page> {
    const page = this.free.pop() ?? (await this.newWindow());
    this.news.set(page, news);
    await page.setViewportSize(viewport);
    await page.context().setExtraHTTPHeaders({ [visitHeader]: this.server.visit(answers) });
    await prepare?.(page);
    // A loaded page would only scroll to the part after the #, so another file is loaded first.
    if (address.includes('#')) await page.goto(`${this.server.url}/mark.svg`);
    await page.goto(this.server.url + address);
    return page;
  }

  /**
   * Ends a visit. The next visit finds the window empty. A test that changes the clock must close its window
   * instead.
   */
  async leave(page: Page): Promise<void> {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await askNetworkAgain(page);
    await page.context().clearCookies();
    await page.emulateMedia({ colorScheme: null });
    await page.mouse.move(0, 0);
    await page.evaluate((name) => {
      window.name = name;
    }, endedVisit);
    this.free.push(page);
  }

  private async newWindow(): Promise<Page> {
    const context = await openWindow(this.browser, { reducedMotion: 'reduce' });
    const page = await context.newPage();
    // Clears the storage before the next visit's code runs, when the last visit's code can no longer write.
    await page.addInitScript((name) => {
      if (window.name !== name) return;
      window.name = '';
      localStorage.clear();
      sessionStorage.clear();
    }, endedVisit);
    await page.routeWebSocket(/\/live$/, (socket) => {
      for (const piece of this.news.get(page) ?? []) socket.send(JSON.stringify(piece));
    });
    return page;
  }

  /** False when its browser has crashed. */
  get isOpen(): boolean {
    return this.browser.isConnected();
  }

  /** Closes the windows whose visits have not ended. */
  async closeVisited(): Promise<void> {
    const free = this.free.map((page) => page.context());
    const visited = this.browser.contexts().filter((context) => !free.includes(context));
    await Promise.all(visited.map((context) => context.close()));
  }
}

/** The site of this process. It ends with the process. Its windows have already compiled the site's code. */
let siteOfProcess: Site | undefined;

/** One site for all tests of a file, and for the next file of this process. */
export function siteForTests(): Pick<Site, 'open' | 'leave'> {
  let site: Site | undefined;
  beforeAll(async () => {
    if (!siteOfProcess?.isOpen) siteOfProcess = await Site.start();
    site = siteOfProcess;
  });
  // A visit that a test did not end keeps calling the server.
  afterAll(() => site?.closeVisited());
  const theSite = () => {
    if (!site) throw new Error('The site has not been started.');
    return site;
  };
  return { open: (visit) => theSite().open(visit), leave: (page) => theSite().leave(page) };
}

/** The page's present address without the origin. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Checks a page at each of the widths without loading it twice. */
export async function atEachWidth(page: Page, check: (width: number) => Promise<unknown>): Promise<void> {
  for (const { viewport } of screens) {
    await page.setViewportSize(viewport);
    await check(viewport.width);
  }
}

/** Expects that no element extends beyond the right edge. */
export async function expectToFit(page: Page): Promise<void> {
  const { content, width } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(width);
}

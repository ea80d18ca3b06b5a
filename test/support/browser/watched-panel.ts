import type { PanelView } from '@sixpence/contracts/agent/panel';
import type { Browser } from 'playwright-core';
import { until } from '../until.js';
import { PanelPage } from './pages.js';

type Screen = PanelView['screen'];
const screensWithoutUser: ReadonlySet<Screen> = new Set(['attract', 'keypad', 'pairing']);

/**
 * A printer's touch screen that watches for leaks: it searches every received frame, and the whole page, for
 * data of users. Each of the `marks` occurs in every file name of its user, and nowhere else.
 */
export class WatchedPanel {
  /**
   * The user whose list may be shown. The test sets it just before sign-in, and the screen `attract` clears
   * it.
   */
  owner: string | undefined;
  /** The last received frame. */
  view: Partial<PanelView> = {};
  /** The number of received frames. */
  frames = 0;
  /** The number of received frames that contained a file name of any user. */
  framesWithNames = 0;
  private readonly leaks: string[] = [];

  private constructor(
    private readonly panel: PanelPage,
    private readonly marks: ReadonlyMap<string, string>,
  ) {}

  static async open(
    browser: Browser,
    url: string,
    marks: ReadonlyMap<string, string>,
  ): Promise<WatchedPanel> {
    const panel = await PanelPage.open(browser, url);
    const watched = new WatchedPanel(panel, marks);
    panel.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => watched.receiveFrame(String(payload))),
    );
    // Reloads the page, because its first socket was not watched.
    await panel.page.reload();
    await watched.untilShows('attract');
    return watched;
  }

  get page() {
    return this.panel.page;
  }

  /** Waits until the last frame is of one of these screens. */
  async untilShows(...screens: Screen[]): Promise<void> {
    await until(
      () => this.view.screen !== undefined && screens.includes(this.view.screen),
      undefined,
      `the panel to show ${screens.join(' or ')}`,
    );
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Types the digits on the shown keypad and presses LOGIN. */
  async type(code: string): Promise<void> {
    for (const digit of code) await this.button(digit).click();
    await this.button('LOGIN').click();
  }

  /** @throws Error that names the foreign data on this screen */
  async expectNothingOfOthers(): Promise<void> {
    await until(async () => {
      const foreign = await this.foreignOnPage();
      // The page draws the first screen a moment after its frame, so the owner's names may remain that long.
      // Other users' names must never appear.
      if (foreign.length > 0 && this.owner !== undefined)
        this.leaks.push(`While ${this.owner} is signed in, the page shows data of ${foreign.join(' and ')}`);
      return foreign.length === 0 || this.owner !== undefined;
    });
    if (this.leaks.length > 0) throw new Error(this.leaks.join('\n'));
  }

  private async foreignOnPage(): Promise<string[]> {
    const whole = await this.page.evaluate(() => {
      const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage)));
      return [document.title, document.documentElement.outerHTML, ...stored].join('\n');
    });
    return this.peopleIn(whole).filter((name) => name !== this.owner);
  }

  private receiveFrame(frame: string): void {
    this.view = JSON.parse(frame) as PanelView;
    this.frames += 1;
    const { screen } = this.view;
    if (screen === 'attract') this.owner = undefined;
    const people = this.peopleIn(frame);
    if (people.length > 0) this.framesWithNames += 1;
    for (const name of people) {
      if (name !== this.owner || screen === undefined || screensWithoutUser.has(screen))
        this.leaks.push(`A ${screen} frame for ${this.owner ?? 'no user'} contains data of ${name}`);
    }
  }

  private peopleIn(text: string): string[] {
    return [...this.marks].filter(([, mark]) => text.includes(mark)).map(([name]) => name);
  }
}

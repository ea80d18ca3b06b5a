import type { PanelView } from '@sixpence/contracts/agent/panel';
import type { Browser } from 'playwright-core';
import { until } from '../until.js';
import { PanelPage } from './pages.js';

type Screen = PanelView['screen'];
const nobodys: ReadonlySet<Screen> = new Set(['attract', 'keypad', 'pairing']);

/**
 * A printer's touch screen of which every frame that it is sent, and all of its page, is searched for what belongs to
 * people. `marks` are in every file name of each of them, and nowhere else.
 */
export class WatchedPanel {
  /** Whose list may be here, from just before they sign in until the first screen is back. */
  owner: string | undefined;
  /** The last frame that came. */
  view: Partial<PanelView> = {};
  /** How many frames came. */
  frames = 0;
  /** How many of them held names of their owner's files. */
  named = 0;
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
      socket.on('framereceived', ({ payload }) => watched.hear(String(payload))),
    );
    // The socket that the page opened first went unwatched.
    await panel.page.reload();
    await watched.shows('attract');
    return watched;
  }

  get page() {
    return this.panel.page;
  }

  /** Until the last frame is of one of these screens. */
  async shows(...screens: Screen[]): Promise<void> {
    await until(
      () => this.view.screen !== undefined && screens.includes(this.view.screen),
      undefined,
      `the panel to show ${screens.join(' or ')}`,
    );
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Touches the digits and LOGIN of the keypad that is shown. */
  async type(code: string): Promise<void> {
    for (const digit of code) await this.button(digit).click();
    await this.button('LOGIN').click();
  }

  /** @throws Error saying what somebody could read here that is not theirs */
  async expectNothingOfOthers(): Promise<void> {
    await until(async () => {
      const foreign = await this.foreignOnPage();
      // The page draws the first screen a moment after its frame; anybody else's name has no such moment.
      if (foreign.length > 0 && this.owner !== undefined)
        this.leaks.push(`The page shows ${this.owner} what belongs to ${foreign.join(' and ')}`);
      return foreign.length === 0 || this.owner !== undefined;
    });
    if (this.leaks.length > 0) throw new Error(this.leaks.join('\n'));
  }

  private async foreignOnPage(): Promise<string[]> {
    const whole = await this.page.evaluate(() => {
      const kept = [localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage)));
      return [document.title, document.documentElement.outerHTML, ...kept].join('\n');
    });
    return this.peopleIn(whole).filter((name) => name !== this.owner);
  }

  private hear(frame: string): void {
    this.view = JSON.parse(frame) as PanelView;
    this.frames += 1;
    const { screen } = this.view;
    if (screen === 'attract') this.owner = undefined;
    const people = this.peopleIn(frame);
    if (people.length > 0) this.named += 1;
    for (const name of people) {
      if (name !== this.owner || screen === undefined || nobodys.has(screen))
        this.leaks.push(`A ${screen} frame for ${this.owner ?? 'nobody'} holds what belongs to ${name}`);
    }
  }

  private peopleIn(text: string): string[] {
    return [...this.marks].filter(([, mark]) => text.includes(mark)).map(([name]) => name);
  }
}

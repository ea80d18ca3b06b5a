import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PanelAction } from '@sixpence/contracts/agent/panel';
import type { Browser, Page } from 'playwright-core';
import { storyViews } from '../../../printer-agent/panel/src/story-views.js';
import { launchBrowser, openWindow } from '../../support/browser/browser.js';
import { ShownPanel } from '../../support/browser/shown-panel.js';
import { until } from '../../support/until.js';

/** Disposes of the started parts, the last first, even if the start failed. */
const after = new AsyncDisposableStack();
let shown: ShownPanel;
let browser: Browser;

beforeAll(async () => {
  shown = after.use(await ShownPanel.start(storyViews['attract']!));
  browser = await launchBrowser();
  after.defer(() => browser.close());
});
afterAll(() => after.disposeAsync());

/** How a user operates the panel: presses a control by its name, and types digits. */
interface InputMethod {
  press: (page: Page, role: 'button' | 'checkbox', name: string) => Promise<void>;
  type: (page: Page, digits: string) => Promise<void>;
}

const touch: InputMethod = {
  press: (page, role, name) => page.getByRole(role, { name }).tap(),
  type: async (page, digits) => {
    for (const digit of digits) await page.getByRole('button', { name: digit, exact: true }).tap();
  },
};

const keyboard: InputMethod = {
  press: async (page, role, name) => {
    const control = page.getByRole(role, { name });
    await control.waitFor();
    // A limit above the number of controls on any screen.
    for (let stops = 0; stops < 30; stops += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) {
        await page.keyboard.press('Space');
        return;
      }
      await page.keyboard.press('Tab');
    }
    throw new Error(`${name} cannot be reached by Tab`);
  },
  type: (page, digits) => page.keyboard.type(digits),
};

test.each([
  ['touch', touch],
  ['keyboard', keyboard],
])(
  'a user can operate all screens, from the pink button to the last, by %s alone [row 196]',
  async (_, { press, type }) => {
    shown.show(storyViews['attract']!);
    const viewport = { width: 800, height: 480 };
    const context = await openWindow(browser, { viewport, hasTouch: true, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(shown.url);
    const earlierActions = shown.actions.length;
    const actionsSent = () => shown.actions.slice(earlierActions).filter(({ action }) => action !== 'touch');
    /** Waits until the box has received this action, and shows the next screen. */
    const advance = async (action: PanelAction['action'], next: string) => {
      await until(() => actionsSent().at(-1)?.action === action);
      shown.show(storyViews[next]!);
    };

    await press(page, 'button', 'Large type');
    expect(await isPink(page, 'Print your documents')).toBe(true);
    await press(page, 'button', 'Print your documents');
    await advance('begin', 'keypad');
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await type(page, '471902');
    await press(page, 'button', 'LOGIN');
    await advance('login', 'documents');
    await press(page, 'checkbox', 'photo.jpg');
    await press(page, 'button', 'PRINT');
    await advance('print', 'printing');
    await press(page, 'button', 'Home');
    await advance('home', 'done');
    await press(page, 'button', 'Print more');
    await advance('more', 'attract');
    await press(page, 'button', 'Print your documents');
    await until(() => actionsSent().at(-1)?.action === 'begin');

    const photo = storyViews['documents']!;
    const documentId = photo.screen === 'documents' ? photo.documents[1]?.documentId : undefined;
    expect(actionsSent()).toMatchObject([
      { action: 'begin' },
      { action: 'login', code: '471902' },
      { action: 'print', documentIds: [documentId] },
      { action: 'home' },
      { action: 'more' },
      { action: 'begin' },
    ]);
    await context.close();
  },
);

/** Pink is a light red with more blue than green. */
async function isPink(page: Page, name: string): Promise<boolean> {
  const button = page.getByRole('button', { name });
  const colour = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  return red > 180 && blue > green && red - blue > 60 && red - green > 120;
}

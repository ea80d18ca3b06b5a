import type { Browser, Page } from 'playwright-core';
import { openWindow } from './browser.js';

/** The site in a browser, operated as by a user. */
export class SitePage {
  /** Whether this browser has shown the explanation of codes, which appears with the first code. */
  private isExplained = false;

  private constructor(
    readonly page: Page,
    private readonly url: string,
  ) {}

  /** Signs in with the form. */
  static async signIn(
    browser: Browser,
    world: { url: string; demo: { user: { email: string; password: string } } },
    account = world.demo.user,
  ): Promise<SitePage> {
    const context = await openWindow(browser, { viewport: { width: 1280, height: 800 } });
    const site = new SitePage(await context.newPage(), world.url);
    const { page } = site;
    await page.goto(`${site.url}/login`);
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/dashboard');
    return site;
  }

  /** Uploads a PDF and waits until its row shows the number of pages. */
  async upload(name: string, pdf: Buffer, pages: number): Promise<void> {
    const file = { name, mimeType: 'application/pdf', buffer: pdf };
    await this.page.getByLabel('Upload documents here').setInputFiles(file);
    const row = this.page.getByRole('listitem').filter({ hasText: name });
    await row.getByText(pages === 1 ? '1 page' : `${pages} pages`).waitFor();
  }

  async choose(option: '1-Sided' | '2-Sided' | 'Black-White' | 'Color'): Promise<void> {
    await this.page.getByText(option, { exact: true }).click();
  }

  /** Requests a new code and waits until the page shows it. */
  async getCode(): Promise<string> {
    const resetButton = this.page.getByRole('button', { name: 'Reset Code' });
    if (await resetButton.isVisible()) await resetButton.click();
    const [answer] = await Promise.all([
      this.page.waitForResponse('**/create-code'),
      this.page.getByRole('button', { name: 'Get code' }).click(),
    ]);
    const { code } = (await answer.json()) as { code: string };
    await this.page
      .getByText(Array.from(code).join(' '), { exact: true })
      .first()
      .waitFor({ state: 'attached' });
    if (!this.isExplained) await this.closeExplanation();
    return code;
  }

  private async closeExplanation(): Promise<void> {
    const popup = this.page.getByRole('dialog');
    await popup.waitFor();
    await this.page.keyboard.press('Escape');
    await popup.waitFor({ state: 'hidden' });
    this.isExplained = true;
  }
}

/** A printer's touch screen in a browser. */
export class PanelPage {
  private constructor(readonly page: Page) {}

  static async open(browser: Browser, url: string): Promise<PanelPage> {
    const context = await openWindow(browser, { viewport: { width: 800, height: 480 } });
    const panel = new PanelPage(await context.newPage());
    await panel.page.goto(url);
    return panel;
  }

  /** Presses the pink button, types the digits by touch, and presses LOGIN. */
  async type(code: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Print your documents' }).click();
    for (const digit of code) await this.page.getByRole('button', { name: digit, exact: true }).click();
    await this.page.getByRole('button', { name: 'LOGIN' }).click();
  }

  async logIn(code: string): Promise<void> {
    await this.type(code);
    await this.page.getByText('Tick what to print').waitFor();
  }

  /** Ticks each document and presses PRINT. */
  async print(...names: string[]): Promise<void> {
    for (const name of names) await this.page.getByRole('checkbox').filter({ hasText: name }).click();
    await this.page.getByRole('button', { name: 'PRINT' }).click();
  }

  /**
   * Returns from the last screen to the first. During a long test the panel may already have returned by
   * itself.
   */
  async leave(): Promise<void> {
    const done = this.page.getByRole('button', { name: 'Done' });
    const begin = this.page.getByRole('button', { name: 'Print your documents' });
    await done.or(begin).waitFor();
    if (await done.isVisible()) await done.click();
    await begin.waitFor();
  }
}

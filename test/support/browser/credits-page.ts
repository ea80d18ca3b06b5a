import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { openWindow } from './browser.js';
import type { Person } from '../builders/person.js';
import { until } from '../until.js';

/** The credits page of a user who tops up, with the provider's form in its frame. */
export class CreditsPage implements AsyncDisposable {
  /** Requests and scripts that the browser blocked because of the page's policy. */
  readonly violations: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly url: string,
  ) {
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.violations.push(message.text());
    });
  }

  /** Opens a browser context in which this user is signed in. */
  static async of(browser: Browser, person: Person, url: string): Promise<CreditsPage> {
    const context = await openWindow(browser, { viewport: { width: 1280, height: 800 } });
    const [name = '', value = ''] = person.headers().cookie.split('=');
    await context.addCookies([{ name, value, url }]);
    return new CreditsPage(await context.newPage(), url);
  }

  /** Another tab of the same browser context. */
  async secondTab(): Promise<CreditsPage> {
    return new CreditsPage(await this.page.context().newPage(), this.url).open();
  }

  async open(): Promise<this> {
    await this.page.goto(`${this.url}/credits`);
    await this.page.getByText('Credits available').waitFor();
    return this;
  }

  /** Opens the page again without news: it no longer learns, for example, that its session has ended. */
  async openWithoutNews(): Promise<void> {
    await this.page.routeWebSocket(/\/live$/, () => undefined);
    await this.open();
  }

  get form(): FrameLocator {
    return this.page.frameLocator('iframe[title="Secure payment input frame"]');
  }

  get pay(): Locator {
    return this.page.getByRole('button', { name: /^PAY/ });
  }

  get thanks(): Locator {
    return this.page.getByText('Thank you! Payment was successful.', { exact: true });
  }

  /** A message under the form. */
  problem(sentence: string): Locator {
    return this.page.getByRole('alert').getByText(sentence, { exact: true });
  }

  async select(amount: number): Promise<void> {
    await this.page.getByLabel('Top-up amount').selectOption(String(amount));
  }

  async card(number: string): Promise<void> {
    await this.form.getByLabel('Card number').fill(number);
    await this.form.getByLabel('Expiration date').fill('1234');
    await this.form.getByLabel('Security code').fill('123');
  }

  /** Uses the keyboard, because the form above may grow or shrink and a click would miss the box. */
  async agree(): Promise<void> {
    const box = this.page.getByRole('checkbox', { name: /I agree to the/ });
    await box.press('Space');
    await until(() => box.isChecked());
  }

  /** Fills in everything before the button. */
  async fill(amount: number, number: string): Promise<void> {
    await this.select(amount);
    await this.card(number);
    await this.agree();
  }

  /** Answers on the bank's page, which asks for authentication. */
  async atBank(answer: 'Complete' | 'Fail'): Promise<void> {
    await this.page.getByRole('heading', { name: '3-D Secure (stand-in)' }).waitFor();
    await this.page.getByRole('button', { name: answer }).click();
  }

  /** The amounts of this month's statement on the page; empty when the page says that there are none. */
  async statement(): Promise<string[]> {
    await this.open();
    await this.page.getByRole('button', { name: 'Account statement' }).click();
    await this.page.getByLabel('Period').selectOption('Current month');
    const empty = this.page.getByText('No transactions in the selected period');
    const rows = this.page.getByRole('row');
    await empty.or(rows.first()).waitFor();
    return this.page.locator('tbody tr td:nth-child(3)').allInnerTexts();
  }

  async available(): Promise<string> {
    return this.page.locator('dd[aria-live]').first().innerText();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ConsoleMessage, Page } from 'playwright-core';

/** A user does not notice a layout shift of less than a fiftieth of the screen. */
const visibleShift = 0.02;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Layout shifts and policy violations that the browser reports in a page's window. */
declare global {
  interface Window {
    watched?: { moved: number; refused: string[] };
  }
}

/** Collects the errors that a window reports. `window.watched` begins empty again with each navigation. */
export class Watched {
  private static readonly prepared = new WeakSet<Page>();
  private readonly complaints: string[] = [];

  private readonly onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') this.complaints.push(`${message.text()} ${message.location().url}`);
  };
  private readonly onError = ({ message }: Error) => void this.complaints.push(message);

  private constructor(private readonly page: Page) {
    page.on('console', this.onConsole);
    page.on('pageerror', this.onError);
  }

  static async begin(page: Page): Promise<Watched> {
    if (!Watched.prepared.has(page)) {
      Watched.prepared.add(page);
      await page.addInitScript(recordProblems);
    }
    return new Watched(page);
  }

  /**
   * Stops collecting.
   * @returns console errors and policy violations, and the size of visible layout shifts
   */
  async end(): Promise<{ complaints: string[]; moved: number }> {
    this.page.off('console', this.onConsole);
    this.page.off('pageerror', this.onError);
    const { moved, refused } = await this.page.evaluate(() => window.watched!);
    return { complaints: [...this.complaints, ...refused], moved: moved < visibleShift ? 0 : moved };
  }
}

/** Runs in the page before its own code. */
function recordProblems() {
  const watched = { moved: 0, refused: [] as string[] };
  window.watched = watched;
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    watched.refused.push(`${violatedDirective} refused ${blockedURI}`);
  });
  new PerformanceObserver((list) => {
    const shifts = list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[];
    for (const { value, hadRecentInput } of shifts) if (!hadRecentInput) watched.moved += value;
  }).observe({ type: 'layout-shift', buffered: true });
}

const schemes = ['dark', 'light'] as const;

/** Axe's findings on a page for WCAG 2.2 A and AA and its best practices, in light and dark by default. */
export async function faultsOf(
  page: Page,
  colorSchemes: readonly (typeof schemes)[number][] = schemes,
): Promise<string[]> {
  const findings: string[] = [];
  await page.evaluate(axe);
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme });
    // Waits for two frames, because a busy machine applies a new size late.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    const { violations } = await page.evaluate<{
      violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
    }>('axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } })');
    for (const { id, nodes } of violations) {
      findings.push(
        `${colorScheme} ${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join()}`,
      );
    }
  }
  return findings;
}

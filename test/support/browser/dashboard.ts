import type { LiveNews } from '@sixpence/contracts/events/news';
import type { DocumentRow, FetchDocumentsAnswer } from '@sixpence/contracts/http/documents';
import type { OwnPrinter, OwnPrintersAnswer } from '@sixpence/contracts/http/own-printers';
import type { Page, Route } from 'playwright-core';
import { answerInsteadOfNetwork } from '../peers/instead-of-network.js';
import { asPerson, type Site } from './site.js';
import type { Answers } from './site-server.js';
import { until } from '../until.js';

export const thesis: DocumentRow = {
  orderId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70',
  fileName: 'thesis.pdf',
  totalPages: 3,
  pagePreviews: [1, 2, 3].map((page) => `/document-pages/thesis/1/${page}`),
  side: '1-Sided',
  isColor: false,
  status: 'ready',
  revision: 1,
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};
export const essay = { ...thesis, orderId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c71', fileName: 'essay.pdf' };

/** A document of five pages, of which the first two were printed. */
export const minutes: DocumentRow = {
  ...thesis,
  orderId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c72',
  fileName: 'minutes.pdf',
  revision: 2,
  rest: {
    pages: [3, 4, 5],
    printed: [1, 2],
    leftOut: [1, 2].map((page) => ({ page, preview: `/document-pages/minutes/1/${page}` })),
  },
};

/** The answer of `/own-printers` for these documents: one ready printer, 60p each. */
export function pricesAtHall(...documents: DocumentRow[]): OwnPrintersAnswer & { printers: [OwnPrinter] } {
  const hall: OwnPrinter = {
    id: thesis.orderId,
    name: 'Hall',
    site: 'Demo library',
    state: 'idle',
    reasons: [],
    online: true,
    color: true,
    duplex: true,
    prices: documents.map(() => ({ minor: 60, currency: 'GBP' })),
  };
  const priced = documents.map(({ orderId, revision, side, isColor }) => ({
    orderId,
    revision,
    side,
    isColor,
  }));
  return { documents: priced, printers: [hall] };
}

/** The answer of `/fetch-documents` with these documents. */
export function listing(...documents: DocumentRow[]): FetchDocumentsAnswer {
  const options = { side: '1-Sided' as const, isColor: false };
  return { documents, left: { documents: 90, bytes: 1024 ** 3 }, options };
}

/** The dashboard of a user with these documents. */
export async function openDashboard(
  site: Pick<Site, 'open'>,
  documents: DocumentRow[] = [],
  answers: Answers = {},
  news: readonly LiveNews[] = [],
): Promise<Page> {
  const all = { ...asPerson, 'GET /fetch-documents': { body: listing(...documents) }, ...answers };
  const page = await site.open({ address: '/dashboard', answers: all, news });
  await page.getByRole('heading', { name: 'How to print' }).waitFor();
  for (const { fileName } of documents) await rowOf(page, fileName).first().waitFor();
  return page;
}

/** Answers every picture of a page with an empty sheet of A4. */
export async function servePictures(page: Page): Promise<void> {
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="212" height="300"/>';
  await answerInsteadOfNetwork(page, '*/document-pages/*', { contentType: 'image/svg+xml', body });
}

/** News of a printer that is back, and of more jobs than the page shows at first. */
export function busyPrinters(): LiveNews[] {
  const at = new Date().toISOString();
  const job = {
    orderId: essay.orderId,
    fileName: 'printed',
    printer: 'Hall',
    state: 'completed' as const,
    impressions: 3,
    total: 3,
    held: { minor: 15, currency: 'GBP' as const },
    createdAt: at,
  };
  const jobs = [1, 2, 3, 4, 5].map((number) => ({
    ...job,
    id: `7d3c2f6e-0e1b-4f57-9f1c-0a6f1c5e8b2${number}`,
  }));
  return [
    { type: 'printer-back', printerId: thesis.orderId, printer: 'Library', site: 'Demo library', at },
    ...jobs.map((one) => ({ type: 'job' as const, job: one })),
  ];
}

/** The names of the buttons and fields on a page, without links. */
export function usableOn(page: Page): Promise<string[]> {
  const controls = page.locator('main').locator('button, input, select');
  return controls.evaluateAll((all) =>
    all
      .filter((control) => control.checkVisibility() && !control.matches(':disabled'))
      .map((control) => {
        const label = (control as HTMLInputElement).labels?.[0] ?? control;
        return control.getAttribute('aria-label') ?? label.textContent;
      }),
  );
}

export function rowOf(page: Page, fileName: string) {
  return page.getByRole('listitem').filter({ hasText: fileName });
}

export function alertsOn(page: Page): Promise<string[]> {
  return page.getByRole('alert').allTextContents();
}

/** Waits until the page has received every earlier answer and has drawn the result. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // This request is answered after the earlier ones. The second frame begins when the first has been drawn.
    await fetch('/validate-session');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
  });
}

/** Keeps the calls of this path waiting until the test answers them. */
export async function holdCall(page: Page, path: string) {
  const bodies: (string | null)[] = [];
  const routes: Route[] = [];
  await page.route(`**${path}`, (route) => {
    bodies.push(route.request().postData());
    routes.push(route);
  });
  return {
    bodies,
    untilAsked: () => until(() => routes.length > 0, undefined, `${path} is asked`),
    answer: async (status: number, json: object = {}) => {
      for (const route of routes.splice(0)) await route.fulfill({ status, json });
    },
  };
}

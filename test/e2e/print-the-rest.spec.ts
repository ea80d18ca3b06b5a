import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { statementAnswer } from '@sixpence/contracts/http/statement';
import { eventually } from '../support/eventually.js';
import { expectAllIsWell } from '../support/worlds/invariants.js';
import { Panel } from '../support/browser/panel.js';
import { aPdf, pageCount } from '../support/documents/pdf.js';
import type { Person } from '../support/builders/person.js';
import { startWorld, type World } from '../support/worlds/world.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
let world: World;

beforeAll(async () => {
  world = await startWorld({ printers: ['hall', 'library'] });
  after.defer(() => world.stop());
});
afterAll(() => after.disposeAsync());

/**
 * Prints the listed pages of a document, with a new code.
 * @returns the document's row in the list, and its job at the end
 */
async function print(person: Person, orderId: string, slug: string) {
  const panel = await Panel.open(world.panelUrl(slug));
  try {
    const { documents } = await panel.logIn(await person.createCode());
    const listed = documents.find(({ documentId }) => documentId === orderId)!;
    const { jobs } = await panel.print([orderId]);
    panel.send({ action: 'home' });
    await panel.screen('attract');
    return { listed, job: jobs[0]! };
  } finally {
    panel.close();
  }
}

test.each([1, 7])(
  'when a printer aborts after page %d of ten, another printer prints the other pages for their price',
  async (pages) => {
    world.printer('hall').control({ pagesPerSecond: 50, fault: { kind: 'abort', atPage: pages + 1 } });
    world.printer('library').control({ pagesPerSecond: 50 });
    const person = await world.signIn();
    const before = await person.balance();
    const name = `minutes-${pages}.pdf`;
    const { orderId } = await person.uploadPdf(await aPdf({ pages: 10, title: 'Minutes' }), name);

    const first = await print(person, orderId, 'hall');
    expect(first.listed).toMatchObject({ pages: 10, price: { minor: 50 } });
    expect(first.job).toMatchObject({ state: 'partial', impressions: pages, captured: { minor: 5 * pages } });
    const rest = await eventually(async () => {
      const row = await person.untilReady(orderId);
      return row.totalPages < 10 ? row : undefined;
    });
    expect(rest.rest).toMatchObject({ pages: tenAfter(pages), printed: upTo(pages) });
    // The pictures of printed pages still exist.
    for (const { preview } of rest.rest!.leftOut)
      await expect(isPictureServed(person, preview)).resolves.toBe(true);

    const second = await print(person, orderId, 'library');
    expect(second.listed).toMatchObject({
      pages: 10 - pages,
      price: { minor: 50 - 5 * pages },
      rest: { pages: [[pages + 1, 10]], printed: [[1, pages]] },
    });
    expect(second.job).toMatchObject({ state: 'completed', impressions: 10 - pages });

    const printedJobs = [world.printer('hall').jobs().at(-1)!, world.printer('library').jobs().at(-1)!];
    expect(printedJobs.map(({ impressionsCompleted }) => impressionsCompleted)).toEqual([pages, 10 - pages]);
    expect(await pageCount(readFileSync(printedJobs[1]!.document))).toBe(10 - pages);
    expect(await person.balance()).toBeCloseTo(before - 0.5, 10);
    const statement = statementAnswer.parse(
      await person.post('/user-account-statement', { period: 'last_month', currency: 'GBP' }),
    );
    expect(
      statement.orders
        .filter(({ fileName }) => fileName === name)
        .map(({ which, totalPages, amount }) => ({ which, totalPages, amount })),
    ).toEqual([
      { which: [[pages + 1, 10]], totalPages: 10 - pages, amount: -(50 - 5 * pages) / 100 },
      { which: [[1, pages]], totalPages: pages, amount: (-5 * pages) / 100 },
    ]);
    await expectAllIsWell(world);
  },
);

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const tenAfter = (count: number) => upTo(10).slice(count);

async function isPictureServed(person: Person, address: string): Promise<boolean> {
  const answer = await fetch(`${world.url}${address}?size=tile`, { headers: person.headers() });
  return answer.ok && answer.headers.get('content-type') === 'image/jpeg';
}

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import * as hostile from '../../support/documents/hostile-files.js';
import { aPdf } from '../../support/documents/pdf.js';
import { memoryBelow, peakDuring } from '../../support/worlds/process-tree.js';
import { standingBy, Workbench } from '../../support/worlds/workbench.js';

/** How long all of a bomb may take, with the document after it. */
const boundMs = 150_000;
/** As in production: whoever takes memory has the time for it on a busy machine, too. */
const usualSeconds = 60;
/** Shorter, so that what never ends is waited for a little less; an ordinary document has the time that it takes here. */
const shortSeconds = () => Math.max(8, nextMs / 1_000);
/** In megabytes: for what is refused by a look at it, */
const little = 400;
/** for what is unpacked as far as it may be, */
const unpacked = 800;
/** and all that a document may have, which whoever watches from outside sees a little late. */
const everything = 1_500 + 500;

let bench: Workbench;
/** What the converter and its processes hold while all stand by and none works. */
let restingBytes: number;
/** Five seconds; more only where even an ordinary document takes longer than one. */
let nextMs = 5_000;
async function begin(conversionSeconds: number): Promise<void> {
  bench = await Workbench.start({ conversionSeconds });
  await anOrdinaryDocument();
  nextMs = Math.max(nextMs, 4 * (await anOrdinaryDocument()));
  await eventually(() => bench.fenceFolders().length === standingBy, { what: 'all stand by' });
  restingBytes = memoryBelow(bench.pid);
}

async function end(): Promise<void> {
  await bench[Symbol.asyncDispose]();
}

/** @returns how long it took to be ready */
async function anOrdinaryDocument(): Promise<number> {
  const started = Date.now();
  expect(await bench.convert('next.docx', hostile.fixture('document.docx'))).toMatchObject({
    status: 'ready',
  });
  return Date.now() - started;
}

type Bomb = [
  what: string,
  name: string,
  make: () => Buffer | Promise<Buffer>,
  reason: string,
  megabytes: number,
];

/** @returns how long it took to end */
async function expectEnd([, name, make, reason, megabytes]: Bomb): Promise<number> {
  const bytes = await make();
  const started = Date.now();
  const { result, peakBytes } = await peakDuring(bench.pid, () => bench.convert(name, bytes));
  const tookMs = Date.now() - started;
  expect(result).toMatchObject({ status: 'failed', reason, pagePreviews: [] });
  expect((peakBytes - restingBytes) / 1024 ** 2).toBeLessThan(megabytes);

  expect(await anOrdinaryDocument()).toBeLessThan(nextMs);
  expect(bench.converter.child.exitCode).toBeNull();
  await eventually(() => bench.leftBehind().length === 0, {
    what: `nothing is left, but there is: ${bench.leftBehind().join(', ')}`,
  });
  await bench.uploads.delete((await bench.uploads.list()).map(({ orderId }) => ({ orderId })));
  return tookMs;
}

describe('a bomb ends with its reason, in bounded time and memory, and the next document is ready at once', () => {
  beforeAll(() => begin(usualSeconds));
  afterAll(end);

  test.each<Bomb>([
    ['a package that unpacks to 220 MB', 'zip.docx', hostile.zipBomb, 'too-large', unpacked],
    ['a package of 10,001 entries', 'entries.docx', hostile.manyEntries, 'too-large', little],
    ['entities that unfold to a billion', 'entities.docx', hostile.entityBomb, 'damaged', little],
    ...Object.entries(hostile.pixelBombs).map(([name, make]): Bomb => [
      `the pixels of ${name}`,
      name,
      make,
      'too-large',
      little,
    ]),
    ['501 pages of PDF', '501.pdf', () => aPdf({ pages: 501 }), 'too-many-pages', little],
    ['501 pages of text', '501.docx', () => hostile.longText(501), 'too-many-pages', little],
    ['a table of a million rows', 'rows.ods', hostile.longTable, 'too-many-pages', little],
    ['a tree of a billion pages', 'tree.pdf', () => hostile.pageTreeBomb(), 'too-many-pages', little],
    [
      'forms in forms without number',
      'b.pdf',
      () => hostile.nestedForms({ depth: 9, times: 20 }),
      'too-large',
      everything,
    ],
  ])('%s', async (...bomb) => void (await expectEnd(bomb)), boundMs);
});

describe('what never ends', () => {
  beforeAll(() => begin(shortSeconds()));
  afterAll(end);

  test(
    'ends in bounded time, and the next document is ready at once',
    async () => {
      const make = () => hostile.nestedForms({ depth: 16, times: 2, groups: true });
      const tookMs = await expectEnd([
        'forms in forms that take for ever',
        'a.pdf',
        make,
        'timeout',
        everything,
      ]);
      // By the time that this converter was given, not by the usual one.
      expect(tookMs).toBeLessThan(usualSeconds * 1_000);
    },
    boundMs,
  );

  test('a converter that ends leaves no process and no folder', async () => {
    expect(await bench.converter.stop()).toBe(0);
    expect(bench.fenceFolders()).toEqual([]);
    expect(bench.leftBehind()).toEqual([]);
  });
});

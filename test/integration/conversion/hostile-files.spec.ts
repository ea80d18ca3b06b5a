import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import * as hostile from '../../support/documents/hostile-files.js';
import { aPdf } from '../../support/documents/pdf.js';
import { memoryBelow, peakDuring } from '../../support/worlds/process-tree.js';
import { standingBy, Workbench } from '../../support/worlds/workbench.js';

/** As in production. With a shorter time, a slow machine would reach it before the memory limit. */
const productionSeconds = 60;
/** Shorter, so that the endless document ends sooner, but long enough for an ordinary document. */
const shortSeconds = () => Math.max(8, mostMsForNextDocument / 1_000);
/** The most memory, in megabytes, that the conversion of each kind of document may use. */
const mostMegabytes = {
  refusedByInspection: 400,
  unpackedToLimit: 800,
  /** The limit is 1,500; it is measured from outside with some delay. */
  usesAll: 1_500 + 500,
};

let bench: Workbench;
/** The memory of the converter and its processes while idle. */
let restingBytes: number;
/**
 * The processor time that the next document may use: five seconds, or four times that of an ordinary document
 * if this is more.
 */
let mostMsForNextDocument = 5_000;
async function begin(conversionSeconds: number): Promise<void> {
  bench = await Workbench.start({ conversionSeconds });
  await anOrdinaryDocument();
  mostMsForNextDocument = Math.max(mostMsForNextDocument, 4 * (await anOrdinaryDocument()));
  await eventually(() => bench.fenceFolders().length === standingBy, { what: 'all stand by' });
  restingBytes = memoryBelow(bench.pid);
}

async function end(): Promise<void> {
  await bench[Symbol.asyncDispose]();
}

/** @returns the processor time that the converter took until it was ready */
async function anOrdinaryDocument(): Promise<number> {
  const { result, spentMs } = await peakDuring(bench.pid, () =>
    bench.convert('next.docx', hostile.fixture('document.docx')),
  );
  expect(result).toMatchObject({ status: 'ready' });
  return spentMs;
}

type Bomb = [
  what: string,
  name: string,
  make: () => Buffer | Promise<Buffer>,
  reason: string,
  megabytes: number,
];

/** @returns the processor time until it failed */
async function expectEnd([, name, make, reason, megabytes]: Bomb): Promise<number> {
  const bytes = await make();
  const { result, peakBytes, spentMs } = await peakDuring(bench.pid, () => bench.convert(name, bytes));
  expect(result).toMatchObject({ status: 'failed', reason, pagePreviews: [] });
  expect((peakBytes - restingBytes) / 1024 ** 2).toBeLessThan(megabytes);

  expect(await anOrdinaryDocument()).toBeLessThan(mostMsForNextDocument);
  expect(bench.converter.child.exitCode).toBeNull();
  await eventually(() => bench.remains().length === 0, {
    what: `nothing is left, but there is: ${bench.remains().join(', ')}`,
  });
  await bench.uploads.delete((await bench.uploads.list()).map(({ orderId }) => ({ orderId })));
  return spentMs;
}

describe('a bomb fails with its reason, in bounded time and memory, and its processes end', () => {
  beforeAll(() => begin(productionSeconds));
  afterAll(end);

  test.each<Bomb>([
    [
      'a package that unpacks to 220 MB',
      'zip.docx',
      hostile.zipBomb,
      'too-large',
      mostMegabytes.unpackedToLimit,
    ],
    [
      'a package of 10,001 entries',
      'entries.docx',
      hostile.manyEntries,
      'too-large',
      mostMegabytes.refusedByInspection,
    ],
    [
      'entities that unfold to a billion',
      'entities.docx',
      hostile.entityBomb,
      'damaged',
      mostMegabytes.refusedByInspection,
    ],
    ...Object.entries(hostile.pixelBombs).map(([name, make]): Bomb => [
      `the pixels of ${name}`,
      name,
      make,
      'too-large',
      mostMegabytes.refusedByInspection,
    ]),
    [
      '501 pages of PDF',
      '501.pdf',
      () => aPdf({ pages: 501 }),
      'too-many-pages',
      mostMegabytes.refusedByInspection,
    ],
    [
      '501 pages of text',
      '501.docx',
      () => hostile.longText(501),
      'too-many-pages',
      mostMegabytes.refusedByInspection,
    ],
    [
      'a table of a million rows',
      'rows.ods',
      hostile.longTable,
      'too-many-pages',
      mostMegabytes.refusedByInspection,
    ],
    [
      'a tree of a billion pages',
      'tree.pdf',
      () => hostile.pageTreeBomb(),
      'too-many-pages',
      mostMegabytes.refusedByInspection,
    ],
    [
      'forms nested in forms, too many to draw',
      'b.pdf',
      () => hostile.nestedForms({ depth: 9, times: 20 }),
      'too-large',
      mostMegabytes.usesAll,
    ],
  ])('%s', async (...bomb) => void (await expectEnd(bomb)));
});

describe('an endless document', () => {
  beforeAll(() => begin(shortSeconds()));
  afterAll(end);

  test('fails in bounded time, and none of its processes remains', async () => {
    const make = () => hostile.nestedForms({ depth: 16, times: 2, groups: true });
    const spentMs = await expectEnd([
      'forms in forms that take for ever',
      'a.pdf',
      make,
      'timeout',
      mostMegabytes.usesAll,
    ]);
    // The shorter limit of this converter applies. It is processor time.
    expect(spentMs).toBeGreaterThan(1_000);
    expect(spentMs).toBeLessThan(productionSeconds * 1_000);
  });

  test('a converter that stops leaves no process and no folder', async () => {
    expect(await bench.converter.stop()).toBe(0);
    expect(bench.fenceFolders()).toEqual([]);
    expect(bench.remains()).toEqual([]);
  });
});

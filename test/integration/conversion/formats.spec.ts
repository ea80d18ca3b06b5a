import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { acceptedExtensions, fileTypes } from '@sixpence/contracts/file-types';
import { DocumentsService } from '@sixpence/core/documents/documents.service';
import sharp from 'sharp';
import { ConverterProcess } from '../../support/worlds/converter-process.js';
import { CoreApp } from '../../support/core/core-app.js';
import { differingInk, mostAlike } from '../../support/documents/pictures.js';
import { Uploads } from '../../support/builders/uploads.js';

const fixtures = join(import.meta.dirname, '../../fixtures/documents');

/**
 * Twice the difference to the rendering of another program, whose smoothing differs, and less than one line
 * of text in ten.
 */
const largestDifference = 0.025;

let core: CoreApp;
let converter: ConverterProcess;
let anna: { userId: string; cookie: string };
let uploads: Uploads;
const documentIds = new Map<string, string>();
beforeAll(async () => {
  core = await CoreApp.start();
  converter = await ConverterProcess.start(core);
  anna = await core.signedIn('anna@example.com');
  uploads = new Uploads(core, anna.cookie);
  for (const [name] of files) {
    const bytes = readFileSync(join(fixtures, name));
    documentIds.set(name, await uploads.upload(name, fileTypes[extensionOf(name)].mediaTypes[0], bytes));
  }
});
afterAll(async () => {
  await converter.stop();
  await core[Symbol.asyncDispose]();
});

const upright = [595, 842];
const across = [842, 595];
const slide = [794, 446];

/** File, and for each page its colour and its size in points. */
const files: [name: string, colors: boolean[], ...sizes: number[][]][] = [
  ['document.pdf', [true, false], upright, upright],
  ['document.doc', [true, false], upright, upright],
  ['document.dot', [true, false], upright, upright],
  ['document.docx', [true, false], upright, upright],
  ['document.dotx', [true, false], upright, upright],
  ['document.odt', [true, false], upright, upright],
  ['document.rtf', [true, false], upright, upright],
  ['document.xls', [false, false], across, upright],
  ['document.xlsx', [false, false], across, upright],
  ['document.ods', [false, false], across, across],
  ['document.ppt', [true, false, false], slide, slide, slide],
  ['document.pptx', [true, false, false], [794, 447], [794, 447], [794, 447]],
  ['document.odp', [true, false, false], slide, slide, slide],
  ['picture.jpg', [true], across],
  ['turned.jpeg', [true], across],
  ['four-inks.jpg', [true], across],
  ['picture.png', [true], across],
  ['deep.png', [true], across],
  ['moving.gif', [true], across],
  ['picture.bmp', [true], across],
  ['picture.webp', [true], across],
  ['picture.tif', [true], across],
  ['inks.tif', [true], across],
  ['fax.tiff', [false], across],
  ['pages.tiff', [true, true, true], across, across, across],
];

test('every accepted extension has a test file', () => {
  expect([...new Set(files.map(([name]) => extensionOf(name)))].sort()).toEqual(
    [...acceptedExtensions].sort(),
  );
});

/**
 * The row of the specification that requires files of this extension. A format beyond the specification has
 * none.
 */
const rowOf: Partial<Record<(typeof acceptedExtensions)[number], number>> = {
  ...{
    jpg: 332,
    jpeg: 332,
    png: 333,
    gif: 334,
    pdf: 335,
    doc: 336,
    docx: 337,
    ppt: 338,
    pptx: 339,
    odp: 340,
  },
  ods: 341,
  dot: 342,
  odt: 343,
  bmp: 344,
  tif: 345,
  tiff: 345,
  xls: 346,
  xlsx: 347,
  rtf: 348,
  dotx: 350,
  webp: 351,
};

const cases = files.map((file) => {
  const row = rowOf[extensionOf(file[0])];
  return [file[0], row === undefined ? '' : ` [row ${row}]`, file] as const;
});

test.each(cases)('%s becomes the expected pages%s', async (name, _row, file) => {
  const [, colors, ...expectedSizes] = file;
  const row = await uploads.settled(documentIds.get(name)!);
  expect(row).toMatchObject({ status: 'ready', totalPages: colors.length });

  const documents = await core.app.get(DocumentsService).readyDocuments(anna.userId);
  const { pages } = documents.find(({ documentId }) => documentId === row.orderId)!;
  expect(pages.map(({ hasColor }) => hasColor)).toEqual(colors);
  expect(pages.some(({ isBlank }) => isBlank)).toBe(false);
  const sizes = pages.map(({ widthPoints, heightPoints }) => [widthPoints, heightPoints].map(Math.round));
  expect(sizes).toEqual(expectedSizes);

  expect(row.pagePreviews).toHaveLength(colors.length);
  const tiles = await Promise.all(row.pagePreviews.map(tileAt));
  const references = referencesOf(name, tiles);
  for (const [index, tile] of tiles.entries()) {
    expect(await differingInk(tile, references[index]!)).toBeLessThan(largestDifference);
    expect(await mostAlike(tile, references)).toBe(index);
  }
});

test('an empty page or a swapped page would be detected', async () => {
  for (const [name, colors] of files) {
    const references = colors.map((_, index) => referenceOf(name, index + 1)!);
    for (const [index, reference] of references.entries()) {
      const { width, height } = await sharp(reference).metadata();
      const empty = sharp({ create: { width, height, channels: 3, background: '#fff' } }).jpeg();
      expect(await differingInk(await empty.toBuffer(), reference)).toBeGreaterThan(largestDifference);
      expect(await mostAlike(reference, references)).toBe(index);
    }
  }
});

async function tileAt(address: string): Promise<Buffer> {
  const answer = await core.call('GET', `${address}?size=tile`, { cookie: anna.cookie });
  return Buffer.from(await answer.arrayBuffer());
}

function pathOf(name: string, page: number): string {
  return join(fixtures, 'expected', `${name}-${page}.jpg`);
}

/** The reference image of a page, checked by eye. */
function referenceOf(name: string, page: number): Buffer | undefined {
  return existsSync(pathOf(name, page)) ? readFileSync(pathOf(name, page)) : undefined;
}

/**
 * The reference images of the pages. @throws Error when some were missing: they are created now, to be
 * checked by eye
 */
function referencesOf(name: string, tiles: readonly Buffer[]): Buffer[] {
  const made = tiles.flatMap((tile, index) => {
    if (referenceOf(name, index + 1)) return [];
    writeFileSync(pathOf(name, index + 1), tile);
    return [pathOf(name, index + 1)];
  });
  if (made.length > 0)
    throw new Error(`Check these new reference images before you commit them: ${made.join(', ')}`);
  return tiles.map((_, index) => referenceOf(name, index + 1)!);
}

function extensionOf(name: string): (typeof acceptedExtensions)[number] {
  return name.split('.').at(-1) as (typeof acceptedExtensions)[number];
}

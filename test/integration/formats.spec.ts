import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { acceptedExtensions } from '@sixpence/contracts/http/documents';
import { DocumentsService } from '@sixpence/core/documents/documents.service';
import { fileTypes } from '@sixpence/contracts/file-types';
import { ConverterProcess } from '../support/converter-process.js';
import { CoreApp } from '../support/core-app.js';
import { differingShare } from '../support/pictures.js';
import { Uploads } from '../support/uploads.js';

const fixtures = join(import.meta.dirname, '../fixtures/documents');

/** More than fonts of another version or another JPEG encoder change, less than a line of text. */
const mostThatMayDiffer = 0.004;

let core: CoreApp;
let converter: ConverterProcess;
let anna: { userId: string; cookie: string };
let uploads: Uploads;
beforeAll(async () => {
  core = await CoreApp.start();
  converter = await ConverterProcess.start(core);
  anna = await core.signedIn('anna@example.com');
  uploads = new Uploads(core, anna.cookie);
}, 60_000);
afterAll(async () => {
  await converter.stop();
  await core[Symbol.asyncDispose]();
});

const upright = [595, 842];
const across = [842, 595];
const slide = [794, 446];

/** File, size of the first page in points, and for each page whether it holds colour. */
const files: [name: string, size: number[], colors: boolean[]][] = [
  ['document.pdf', upright, [true, false]],
  ['document.doc', upright, [true, false]],
  ['document.dot', upright, [true, false]],
  ['document.docx', upright, [true, false]],
  ['document.dotx', upright, [true, false]],
  ['document.odt', upright, [true, false]],
  ['document.rtf', upright, [true, false]],
  ['document.xls', across, [false, false]],
  ['document.xlsx', across, [false, false]],
  ['document.ods', across, [false, false]],
  ['document.ppt', slide, [true, false, false]],
  ['document.pptx', [794, 447], [true, false, false]],
  ['document.odp', slide, [true, false, false]],
  ['picture.jpg', across, [true]],
  ['turned.jpeg', across, [true]],
  ['four-inks.jpg', across, [true]],
  ['picture.png', across, [true]],
  ['deep.png', across, [true]],
  ['moving.gif', across, [true]],
  ['picture.bmp', across, [true]],
  ['picture.webp', across, [true]],
  ['picture.tif', across, [true]],
  ['inks.tif', across, [true]],
  ['fax.tiff', across, [false]],
  ['pages.tiff', across, [true, true, true]],
];

test('every accepted extension has a file here', () => {
  expect([...new Set(files.map(([name]) => extensionOf(name)))].sort()).toEqual(
    [...acceptedExtensions].sort(),
  );
});

test.each(files)('%s becomes the pages that a person expects', async (name, [width, height], colors) => {
  const bytes = readFileSync(join(fixtures, name));
  const row = await uploads.settled(
    await uploads.upload(name, fileTypes[extensionOf(name)].mediaTypes[0], bytes),
  );
  expect(row).toMatchObject({ status: 'ready', totalPages: colors.length });

  const documents = await core.app.get(DocumentsService).readyDocuments(anna.userId);
  const { pages } = documents.find(({ documentId }) => documentId === row.orderId)!;
  expect(pages.map(({ hasColor }) => hasColor)).toEqual(colors);
  expect(pages.some(({ isBlank }) => isBlank)).toBe(false);
  expect([pages[0]!.widthPoints, pages[0]!.heightPoints].map(Math.round)).toEqual([width, height]);

  const answer = await core.call('GET', `${row.pagePreviews[0]!}?size=tile`, { cookie: anna.cookie });
  const tile = Buffer.from(await answer.arrayBuffer());
  const reference = join(fixtures, 'expected', `${name}.jpg`);
  if (!existsSync(reference)) {
    writeFileSync(reference, tile);
    throw new Error(`Look at ${reference}, which was just made, before you commit it`);
  }
  expect(await differingShare(tile, readFileSync(reference))).toBeLessThan(mostThatMayDiffer);
});

function extensionOf(name: string): (typeof acceptedExtensions)[number] {
  return name.split('.').at(-1) as (typeof acceptedExtensions)[number];
}

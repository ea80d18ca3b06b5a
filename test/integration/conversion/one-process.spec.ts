import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PDFDocument } from '@cantoo/pdf-lib';
import { ConversionsService } from '@sixpence/core/documents/preparation/conversions.service';
import sharp from 'sharp';
import { Uploads } from '../../support/builders/uploads.js';
import { CoreApp } from '../../support/core/core-app.js';
import { fontKinds, scripts, writeIn } from '../../support/documents/foreign-fonts.js';
import { aMixedPdf } from '../../support/documents/pdf.js';
import { ConverterProcess, withoutOffice } from '../../support/worlds/converter-process.js';

let core: CoreApp;
let converter: ConverterProcess;
beforeAll(async () => {
  core = await CoreApp.start();
  converter = await ConverterProcess.start(core, withoutOffice);
});
afterAll(async () => {
  await converter.stop();
  await core[Symbol.asyncDispose]();
});

interface File {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** A PDF with a line in every script that this kind of font can write, in fonts that the file lacks. */
async function withoutFonts(kind: keyof typeof fontKinds): Promise<File> {
  const document = await PDFDocument.create();
  const writable = Object.values(scripts).filter((script) => fontKinds[kind].writes(script));
  for (const script of writable) writeIn(document, fontKinds[kind].make, script);
  const bytes = await document.save({ useObjectStreams: false });
  return { name: `${kind}.pdf`, type: 'application/pdf', bytes };
}

/** For each file its converted PDF and the images of its pages. They are converted one after the other. */
async function convertFor(user: string, files: readonly File[]): Promise<Buffer[][]> {
  const { cookie } = await core.signedIn(`${user}@example.com`);
  const uploads = new Uploads(core, cookie);
  const results: Buffer[][] = [];
  for (const { name, type, bytes } of files) {
    const row = await uploads.settled(await uploads.upload(name, type, bytes));
    expect(row.status).toBe('ready');
    const { stream } = await core.app.get(ConversionsService).openNormalised(row.orderId, row.revision);
    const pdf = Buffer.concat((await stream.toArray()) as Buffer[]);
    const images = row.pagePreviews.map(async (path) => {
      const answer = await core.call('GET', `${path}?size=page`, { cookie });
      return Buffer.from(await answer.arrayBuffer());
    });
    results.push([pdf, ...(await Promise.all(images))]);
  }
  return results;
}

test('a document gives the same bytes after other documents of its owner as in a new process', async () => {
  const create = { width: 300, height: 200, channels: 3 as const, background: '#27c' };
  const photo = await sharp({ create }).png().toBuffer();
  const files = [
    await withoutFonts('Type 0 by glyph, Calibri'),
    await withoutFonts('Type 0, UniJIS-UCS2-H'),
    await withoutFonts('TrueType, Arial'),
    { name: 'photo.png', type: 'image/png', bytes: photo },
    { name: 'mixed.pdf', type: 'application/pdf', bytes: await aMixedPdf(3) },
  ];
  const inOne = await convertFor('anna', [...files, ...files.toReversed()]);
  const inNew: Buffer[][] = [];
  for (const [index, file] of files.entries()) inNew.push(...(await convertFor(`user-${index}`, [file])));
  const isSame = (one: Buffer[], other: Buffer[]) =>
    one.length === other.length && one.every((bytes, at) => bytes.equals(other[at]!));
  const expected = [...inNew, ...inNew.toReversed()];
  expect(inOne.map((result, at) => isSame(result, expected[at]!))).toEqual(inOne.map(() => true));
});

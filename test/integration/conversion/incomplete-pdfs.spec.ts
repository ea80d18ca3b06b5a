import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFHexString, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { DocumentsService } from '@sixpence/core/documents/documents.service';
import { ConversionsService } from '@sixpence/core/documents/preparation/conversions.service';
import sharp from 'sharp';
import { ConverterProcess, withoutOffice } from '../../support/worlds/converter-process.js';
import { CoreApp } from '../../support/core/core-app.js';
import {
  asReadersDo,
  fontKinds,
  scripts,
  symbolFont,
  unreadable,
  writeIn,
} from '../../support/documents/foreign-fonts.js';
import type { FontKind, ScriptName } from '../../support/documents/foreign-fonts.js';
import { seenOn } from '../../support/documents/paper.js';
import { differingInk } from '../../support/documents/pictures.js';
import {
  addNote,
  notes,
  onPaperAlone,
  outdate,
  unprinted,
  type NoteKind,
} from '../../support/documents/undrawn-notes.js';
import { Uploads } from '../../support/builders/uploads.js';

/** The largest share of ink that may differ. Missing or wrong words change at least half of the ink. */
const largestDifference = 0.025;

let core: CoreApp;
let converter: ConverterProcess;
let anna: { userId: string; cookie: string };
let uploads: Uploads;
let scratch: string;
beforeAll(async () => {
  core = await CoreApp.start();
  converter = await ConverterProcess.start(core, withoutOffice);
  anna = await core.signedIn('anna@example.com');
  uploads = new Uploads(core, anna.cookie);
  scratch = mkdtempSync(join(tmpdir(), 'sixpence-incomplete-'));
});
afterAll(async () => {
  await converter.stop();
  await core[Symbol.asyncDispose]();
  rmSync(scratch, { recursive: true });
});

async function convert(document: PDFDocument): Promise<DocumentRow> {
  const bytes = await document.save({ useObjectStreams: false });
  return uploads.settled(await uploads.upload('incomplete.pdf', 'application/pdf', bytes));
}

async function converted(document: PDFDocument) {
  const row = await convert(document);
  expect(row).toMatchObject({ status: 'ready', totalPages: document.getPageCount() });
  const { stream } = await core.app.get(ConversionsService).openNormalised(row.orderId, row.revision);
  const pdf = Buffer.concat((await stream.toArray()) as Buffer[]);
  const [ready] = (await core.app.get(DocumentsService).readyDocuments(anna.userId)).filter(
    ({ documentId }) => documentId === row.orderId,
  );
  const picture = async (page: number) => {
    const path = `${row.pagePreviews[page - 1] ?? ''}?size=page`;
    return Buffer.from(await (await core.call('GET', path, { cookie: anna.cookie })).arrayBuffer());
  };
  return { pdf, picture, blank: ready?.pages.map(({ isBlank }) => isBlank) ?? [] };
}

/** The pages as another program renders them. */
async function renderedByOther(document: PDFDocument): Promise<Buffer[]> {
  const folder = mkdtempSync(join(scratch, 'pages-'));
  const file = join(folder, 'document.pdf');
  writeFileSync(file, await document.save({ useObjectStreams: false }));
  execFileSync('pdftoppm', ['-q', '-png', '-scale-to', '1200', file, join(folder, 'page')]);
  const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'));
  return pictures.sort().map((name) => readFileSync(join(folder, name)));
}

/** A row for each font of a PDF: its name, and whether it is embedded. */
function fontsOf(pdf: Buffer): string[] {
  const file = join(scratch, 'clean.pdf');
  writeFileSync(file, pdf);
  return execFileSync('pdffonts', [file], { encoding: 'utf8' }).split('\n').slice(2, -1);
}

function fontsNotEmbedded(pdf: Buffer): string[] {
  return fontsOf(pdf)
    .filter((row) => / no +(yes|no) +(yes|no) +\d+ +\d+$/.test(row))
    .map((row) => row.split(' ')[0] ?? '');
}

const fontsEmbedded = (pdf: Buffer) =>
  new Set(fontsOf(pdf).flatMap((row) => /^[A-Z]{6}\+(\S+)/.exec(row)?.[1] ?? []));

describe('a font that is named but not embedded', () => {
  const rows = Object.keys(fontKinds).flatMap((kind) =>
    Object.keys(scripts)
      .filter((script) => fontKinds[kind as FontKind].writes(scripts[script as ScriptName]))
      .map((script) => [kind, script] as [FontKind, ScriptName]),
  );
  let pages: Awaited<ReturnType<typeof converted>>;
  let referencePictures: Buffer[];
  beforeAll(async () => {
    const [document, shown] = [await PDFDocument.create(), await PDFDocument.create()];
    for (const [kind, script] of rows) {
      writeIn(document, fontKinds[kind].make, scripts[script]);
      writeIn(shown, asReadersDo(kind, script), scripts[script]);
    }
    pages = await converted(document);
    referencePictures = await renderedByOther(shown);
  });

  test.each(rows)('%s, %s: the words are drawn', async (kind, script) => {
    const at = rows.findIndex(([someKind, someScript]) => someKind === kind && someScript === script);
    const difference = await differingInk(await pages.picture(at + 1), referencePictures[at] as Buffer);
    // In one-byte fonts the converter narrows the letters of the substitute to the original widths. In fonts
    // by glyph it changes only the distance of the letters, so more ink differs.
    const most = kind.startsWith('Type 0 by glyph') && script === 'Latin' ? 0.4 : largestDifference;
    expect(difference).toBeLessThan(most);
  });

  test('is embedded in the clean copy, except for a standard font that every printer has', () => {
    expect(fontsNotEmbedded(pages.pdf)).toEqual(['Helvetica']);
  });

  test.each(['sc', 'tc', 'jp', 'kr'])(
    'gets the Noto font of the country that its character table belongs to: %s',
    (country) => {
      expect(fontsEmbedded(pages.pdf)).toContain(`NotoSansCJK${country}-Regular`);
    },
  );

  test('does not change symbols and pictures beside it', async () => {
    const document = await PDFDocument.create();
    const { font } = fontKinds['TrueType, Calibri'].make(document, scripts.Latin);
    const { font: symbols } = symbolFont(document, scripts.Latin);
    const pictures = document.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'ZapfDingbats' });
    const page = document.addPage([320, 100]);
    page.node.set(
      PDFName.of('Resources'),
      document.context.obj({ Font: { F1: font, F2: symbols, F3: pictures } }),
    );
    const show = document.context.stream(
      'BT /F1 30 Tf 12 40 Td (a) Tj /F2 30 Tf (abc) Tj /F3 30 Tf (4) Tj ET',
    );
    page.node.set(PDFName.of('Contents'), document.context.register(show));
    const { pdf } = await converted(document);
    expect([...fontsEmbedded(pdf)].sort()).toEqual(['Carlito', 'DejaVuSans']);
    expect((await seenOn(pdf)).words).toContain('αβχ');
  });
});

describe('a document that has words without a usable font', () => {
  const kinds = Object.keys(unreadable) as (keyof typeof unreadable)[];
  test.each(kinds)('fails with the reason missing-font: %s', async (kind) => {
    const document = await PDFDocument.create();
    writeIn(document, unreadable[kind], scripts.Latin);
    expect(await convert(document)).toMatchObject({ status: 'failed', reason: 'missing-font' });
  });

  test('fails also when the words are in a form field without appearance', async () => {
    const document = await PDFDocument.create();
    addNote(document, { ...notes['text field'], V: PDFHexString.fromText(scripts.Cyrillic.text) });
    expect(await convert(document)).toMatchObject({ status: 'failed', reason: 'missing-font' });
  });

  test('is printed when its page does not use that font', async () => {
    const document = await PDFDocument.create();
    writeIn(document, unreadable['pictures in the place of letters'], scripts.Latin);
    const [page] = document.getPages();
    const square = document.context.stream('/F1 Do 40 20 60 60 re f');
    page?.node.set(PDFName.of('Contents'), document.context.register(square));
    expect((await converted(document)).blank).toEqual([false]);
  });
});

describe('an annotation without appearance', () => {
  const kinds = Object.keys(notes) as NoteKind[];
  const hidden = Object.keys(unprinted) as (keyof typeof unprinted)[];
  let pages: Awaited<ReturnType<typeof converted>>;
  let referencePictures: Buffer[];
  beforeAll(async () => {
    const document = await PDFDocument.create();
    for (const note of [...Object.values(notes), ...Object.values(unprinted), onPaperAlone])
      addNote(document, note);
    pages = await converted(document);
    referencePictures = await renderedByOther(document);
  });

  test.each(kinds)('%s: is drawn as PDF readers draw it', async (kind) => {
    const at = kinds.indexOf(kind);
    const difference = await differingInk(await pages.picture(at + 1), referencePictures[at] as Buffer);
    expect(pages.blank[at]).toBe(false);
    expect(difference).toBeLessThan(largestDifference);
  });

  test.each(hidden)('%s: is not printed', (kind) => {
    expect(pages.blank[kinds.length + hidden.indexOf(kind)]).toBe(true);
  });

  test('an annotation for print only is printed', () => {
    expect(pages.blank[kinds.length + hidden.length]).toBe(false);
  });

  test('a form with outdated appearances shows its values', async () => {
    const document = await PDFDocument.create();
    addNote(document, {
      ...notes['text field'],
      // Aligned to the right: the tool that flattens annotations draws values on the left, so its picture
      // would differ.
      Q: 2,
      AP: { N: document.context.register(emptyDrawing(document)) },
    });
    outdate(document);
    const { picture } = await converted(document);
    const [shown] = await renderedByOther(document);
    expect(await differingInk(await picture(1), shown as Buffer)).toBeLessThan(largestDifference);
  });
});

const emptyDrawing = ({ context }: PDFDocument) =>
  context.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 240, 60] });

test('only incomplete pages are redrawn', async () => {
  const document = await PDFDocument.create();
  const page = document.addPage([320, 100]);
  page.drawText('Kept to the letter', {
    font: await document.embedFont(StandardFonts.Courier),
    size: 20,
    y: 40,
  });
  writeIn(document, fontKinds['TrueType, Calibri'].make, scripts.Latin);
  const { pdf, blank } = await converted(document);
  expect(blank).toEqual([false, false]);
  expect(fontsNotEmbedded(pdf)).toEqual(['Courier']);
});

test('a cropped page has the same size and content, redrawn or not', async () => {
  const document = await PDFDocument.create();
  for (const BaseFont of ['Helvetica', 'Calibri']) {
    const { node } = document.addPage([300, 300]);
    const font = { Type: 'Font', Subtype: 'TrueType', BaseFont, Encoding: 'WinAnsiEncoding' };
    node.set(PDFName.of('CropBox'), document.context.obj([100, 100, 600, 250]));
    node.set(PDFName.of('Resources'), document.context.obj({ Font: { F1: font } }));
    const square = document.context.stream('110 120 90 60 re f BT /F1 20 Tf 120 200 Td ( ) Tj ET');
    node.set(PDFName.of('Contents'), document.context.register(square));
  }
  const { pdf, picture } = await converted(document);
  const sizes = (await PDFDocument.load(pdf)).getPages().map((page) => page.getSize());
  expect(sizes).toEqual(Array(2).fill({ width: 200, height: 150 }));
  expect(await differingInk(await picture(2), await picture(1))).toBeLessThan(largestDifference);
});

describe('an annotation with its own appearance', () => {
  const pageOf = { plain: 1, drawn: 2, hidden: 3, ticked: 4, withoutFont: 5, hiddenWithoutFont: 6, last: 7 };
  let pages: Awaited<ReturnType<typeof converted>>;
  beforeAll(async () => {
    const document = await PDFDocument.create();
    const square = context(document).register(
      context(document).stream('0.9 0.1 0.1 rg 0 0 240 60 re f', {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 240, 60],
      }),
    );
    const stamp = { Subtype: 'Stamp', AP: { N: square } };
    const unseen = { ...stamp, F: 2 };
    document.addPage([320, 100]).drawText('First', { x: 12, y: 40 });
    addNote(document, stamp);
    addNote(document, unseen);
    addNote(document, {
      Subtype: 'Widget',
      FT: 'Btn',
      T: PDFHexString.fromText('tick'),
      V: 'On',
      AS: 'On',
      AP: { N: { On: square, Off: context(document).register(emptyDrawing(document)) } },
    });
    for (const note of [stamp, unseen]) {
      addNote(document, note);
      const page = document.getPages().at(-1)!;
      const { font } = fontKinds['TrueType, Calibri'].make(document, scripts.Latin);
      page.node.set(PDFName.of('Resources'), context(document).obj({ Font: { F1: font } }));
      page.node.set(PDFName.of('UserUnit'), context(document).obj(2));
      const show = context(document).stream('BT /F1 30 Tf 12 1 Td (a) Tj ET');
      page.node.set(PDFName.of('Contents'), context(document).register(show));
    }
    document.addPage([320, 100]).drawText('Last', { x: 12, y: 40 });
    pages = await converted(document);
  });
  const context = (document: PDFDocument) => document.context;

  test.each<[keyof typeof pageOf, boolean]>([
    ['plain', false],
    ['drawn', true],
    ['hidden', false],
    ['ticked', true],
    ['withoutFont', true],
    ['hiddenWithoutFont', false],
    ['last', false],
  ])(
    'is printed on its page only, and only when it is not hidden: page "%s" shows red: %s',
    async (name, isRed) => {
      const { channels } = await sharp(await pages.picture(pageOf[name])).stats();
      const [red = 0, green = 0] = channels.map(({ mean }) => mean);
      expect(red - green > 20).toBe(isRed);
    },
  );

  test('does not change which pages count as blank', () => {
    expect(pages.blank).toEqual([false, false, true, false, false, false, false]);
  });

  test('becomes part of the page: the clean copy has no form and no annotation, and pages keep their unit', async () => {
    const clean = await PDFDocument.load(pages.pdf);
    expect(clean.catalog.has(PDFName.of('AcroForm'))).toBe(false);
    const entries = clean
      .getPages()
      .map(({ node }) => [node.has(PDFName.of('Annots')), node.get(PDFName.of('UserUnit'))?.toString()]);
    const plain = [false, undefined];
    expect(entries).toEqual([plain, plain, plain, plain, [false, '2'], [false, '2'], plain]);
  });
});

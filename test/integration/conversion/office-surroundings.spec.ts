import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fontKinds, scripts, writeIn } from '../../support/documents/foreign-fonts.js';
import { foreignMachine } from '../../support/documents/foreign-machine.js';
import { fixture, withParts } from '../../support/documents/hostile-files.js';
import { Workbench } from '../../support/worlds/workbench.js';

/** Cleans up in reverse order, also after a failed start. */
const after = new AsyncDisposableStack();
afterAll(() => after.disposeAsync());

/**
 * Some documents name no paper size, or give a date format only by its number. Settings of the machine could
 * change the pages of these documents.
 */
const documents: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  'document.docx': () => withARareFont(),
  'document.ods': () => fixture('document.ods'),
  'document.xlsx': () => withADay(),
  'document.pptx': () => fixture('document.pptx'),
  'incomplete.pdf': () => withoutItsFonts(),
};

const pages = new Map<string, Record<string, unknown>>();
/** The hours of UTC around the conversion on the foreign machine. */
const hours: string[] = [];
let hourSeen: unknown;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sixpence-foreign-'));
  after.defer(() => rmSync(folder, { recursive: true, force: true }));
  for (const [machine, surroundings] of Object.entries({ own: {}, foreign: foreignMachine(folder) })) {
    await using bench = await Workbench.start(surroundings);
    pages.set(machine, await pagesOfAll(bench));
    if (machine === 'own') continue;
    hours.push(hourOf(new Date()));
    hourSeen = await seenOn(await bench.normalised(await bench.convert('hour.ods', withTheHour())));
    hours.push(hourOf(new Date()));
  }
}, 900_000);

test.each(Object.keys(documents))('%s gets the same pages on a machine with other settings', (name) => {
  expect(pages.get('foreign')?.[name]).toEqual(pages.get('own')?.[name]);
});

test('a document that shows the time gets UTC, also on a machine fourteen hours ahead', () => {
  const { words } = hourSeen as { words: string[] };
  const shownHour = /hour (\d+-\d+)/.exec(words.join(' '))?.[1];
  expect(hours).toContain(shownHour);
});

const a4Landscape = [842, 595];

test('the default paper is A4, and dates have the British format', () => {
  const own = pages.get('own') as Record<string, { sizes: number[][]; words: string[] }>;
  expect(own['document.ods']?.sizes).toEqual([a4Landscape, a4Landscape]);
  expect(own['document.xlsx']?.words.join(' ')).toContain('25/12/2026');
});

async function pagesOfAll(bench: Workbench): Promise<Record<string, unknown>> {
  const ids = await Promise.all(
    Object.entries(documents).map(
      async ([name, make]) => [name, await bench.upload(name, await make())] as const,
    ),
  );
  const found: Record<string, unknown> = {};
  for (const [name, id] of ids) {
    const row = await bench.settled(id);
    expect(row).toMatchObject({ status: 'ready' });
    found[name] = await seenOn(await bench.normalised(row));
  }
  return found;
}

/** The sizes of the pages, their words, and the names of their fonts. */
async function seenOn(pdf: Buffer) {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const words = [...document.pages()].map((page) => page.getText());
  document.destroy();
  library.destroy();
  const file = await PDFDocument.load(pdf);
  const sizes = file.getPages().map((page) => [page.getWidth(), page.getHeight()].map(Math.round));
  const objects = file.context.enumerateIndirectObjects().map(([, object]) => object.toString());
  const fonts = objects.flatMap((text) => /\/BaseFont \/(\S+)/.exec(text)?.[1] ?? []);
  return { sizes, words, fonts: [...new Set(fonts)].sort() };
}

/** A document in a font that does not exist. The settings decide the substitute. */
function withARareFont(): Buffer {
  return withParts('document.docx', (parts) => ({
    'word/document.xml': parts['word/document.xml']!.replaceAll('"Calibri"', '"Rare Sans"'),
  }));
}

/** A PDF that names fonts and does not embed them. */
async function withoutItsFonts(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const kind of ['TrueType, Calibri', 'Type 1, of no known name'] as const)
    writeIn(document, fontKinds[kind].make, scripts.Latin);
  writeIn(document, fontKinds['Type 0, UniGB-UCS2-H'].make, scripts['simplified Chinese']);
  return document.save({ useObjectStreams: false });
}

/** A workbook with a date in the format that Excel calls the short date of the locale. */
function withADay(): Buffer {
  return withParts('document.xlsx', (parts) => ({
    'xl/styles.xml': parts['xl/styles.xml']!.replace(
      /<cellXfs count="\d+">/,
      '<cellXfs count="99"><xf numFmtId="14" applyNumberFormat="1" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    ),
    'xl/worksheets/sheet2.xml': parts['xl/worksheets/sheet2.xml']!.replace(
      '</sheetData>',
      '<row r="20001"><c r="A20001" s="0"><v>46381</v></c></row></sheetData>',
    ),
  }));
}

/** Day of the month and hour. */
const hourOf = (time: Date) => time.toISOString().slice(8, 13).replace('T', '-');

/** A document that shows the hour in which it is opened. */
function withTheHour(): Buffer {
  const now = '&quot;hour &quot;&amp;TEXT(NOW();&quot;dd-hh&quot;)';
  const cell = `<table:table-cell table:formula="of:=${now}" office:value-type="string"><text:p/></table:table-cell>`;
  return withParts('document.ods', (parts) => ({
    'content.xml': parts['content.xml']!.replace(
      /(<table:table table:name="Notes"[\s\S]*?<table:table-row[^>]*>)/,
      `$1${cell}`,
    ),
  }));
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { DocumentsService } from '@sixpence/core/documents/documents.service';
import { ConversionsService } from '@sixpence/core/documents/preparation/conversions.service';
import sharp from 'sharp';
import { ConverterProcess, withoutOffice } from '../../support/worlds/converter-process.js';
import { toolPath } from '@sixpence/sandbox/tools';
import { CoreApp } from '../../support/core/core-app.js';
import { pageTreeBomb } from '../../support/documents/hostile-files.js';
import { aPdf, pageCount } from '../../support/documents/pdf.js';
import { until } from '../../support/until.js';
import { Uploads } from '../../support/builders/uploads.js';

const canary = 'canary-that-sings-in-the-mine';

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
  scratch = mkdtempSync(join(tmpdir(), 'sixpence-documents-'));
});
afterAll(async () => {
  await converter.stop();
  await core[Symbol.asyncDispose]();
  rmSync(scratch, { recursive: true });
});

const pdf = 'application/pdf';
const convert = async (name: string, type: string, bytes: Uint8Array) =>
  uploads.settled(await uploads.upload(name, type, bytes));

/** Runs `qpdf` with these options over a PDF. */
function withQpdf(bytes: Uint8Array, ...options: string[]): Buffer {
  const [input, output] = [join(scratch, 'in.pdf'), join(scratch, 'out.pdf')];
  writeFileSync(input, bytes);
  execFileSync(toolPath('qpdf'), [...options, input, output]);
  return readFileSync(output);
}

async function normalised(row: DocumentRow): Promise<Buffer> {
  const { stream } = await core.app.get(ConversionsService).openNormalised(row.orderId, row.revision);
  return Buffer.concat((await stream.toArray()) as Buffer[]);
}

async function preview(row: DocumentRow, page: number, size: string) {
  const answer = await core.call('GET', `${row.pagePreviews[page - 1]!}?size=${size}`, {
    cookie: anna.cookie,
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  return sharp(Buffer.from(await answer.arrayBuffer())).metadata();
}

describe('conversion succeeds for', () => {
  test('a PDF: its pages, their colour, and their images [rows 199, 200]', async () => {
    const row = await convert('report.pdf', pdf, await aPdf({ pages: 3, colorPages: [2] }));
    expect(row).toMatchObject({ status: 'ready', totalPages: 3, revision: 1, fileName: 'report.pdf' });
    expect(row.pagePreviews).toHaveLength(3);
    const [ready] = (await core.app.get(DocumentsService).readyDocuments(anna.userId)).filter(
      ({ documentId }) => documentId === row.orderId,
    );
    expect(ready!.pages.map(({ hasColor, isBlank }) => [hasColor, isBlank])).toEqual([
      [false, false],
      [true, false],
      [false, false],
    ]);
    for (const page of [1, 2, 3])
      expect(await preview(row, page, 'tile')).toMatchObject({ width: 212, height: 300 });
    expect(await preview(row, 3, 'page')).toMatchObject({ width: 848, height: 1200 });
    expect(await pageCount(await normalised(row))).toBe(3);
  });

  test('a photo: upright by its orientation tag, in colour, on one page', async () => {
    const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#c03020' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const row = await convert('photo.JPG', 'image/jpeg', photo);
    expect(row).toMatchObject({ status: 'ready', totalPages: 1 });
    const [facts] = await factsOf(row);
    expect(facts).toMatchObject({
      widthPoints: 595.28,
      heightPoints: 841.89,
      hasColor: true,
      isBlank: false,
    });
  });

  test('a wide drawing in black on transparency: on a landscape page', async () => {
    const drawing = await sharp({
      create: { width: 900, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .composite([{ input: { create: { width: 50, height: 50, channels: 3, background: '#000' } } }])
      .png()
      .toBuffer();
    const row = await convert('drawing.png', 'image/png', drawing);
    const [facts] = await factsOf(row);
    expect(facts).toMatchObject({
      widthPoints: 841.89,
      heightPoints: 595.28,
      hasColor: false,
      isBlank: false,
    });
    expect(await preview(row, 1, 'tile')).toMatchObject({ width: 300, height: 212 });
  });

  test('a PDF with only an owner password, which opens without a password', async () => {
    const guarded = withQpdf(
      await aPdf({ pages: 2 }),
      ...['--encrypt', '', 'owner', '256', '--print=none', '--modify=none', '--'],
    );
    const row = await convert('guarded.pdf', pdf, guarded);
    expect(row).toMatchObject({ status: 'ready', totalPages: 2 });
    expect((await normalised(row)).includes('/Encrypt')).toBe(false);
  });

  test('a PDF with scripts, actions, and attachments, none of which remain', async () => {
    const document = await PDFDocument.load(await aPdf({ pages: 1 }));
    document.addJavaScript('main', `app.alert('${canary}')`);
    await document.attach(Buffer.from(canary), 'secret.txt', { mimeType: 'text/plain' });
    const action = document.context.obj({ S: 'URI', URI: PDFString.of('http://127.0.0.1:1/') });
    document.catalog.set(PDFName.of('OpenAction'), action);
    document.getPage(0).node.set(PDFName.of('AA'), document.context.obj({ O: action }));
    const row = await convert('busy.pdf', pdf, await document.save({ useObjectStreams: false }));
    const clean = withQpdf(await normalised(row), '--qdf', '--object-streams=disable').toString('latin1');
    expect(clean).not.toMatch(/JavaScript|\/JS|\/AA|OpenAction|EmbeddedFile|Filespec|\/URI/);
    expect(clean).not.toContain(canary);
  });

  test('a rotated PDF: its page has the size that the reader sees', async () => {
    const turned = withQpdf(await aPdf({ pages: 1 }), '--rotate=+90');
    const [facts] = await factsOf(await convert('turned.pdf', pdf, turned));
    expect(facts).toMatchObject({ widthPoints: 841.89, heightPoints: 595.28 });
  });
});

describe('conversion fails with a reason for', () => {
  test.each([
    ['no byte', 'empty.pdf', pdf, () => Buffer.alloc(0), 'empty'],
    ['text that is named as a PDF', 'text.pdf', pdf, () => Buffer.from('hello'), 'type-mismatch'],
    ['a PDF that is named as a photo', 'a.jpg', 'image/jpeg', () => aPdf({ pages: 1 }), 'type-mismatch'],
    ['a PDF without its second half', 'cut.pdf', pdf, async () => half(await aPdf({ pages: 9 })), 'damaged'],
    ['a PDF with only its first line', 'header.pdf', pdf, () => Buffer.from('%PDF-1.7\n'), 'damaged'],
    [
      'a photo without its second half',
      'cut.jpg',
      'image/jpeg',
      async () => half(await noise('jpeg')),
      'damaged',
    ],
    [
      'an image without its second half',
      'cut.png',
      'image/png',
      async () => half(await noise('png')),
      'damaged',
    ],
    ['one page above the limit', '501.pdf', pdf, () => aPdf({ pages: 501 }), 'too-many-pages'],
    ['an image of too many pixels', 'huge.png', 'image/png', () => hugePng(), 'too-large'],
  ])('%s', async (_, name, type, bytes, reason) => {
    const row = await convert(name, type, await bytes());
    expect(row).toMatchObject({ status: 'failed', reason, totalPages: 0, pagePreviews: [] });
    expect(await uploads.metadata(row.orderId)).toMatchObject({ status: 'failed', reason });
  });

  test('a PDF with a user password', async () => {
    const locked = withQpdf(await aPdf({ pages: 1 }), '--encrypt', 'user', 'owner', '256', '--');
    const row = await convert('locked.pdf', pdf, locked);
    expect(row).toMatchObject({ status: 'failed', reason: 'password-protected' });
  });

  test('a page tree of a billion pages, in bounded time, and the next document becomes ready', async () => {
    const row = await convert('bomb.pdf', pdf, pageTreeBomb());
    expect(row).toMatchObject({ status: 'failed', reason: 'too-many-pages' });
    expect(await convert('next.pdf', pdf, await aPdf({ pages: 1 }))).toMatchObject({ status: 'ready' });
  });
});

test('page selection makes a new revision with the selected pages, in document order [row 382]', async () => {
  const first = await convert('five.pdf', pdf, await aPdf({ pages: 5, colorPages: [2, 5] }));
  const answer = await core.call('POST', '/remove-pages', {
    body: { uid: first.orderId, pages_to_extract: [5, 1, 5] },
    cookie: anna.cookie,
  });
  expect(answer.status).toBe(200);
  const row = await uploads.settled(first.orderId);
  expect(row).toMatchObject({ status: 'ready', totalPages: 2, revision: 2 });
  expect((await factsOf(row)).map(({ hasColor }) => hasColor)).toEqual([false, true]);
  expect(await pageCount(await normalised(row))).toBe(2);
});

test('a document of up to 500 pages whose converter is killed is converted by another one', async () => {
  const pages = await pagesInTime(500);
  const documentId = await uploads.upload('book.pdf', pdf, await aPdf({ pages }));
  await until(async () => (await uploads.list()).some(({ orderId }) => orderId === documentId));
  const files = join(core.config.STORAGE_DIR, 'documents', documentId);
  await until(() =>
    readdirSync(files, { recursive: true }).some((name) => String(name).endsWith('/normalised')),
  );
  await converter.kill();
  expect((await uploads.list()).find(({ orderId }) => orderId === documentId)).toMatchObject({
    status: 'processing',
  });
  converter = await ConverterProcess.start(core, withoutOffice);
  expect(await uploads.settled(documentId)).toMatchObject({ status: 'ready', totalPages: pages });
});

test('storage, keys, and log contain no readable part of a document, and the fence leaves no folders', async () => {
  await convert('canary.pdf', pdf, await aPdf({ pages: 1, title: canary }));
  for (const folder of [core.config.STORAGE_DIR, core.config.KEY_STORE_DIR]) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const bytes = readFileSync(join(file.parentPath, file.name));
      expect(bytes.includes(canary) || bytes.includes('%PDF') || bytes.includes('JFIF')).toBe(false);
    }
  }
  expect(JSON.stringify(converter.log)).not.toContain(canary);
  expect(await converter.stop()).toBe(0);
  const traces = readdirSync('/dev/shm').filter((name) =>
    name.startsWith(`sixpence-fence-${converter.child.pid!}-`),
  );
  expect(traces).toEqual([]);
});

async function factsOf({ orderId }: DocumentRow) {
  const documents = await core.app.get(DocumentsService).readyDocuments(anna.userId);
  return documents.find(({ documentId }) => documentId === orderId)!.pages;
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

function noise(format: 'jpeg' | 'png'): Promise<Buffer> {
  const create = { width: 400, height: 400, channels: 3 as const, background: '#888' };
  return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .toFormat(format)
    .toBuffer();
}

/** 121 megapixels of white in a few kilobytes. */
function hugePng(): Promise<Buffer> {
  return sharp({ create: { width: 11_000, height: 11_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
}

/**
 * The wanted number of pages; fewer, but at least 100, if this machine would need more than a third of the
 * time limit of a document.
 */
async function pagesInTime(wanted: number): Promise<number> {
  const tried = 50;
  const started = Date.now();
  await convert('chapter.pdf', pdf, await aPdf({ pages: tried }));
  const pageMs = (Date.now() - started) / tried;
  return Math.min(wanted, Math.max(100, Math.floor(20_000 / pageMs)));
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { fileTypes } from '@sixpence/contracts/file-types';
import { StorageService } from '@sixpence/core/storage/storage.service';
import CFB from 'cfb';
import sharp from 'sharp';
import { ConverterProcess } from '../support/converter-process.js';
import { CoreApp } from '../support/core-app.js';
import * as hostile from '../support/hostile-files.js';
import { childrenOf, MemoryWatch } from '../support/process-tree.js';
import { aPdf } from '../support/pdf.js';
import { Uploads } from '../support/uploads.js';

/** Shorter than in production, so that what never ends is waited for a little less. */
const conversionSeconds = 15;
/** What the processes standing by take, and what one document may take. */
const mostBytes = (1.2 + 1.5) * 1024 ** 3;
const nextWithinMs = 5_000;
const canary = 'canary-that-sings-in-the-mine';

let core: CoreApp;
let converter: ConverterProcess;
let uploads: Uploads;
let memory: MemoryWatch;
let scratch: string;
let leftBefore: string[];
let sink: Server;
let calls: string[];
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'sixpence-hostile-'));
  leftBefore = leftInTemp();
  core = await CoreApp.start();
  converter = await ConverterProcess.start(core, { CONVERSION_SECONDS: String(conversionSeconds) });
  uploads = new Uploads(core, (await core.signedIn('anna@example.com')).cookie);
  memory = new MemoryWatch(converter.child.pid!);
  calls = [];
  sink = createServer((request, answer) => {
    calls.push(request.url ?? '');
    answer.end(canary);
  }).listen(0, '127.0.0.1');
  await convert('first.docx', hostile.fixture('document.docx'));
}, 60_000);
afterAll(async () => {
  memory.stop();
  sink.close();
  await converter.stop();
  await core[Symbol.asyncDispose]();
  rmSync(scratch, { recursive: true });
});

/** After each of them the same process is alive, and whoever comes next is served at once. */
afterEach(async () => {
  const started = Date.now();
  expect(await convert('next.docx', hostile.fixture('document.docx'))).toMatchObject({ status: 'ready' });
  expect(Date.now() - started).toBeLessThan(nextWithinMs);
  expect(converter.child.exitCode).toBeNull();
  expect(memory.mostBytes).toBeLessThan(mostBytes);
  const documents = (await uploads.list()).map(({ orderId }) => ({ orderId }));
  await uploads.delete(documents);
}, 30_000);

async function convert(name: string, bytes: Uint8Array): Promise<DocumentRow> {
  const extension = name.split('.').at(-1) as keyof typeof fileTypes;
  const documentId = await uploads.upload(name, fileTypes[extension].mediaTypes[0], bytes);
  return uploads.settled(documentId, (conversionSeconds + 15) * 1_000);
}

describe('a bomb ends with its reason, in bounded time', () => {
  test.each<
    [what: string, name: string, make: () => Buffer | Promise<Buffer>, reason: string, seconds: number]
  >([
    ['a package that unpacks to 220 MB', 'zip.docx', hostile.zipBomb, 'too-large', 6],
    ['a package of 10,001 entries', 'entries.docx', hostile.manyEntries, 'too-large', 6],
    ['entities that unfold to a billion', 'entities.docx', hostile.entityBomb, 'damaged', 6],
    ...Object.entries(hostile.pixelBombs).map(
      ([name, make]): [string, string, () => Buffer, string, number] => [
        `the pixels of ${name}`,
        name,
        make,
        'too-large',
        6,
      ],
    ),
    ['501 pages of PDF', '501.pdf', () => aPdf({ pages: 501 }), 'too-many-pages', 6],
    ['501 pages of text', '501.docx', () => hostile.longText(501), 'too-many-pages', 15],
    ['a table of a million rows', 'rows.ods', hostile.longTable, 'too-many-pages', 20],
    ['a tree of a billion pages', 'tree.pdf', () => hostile.pageTreeBomb(), 'too-many-pages', 6],
    [
      'forms in forms that take for ever',
      'a.pdf',
      () => hostile.nestedForms({ depth: 16, times: 2, groups: true }),
      'timeout',
      20,
    ],
    [
      'forms in forms without number',
      'b.pdf',
      () => hostile.nestedForms({ depth: 9, times: 20 }),
      'too-large',
      20,
    ],
  ])(
    '%s',
    async (_, name, make, reason, seconds) => {
      const bytes = await make();
      const started = Date.now();
      expect(await convert(name, bytes)).toMatchObject({ status: 'failed', reason, pagePreviews: [] });
      expect(Date.now() - started).toBeLessThan(seconds * 1_000);
    },
    60_000,
  );
});

describe('what is not what it says never reaches LibreOffice', () => {
  const zipOf = (name: string) => hostile.fixture(name);
  test.each<[what: string, name: string, make: () => Buffer, reason: string]>([
    ['a table called a text', 'a.docx', () => zipOf('document.xlsx'), 'type-mismatch'],
    ['a text called a template', 'a.dotx', () => zipOf('document.docx'), 'type-mismatch'],
    ['an OpenDocument text called a table', 'a.ods', () => zipOf('document.odt'), 'type-mismatch'],
    ['an old table called an old text', 'a.doc', () => zipOf('document.xls'), 'type-mismatch'],
    ['an old text called a new one', 'a.docx', () => zipOf('document.doc'), 'type-mismatch'],
    ['rich text called an old text', 'a.doc', () => zipOf('document.rtf'), 'type-mismatch'],
    ['random bytes', 'a.docx', () => Buffer.alloc(5_000, 7), 'type-mismatch'],
    ['plain text', 'a.rtf', () => Buffer.from('hello'), 'type-mismatch'],
    ['a photo called a drawing', 'a.png', () => zipOf('picture.jpg'), 'type-mismatch'],
    ['a package of which half is missing', 'a.docx', () => half(zipOf('document.docx')), 'damaged'],
    ['an OpenDocument of which half is missing', 'a.odp', () => half(zipOf('document.odp')), 'damaged'],
    ['an old text of which half is missing', 'a.doc', () => half(zipOf('document.doc')), 'damaged'],
    ['an old table of which half is missing', 'a.xls', () => half(zipOf('document.xls')), 'damaged'],
    ['an old presentation of which half is missing', 'a.ppt', () => half(zipOf('document.ppt')), 'damaged'],
    ['rich text of which half is missing', 'a.rtf', () => half(zipOf('document.rtf')), 'damaged'],
    ['a bitmap of which half is missing', 'a.bmp', () => half(zipOf('picture.bmp')), 'damaged'],
    ['an animation of which half is missing', 'a.gif', () => zipOf('moving.gif').subarray(0, 900), 'damaged'],
    ['a TIFF of which half is missing', 'a.tiff', () => half(zipOf('pages.tiff')), 'damaged'],
    ['a WebP of which half is missing', 'a.webp', () => half(zipOf('picture.webp')), 'damaged'],
    ['no byte', 'a.odt', () => Buffer.alloc(0), 'empty'],
  ])('%s', async (_, name, make, reason) => {
    expect(await convert(name, make())).toMatchObject({ status: 'failed', reason });
  });

  test.each<[name: string, make: () => Buffer]>([
    ['locked.docx', () => lockedPackage()],
    ['locked.xlsx', () => lockedPackage()],
    ['locked.doc', () => withBits('document.doc', '/WordDocument', (fib) => (fib[11]! |= 1))],
    [
      'locked.ppt',
      () =>
        withBits('document.ppt', '/Current User', (user) =>
          Buffer.from(user.buffer, user.byteOffset).writeUInt32LE(0xf3d1c4df, 12),
        ),
    ],
    [
      'locked.xls',
      () => withBits('document.xls', '/Workbook', (book) => (book[20 + (book[2]! - 16)] = 0x2f)),
    ],
    [
      'locked.odt',
      () =>
        hostile.withParts('document.odt', (parts) => ({
          'META-INF/manifest.xml': parts['META-INF/manifest.xml']!.replace(
            '</manifest:manifest>',
            '<manifest:encryption-data/></manifest:manifest>',
          ),
        })),
    ],
  ])('%s asks for a password', async (name, make) => {
    expect(await convert(name, make())).toMatchObject({ status: 'failed', reason: 'password-protected' });
  });
});

describe('what lies elsewhere stays there', () => {
  test('documents that link to http, to files, and to servers of Windows reach nothing', async () => {
    const { port } = sink.address() as AddressInfo;
    const text = join(scratch, 'canary.txt');
    const picture = join(scratch, 'canary.png');
    writeFileSync(text, canary, { mode: 0o644 });
    await sharp({ create: { width: 50, height: 50, channels: 3, background: '#ff00ff' } })
      .png()
      .toFile(picture);
    execFileSync('chmod', ['-R', 'a+rX', scratch]);
    const places = [
      `http://127.0.0.1:${port}/asked`,
      pathToFileURL(text).href,
      pathToFileURL(picture).href,
      `\\\\127.0.0.1@${port}\\share\\asked`,
      text,
      'file:///proc/self/environ',
    ];
    for (const [name, bytes] of Object.entries(hostile.documentsWithLinks(places))) {
      const row = await convert(name, bytes);
      expect(['ready', 'failed']).toContain(row.status);
      if (row.status === 'failed') continue;
      const { words, hasMagenta } = await contentOf(row);
      expect(words).not.toContain(canary);
      expect(words).not.toContain('TMPDIR');
      expect(hasMagenta).toBe(false);
    }
    expect(calls).toEqual([]);
  }, 60_000);

  test('macros do not run', async () => {
    const row = await convert('macro.odt', hostile.documentWithMacro(canary));
    expect(row).toMatchObject({ status: 'ready' });
    const { words } = await contentOf(row);
    expect(words).toContain('six digits at a printer');
    expect(words).not.toContain(canary);
  });
});

test('no process is left over, dead or alive, and no file', () => {
  const pid = converter.child.pid!;
  expect(childrenOf(pid).filter(({ state }) => state === 'Z')).toEqual([]);
  const folders = () => readdirSync('/dev/shm').filter((name) => name.startsWith(`sixpence-fence-${pid}-`));
  // Three for documents to come, and LibreOffice twice.
  expect(folders().length).toBeLessThanOrEqual(5);
  expect(leftInTemp().filter((name) => !leftBefore.includes(name))).toEqual([]);
});

/** What LibreOffice and the fence would leave where everybody may write. */
function leftInTemp(): string[] {
  return readdirSync(tmpdir()).filter((name) => /^(lu\d|OSL_PIPE|sixpence-fence)/.test(name));
}

/** The text of a document's pages, and whether the canary's picture is on one of them. */
async function contentOf(row: DocumentRow): Promise<{ words: string; hasMagenta: boolean }> {
  const { stream } = await core.app.get(StorageService).openNormalised(row.orderId, row.revision);
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(Buffer.concat((await stream.toArray()) as Buffer[]));
  let words = '';
  let hasMagenta = false;
  for (const page of document.pages()) {
    words += page.getText();
    const { data } = await page.render({ render: 'bitmap', scale: 1 });
    for (let at = 0; at < data.length; at += 4)
      hasMagenta ||= data[at]! > 200 && data[at + 1]! < 60 && data[at + 2]! > 200;
  }
  library.destroy();
  return { words, hasMagenta };
}

/** What Word and Excel make of a document with a password: a compound file around the encrypted package. */
function lockedPackage(): Buffer {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, '/EncryptedPackage', Buffer.alloc(5_000, 1));
  CFB.utils.cfb_add(file, '/EncryptionInfo', Buffer.alloc(500, 2));
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}

/** A compound file with something changed in one of its streams. */
function withBits(name: string, path: string, change: (content: Uint8Array) => void): Buffer {
  const file = CFB.read(hostile.fixture(name), { type: 'buffer' });
  change(CFB.find(file, path)!.content as Uint8Array);
  return CFB.write(file, { type: 'buffer' }) as Buffer;
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

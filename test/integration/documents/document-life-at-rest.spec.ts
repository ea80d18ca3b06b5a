import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, expect, test } from '@jest/globals';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import sharp from 'sharp';
import { cookieOf } from '../../support/core/core-app.js';
import { withParts } from '../../support/documents/hostile-files.js';
import { expectAllIsWell } from '../../support/worlds/invariants.js';
import { Panel } from '../../support/browser/panel.js';
import type { Person } from '../../support/builders/person.js';
import { childrenOf } from '../../support/worlds/process-tree.js';
import { TestBucket } from '../../support/peers/test-bucket.js';
import { piecesOf, tracesOf } from '../../support/documents/traces.js';
import { startWorld, TO_PRINT, type World } from '../../support/worlds/world.js';

const canary = 'zq-canary-that-sings-in-plain-text-zq';
const worlds: World[] = [];
let bucket: TestBucket | undefined;
afterAll(async () => {
  for (const world of worlds) await world.stop();
  await bucket?.[Symbol.asyncDispose]();
});

/** Page n is 500 + n points wide, nothing is compressed, and the canary is in all text and metadata. */
async function aTellingPdf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setTitle(canary);
  document.setSubject(canary);
  await document.attach(Buffer.from(canary), 'note.txt');
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page += 1) {
    document.addPage([500 + page, 700]).drawText(`${canary} page ${page}`, { font, size: 14, x: 40, y: 400 });
  }
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

test.each(['a folder', 'a bucket'])(
  'after upload, page selection, and printing, a document is readable nowhere (in %s), and its kept pages were printed [rows 382, 464]',
  async (medium) => {
    if (medium === 'a bucket') bucket = await TestBucket.start();
    const world = await startWorld({
      parts: [...TO_PRINT, 'office'],
      coreEnvironment: bucket ? { ...bucket.environment, STORAGE_DIR: '' } : {},
    });
    worlds.push(world);
    const person = await world.signIn();
    const original = await aTellingPdf(5);
    const name = 'name-that-tells-a-lot.pdf';
    const failed = await person.sendPdf(Buffer.from(`%PDF-1.7 ${canary}`), name);
    const others = await bringOthers(person);
    const { orderId } = await person.uploadPdf(original, name);
    await person.post('/remove-pages', { uid: orderId, pages_to_extract: [2, 4] });
    const kept = await person.untilReady(orderId);
    expect(kept).toMatchObject({ totalPages: 2, revision: 2 });
    const images = (await Promise.all([kept, ...others.rows].map((row) => imagesOf(world, row)))).flat();

    const before = await person.balance();
    const panel = await Panel.open(world.panelUrl('hall'));
    await panel.logIn(await person.createCode());
    await panel.print([orderId]);
    panel.close();
    await expectAllIsWell(world);
    const [job] = world.printer().jobs().slice(-1);
    const printed = readFileSync(job!.document);
    expect(await widthsOf(printed)).toEqual([502, 504]);
    expect(before - (await person.balance())).toBeCloseTo(0.1, 10);

    const canaries = [Buffer.from(canary), Buffer.from(canary, 'utf16le')];
    const wholes = [original, printed, ...images, ...others.sources];
    const pieces = [...canaries, Buffer.from('%PDF-1.'), ...wholes.flatMap(piecesOf)];
    const places = [world.folder, ...(bucket ? [bucket.folder] : [])];
    // The search finds the printer’s copy, so it works.
    expect(tracesOf(pieces, [job!.document])).toEqual([job!.document]);
    expect(tracesOf(pieces, places)).toEqual([]);
    const behindFences = foldersBehindFences();
    expect(tracesOf([Buffer.from('MacroSecurityLevel')], behindFences)).not.toEqual([]);
    // Pieces of a PDF prove nothing there: each waiting process has a built-in page, made by the same
    // library.
    const telling = [...canaries, ...[...images, ...others.sources].flatMap(piecesOf)];
    expect(tracesOf(telling, behindFences)).toEqual([]);
    expect(await rowsWith(world, canary)).toEqual([]);
    const database = await databaseFolder(world);
    expect(tracesOf([Buffer.from(world.demo.user.email)], [database])).not.toEqual([]);
    expect(tracesOf(canaries, [database])).toEqual([]);

    for (const secret of [name, canary, world.demo.user.email]) expect(world.logs()).not.toContain(secret);
    expect(tracesOf([Buffer.from(name)], [join(world.folder, 'nats')])).toEqual([]);

    const all = [orderId, failed, ...others.rows.map((row) => row.orderId)];
    await person.post('/delete-document', { documents: all.map((id) => ({ orderId: id })) });
    for (const id of all) expect(await rowsWith(world, id, 'documents')).toEqual([]);
  },
);

/** A package, a plain text format, and a photo, with the canary in content and metadata. */
async function bringOthers(person: Person) {
  const words = /six digits[^<]*/;
  const docx = withParts('document.docx', (parts) => ({
    'word/document.xml': parts['word/document.xml']!.replace(words, canary),
    'docProps/core.xml': parts['docProps/core.xml']!.replace('<dc:title>', `<dc:title>${canary}`),
  }));
  const rtf = Buffer.from(`{\\rtf1\\ansi{\\info{\\title ${canary}}} ${canary} \\par}`);
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#888', noise } })
    .withExif({ IFD0: { ImageDescription: canary, Copyright: canary } })
    .jpeg()
    .toBuffer();
  for (const source of [rtf, photo]) expect(source.includes(canary)).toBe(true);
  const rows: DocumentRow[] = [];
  for (const [fileName, mediaType, bytes] of [
    ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', docx],
    ['b.rtf', 'application/rtf', rtf],
    ['c.jpg', 'image/jpeg', photo],
  ] as const)
    rows.push(await person.untilReady(await person.send(bytes, { fileName, mediaType })));
  return { rows, sources: [docx, rtf, photo] };
}

/**
 * Folders written by the processes behind the fences of this test’s converters, including the profile of
 * LibreOffice. These folders are in memory and mostly visible only behind the fence. The shell that starts a
 * fenced process is outside the file tree of that process.
 */
function foldersBehindFences(): string[] {
  const processes = childrenOf(process.pid).map(({ pid }) => pid);
  const inPlainSight = readdirSync('/dev/shm')
    .filter((name) => processes.includes(Number(/^sixpence-fence-(\d+)-/.exec(name)?.[1])))
    .map((name) => join('/dev/shm', name));
  const behindFence = processes.filter((pid) => rootOf(pid).includes('/sixpence-fence-'));
  return [...inPlainSight, ...behindFence.map((pid) => `/proc/${pid}/root/dev/shm`)];
}

function rootOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/root`);
  } catch {
    // The process ended meanwhile.
    return '/';
  }
}

/** The files of the database, which also contain old versions of rows. */
async function databaseFolder(world: World): Promise<string> {
  await world.query('CHECKPOINT');
  const [row] = await world.query<{ path: string }>(
    `SELECT current_setting('data_directory') || '/base/' || oid AS path FROM pg_database
      WHERE datname = current_database()`,
  );
  return row!.path;
}

async function imagesOf(world: World, { pagePreviews }: DocumentRow): Promise<Buffer[]> {
  const signedIn = await fetch(`${world.url}/email-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(world.demo.user),
  });
  const addresses = pagePreviews.flatMap((address) => [`${address}?size=tile`, `${address}?size=page`]);
  return Promise.all(
    addresses.map(async (address) => {
      const image = await fetch(world.url + address, { headers: { cookie: cookieOf(signedIn) } });
      expect(image.headers.get('content-type')).toBe('image/jpeg');
      return Buffer.from(await image.arrayBuffer());
    }),
  );
}

async function widthsOf(pdf: Uint8Array): Promise<number[]> {
  return (await PDFDocument.load(pdf)).getPages().map((page) => Math.round(page.getWidth()));
}

/** Tables with a row that contains this text. */
async function rowsWith(world: World, text: string, only?: string): Promise<string[]> {
  const tables = await world.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables.filter((table) => only === undefined || table.name === only)) {
    const rows = await world.query(`SELECT 1 FROM "${name}" t WHERE t::text LIKE $1 LIMIT 1`, [`%${text}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, expect, jest, test } from '@jest/globals';
import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { cookieOf } from '../support/core-app.js';
import { expectAllIsWell } from '../support/invariants.js';
import { Panel } from '../support/panel.js';
import { TestBucket } from '../support/test-bucket.js';
import { piecesOf, tracesOf } from '../support/traces.js';
import { startWorld, type World } from '../support/world.js';

jest.setTimeout(120_000);

const canary = 'zq-canary-that-sings-in-plain-text-zq';
const worlds: World[] = [];
let bucket: TestBucket | undefined;
afterAll(async () => {
  for (const world of worlds) await world.stop();
  await bucket?.[Symbol.asyncDispose]();
});

/** Page n is 500 + n points wide, nothing is compressed, and the canary is everywhere that text can be. */
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
  'a document that was uploaded, trimmed, and printed lies readable nowhere (in %s), and its kept pages were printed',
  async (medium) => {
    if (medium === 'a bucket') bucket = await TestBucket.start();
    const memoryBefore = new Set(readdirSync('/dev/shm'));
    const world = await startWorld({
      coreEnvironment: bucket ? { ...bucket.environment, STORAGE_DIR: '' } : {},
    });
    worlds.push(world);
    const person = await world.signIn();
    const original = await aTellingPdf(5);
    const name = 'name-that-tells-a-lot.pdf';
    const failed = await person.sendPdf(Buffer.from(`%PDF-1.7 ${canary}`), name);
    const { orderId } = await person.uploadPdf(original, name);
    await person.post('/remove-pages', { uid: orderId, pages_to_extract: [2, 4] });
    const kept = await person.untilReady(orderId);
    expect(kept).toMatchObject({ totalPages: 2, revision: 2 });
    const images = await imagesOf(world, kept);

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

    const plain = [Buffer.from(canary), Buffer.from(canary, 'utf16le'), Buffer.from('%PDF-1.')];
    const pieces = [...plain, ...[original, printed, ...images].flatMap(piecesOf)];
    const places = [world.folder, ...(bucket ? [bucket.folder] : [])];
    // What the printer keeps shows that the search would find it.
    expect(tracesOf(pieces, [job!.document])).toEqual([job!.document]);
    expect(tracesOf(pieces, places)).toEqual([]);
    const inMemory = readdirSync('/dev/shm').filter((entry) => !memoryBefore.has(entry));
    const telling = pieces.filter((piece) => piece.length >= 24);
    expect(
      tracesOf(
        telling,
        inMemory.map((entry) => join('/dev/shm', entry)),
      ),
    ).toEqual([]);
    expect(await rowsWith(world, canary)).toEqual([]);

    for (const secret of [name, canary, world.demo.user.email]) expect(world.logs()).not.toContain(secret);
    expect(tracesOf([Buffer.from(name)], [join(world.folder, 'nats')])).toEqual([]);

    await person.post('/delete-document', { documents: [{ orderId }, { orderId: failed }] });
    expect(await rowsWith(world, orderId, 'documents')).toEqual([]);
  },
);

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

/** Tables with a row that holds this text. */
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

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DocumentRow, FetchDocumentsAnswer, FileUploadAnswer } from '@sixpence/contracts/http/documents';
import { DocumentLifeService } from '@sixpence/core/documents/removal/document-life.service';
import { RemovalService } from '@sixpence/core/documents/removal/removal.service';
import { ConversionsService } from '@sixpence/core/documents/preparation/conversions.service';
import { DiskStore } from '@sixpence/storage/disk-store';
import { KeyStore } from '@sixpence/storage/key-store';
import { SealedStore } from '@sixpence/storage/sealed-store';
import { ConverterProcess, withoutOffice } from '../../support/worlds/converter-process.js';
import { CoreApp } from '../../support/core/core-app.js';
import { asOwner } from '../../support/core/database.js';
import { copyDatabase } from '../../support/core/database-copy.js';
import { aPdf } from '../../support/documents/pdf.js';
import { until } from '../../support/until.js';
import { Uploads } from '../../support/builders/uploads.js';

const pdf = 'application/pdf';

let core: CoreApp;
let converter: ConverterProcess;
let life: DocumentLifeService;
let removal: RemovalService;
let scratch: string;
beforeAll(async () => {
  core = await CoreApp.start();
  converter = await ConverterProcess.start(core, withoutOffice);
  life = core.app.get(DocumentLifeService);
  removal = core.app.get(RemovalService);
  scratch = await mkdtemp(join(tmpdir(), 'sixpence-life-'));
});
afterAll(async () => {
  await converter.stop();
  await core[Symbol.asyncDispose]();
  await rm(scratch, { recursive: true });
});

async function aPerson() {
  const { userId, cookie } = await core.signedIn(`${randomUUID()}@example.com`);
  return { userId, cookie, uploads: new Uploads(core, cookie) };
}
type TestPerson = Awaited<ReturnType<typeof aPerson>>;

async function aReadyDocument(person: TestPerson, pages = 2): Promise<DocumentRow> {
  const documentId = await person.uploads.upload('a.pdf', pdf, await aPdf({ pages }));
  const row = await person.uploads.settled(documentId);
  expect(row.status).toBe('ready');
  return row;
}

async function inTheFuture(shift: string, work: () => Promise<void>): Promise<void> {
  await asOwner(core.database, 'INSERT INTO clock_shift (shift) VALUES ($1::interval)', [shift]);
  try {
    await work();
  } finally {
    await asOwner(core.database, 'DELETE FROM clock_shift');
  }
}

const bytesPath = (documentId: string) => join(core.config.STORAGE_DIR, 'documents', documentId);
const keyPath = (documentId: string) =>
  join(core.config.KEY_STORE_DIR, documentId.slice(0, 2), `${documentId}.key`);

describe('every upload answered with 200', () => {
  test('is listed with a final status for 72 hours, and then no longer [row 463]', async () => {
    const person = await aPerson();
    const files: [string, Uint8Array, string][] = [
      ['good.pdf', await aPdf({ pages: 1 }), 'ready'],
      ['empty.pdf', new Uint8Array(0), 'failed'],
      ['cut.pdf', (await aPdf({ pages: 5 })).subarray(0, 700), 'failed'],
      ['text.pdf', Buffer.from('hello'), 'failed'],
    ];
    const expected: [string, string][] = [];
    for (const [name, bytes, status] of files) {
      const documentId = await person.uploads.upload(name, pdf, bytes);
      expected.push([documentId, status]);
    }
    for (const [at, [name, , status]] of files.entries()) {
      const row = await person.uploads.settled(expected[at]![0]);
      expect([row.fileName, row.status, row.reason !== undefined]).toEqual([
        name,
        status,
        status === 'failed',
      ]);
    }
    await inTheFuture('71 hours 59 minutes', async () => {
      await life.sweepDocuments();
      const rows = await person.uploads.list();
      expect(rows.map(({ orderId, status }) => [orderId, status])).toEqual(expected);
    });
    await inTheFuture('72 hours 1 second', async () => {
      expect(await person.uploads.list()).toEqual([]);
      await life.sweepDocuments();
      await until(() => expected.every(([documentId]) => !existsSync(bytesPath(documentId))));
    });
  });
});

describe('after 72 hours or a deletion', () => {
  test('a document answers 404 at each of its addresses', async () => {
    const person = await aPerson();
    const row = await aReadyDocument(person);
    const begun = await core.call('POST', '/file-upload', {
      body: { originalFileName: 'late.pdf', fileType: pdf },
      cookie: person.cookie,
    });
    const late = (await begun.json()) as FileUploadAnswer;
    const addresses = [
      `/fetch-file-metadata?uid=${row.orderId}`,
      ...row.pagePreviews.flatMap((address) => [`${address}?size=tile`, `${address}?size=page`]),
    ];
    await inTheFuture('72 hours 1 second', async () => {
      for (const address of addresses) {
        const answer = await core.call('GET', address, { cookie: person.cookie });
        expect([address, answer.status]).toEqual([address, 404]);
      }
      for (const [path, body] of [
        ['/remove-pages', { uid: row.orderId, pages_to_extract: [1] }],
        ['/delete-document', { documents: [{ orderId: row.orderId }] }],
      ] as const) {
        expect((await core.call('POST', path, { body, cookie: person.cookie })).status).toBe(404);
      }
      const put = await fetch(late.preSignedUrl, {
        method: 'PUT',
        headers: { 'content-type': pdf },
        body: '%PDF',
      });
      expect(put.status).toBe(403);
      await life.sweepDocuments();
      await until(() => !existsSync(keyPath(row.orderId)) && !existsSync(bytesPath(row.orderId)));
    });
  });

  test.each(['the document has expired', 'its owner deleted it'])(
    'a backup of rows and bytes is unreadable after %s',
    async (end) => {
      const person = await aPerson();
      const row = await aReadyDocument(person);
      const page = `${row.pagePreviews[0]!}?size=page`;
      const backup = await copyDatabase(core.config.DATABASE_URL);
      const objects = await mkdtemp(join(scratch, 'objects-'));
      await cp(core.config.STORAGE_DIR, objects, { recursive: true });

      const restored = await restoredCore(backup.url, objects);
      expect((await restored.call('GET', page, { cookie: person.cookie })).status).toBe(200);
      await restored[Symbol.asyncDispose]();

      if (end === 'its owner deleted it') {
        const body = { documents: [{ orderId: row.orderId }] };
        await core.call('POST', '/delete-document', { body, cookie: person.cookie });
      } else {
        await inTheFuture('72 hours 1 second', () => life.sweepDocuments());
      }
      expect(existsSync(keyPath(row.orderId))).toBe(false);

      const again = await restoredCore(backup.url, objects);
      const [listed] = await new Uploads(again, person.cookie).list();
      expect(listed).toMatchObject({ orderId: row.orderId, status: 'ready' });
      expect((await again.call('GET', page, { cookie: person.cookie })).status).toBe(404);
      await expect(again.app.get(ConversionsService).openNormalised(row.orderId, 1)).rejects.toMatchObject({
        code: 'storage.unknown',
      });
      await again[Symbol.asyncDispose]();
      const keys = new KeyStore(core.config.KEY_STORE_DIR, core.config.MASTER_KEY);
      const sealed = new SealedStore(new DiskStore(objects), keys);
      expect(await sealed.openFile({ documentId: row.orderId, name: '1/original' })).toBeUndefined();
      await backup.drop();
    },
  );

  test('files of a document whose rows were lost are removed as well', async () => {
    const person = await aPerson();
    const [lost, living] = [await aReadyDocument(person), await aReadyDocument(person)];
    await core.database.query('DELETE FROM documents WHERE id = $1', [lost.orderId]);
    await removal.removeLost();
    expect(existsSync(keyPath(lost.orderId))).toBe(true);
    await age(lost);
    await removal.removeLost();
    expect(existsSync(keyPath(lost.orderId)) || existsSync(bytesPath(lost.orderId))).toBe(false);
    expect(existsSync(keyPath(living.orderId)) && existsSync(bytesPath(living.orderId))).toBe(true);
  });

  test('a document whose key seems too old by the clock of core is not removed while the database has its row', async () => {
    const person = await aPerson();
    const row = await aReadyDocument(person);
    await age(row);
    await removal.removeLost();
    expect(existsSync(keyPath(row.orderId)) && existsSync(bytesPath(row.orderId))).toBe(true);
    const answer = await core.call('GET', row.pagePreviews[0]!, { cookie: person.cookie });
    expect(answer.status).toBe(200);
  });

  /** Makes the key look 99 hours old. */
  async function age({ orderId }: DocumentRow): Promise<void> {
    const longAgo = new Date(Date.now() - 99 * 3_600_000);
    await utimes(keyPath(orderId), longAgo, longAgo);
  }
});

describe('page selection', () => {
  test.each([
    ['some pages', [2, 4], [2, 4]],
    ['one page', [5], [5]],
    ['pages in another order', [4, 2], [2, 4]],
    ['a page twice', [3, 1, 3, 3], [1, 3]],
  ])('of %s keeps them in document order, with new previews', async (_, asked, kept) => {
    const person = await aPerson();
    const row = await fivePages(person);
    expect((await select(person, row, asked)).status).toBe(200);
    const after = await person.uploads.settled(row.orderId);
    expect(after).toMatchObject({ status: 'ready', revision: 2, totalPages: kept.length });
    expect(after.pagePreviews).toEqual(
      kept.map((_page, index) => `/document-pages/${row.orderId}/2/${index + 1}`),
    );
    for (const address of after.pagePreviews) {
      expect((await core.call('GET', address, { cookie: person.cookie })).status).toBe(200);
    }
    expect(await pageSizes(row.orderId, 2)).toEqual(kept);
  });

  test('of all pages changes nothing', async () => {
    const person = await aPerson();
    const row = await fivePages(person);
    expect((await select(person, row, [1, 2, 3, 4, 5])).status).toBe(200);
    expect(await person.uploads.list()).toEqual([row]);
  });

  test('uses the page numbers of the current revision, and keeps the original until the document ends', async () => {
    const person = await aPerson();
    const row = await fivePages(person);
    const original = join(bytesPath(row.orderId), '1', 'original');
    await select(person, row, [2, 3, 5]);
    const second = await person.uploads.settled(row.orderId);
    expect((await select(person, second, [4])).status).toBe(400);
    await select(person, second, [2, 3]);
    const third = await person.uploads.settled(row.orderId);
    expect(third).toMatchObject({ revision: 3, totalPages: 2 });
    expect(await pageSizes(row.orderId, 3)).toEqual([3, 5]);
    await until(() => !existsSync(join(bytesPath(row.orderId), '2')));
    expect(existsSync(original)).toBe(true);
    await inTheFuture('72 hours 1 second', () => life.sweepDocuments());
    expect(existsSync(original)).toBe(false);
  });

  describe('is refused and changes nothing when the request contains', () => {
    let person: TestPerson;
    let row: DocumentRow;
    beforeAll(async () => {
      person = await aPerson();
      row = await aReadyDocument(person, 5);
    });

    test.each([
      ['nothing', []],
      ['page 0', [0]],
      ['page -1', [-1]],
      ['a page beyond the end', [1, 6]],
      ['a page far beyond the end', [4_294_967_297]],
      ['text', ['1']],
      ['fractions', [1.5]],
      ['null', null],
      ['lists in a list', [[1]]],
    ])('%s', async (_, asked) => {
      expect((await select(person, row, asked)).status).toBe(400);
      expect(await person.uploads.list()).toEqual([row]);
    });
  });

  test('of a failed document is refused with 409', async () => {
    const person = await aPerson();
    const row = await person.uploads.settled(await person.uploads.upload('a.pdf', pdf, Buffer.from('x')));
    expect((await select(person, row, [1])).status).toBe(409);
  });

  function select(person: TestPerson, { orderId }: DocumentRow, pages: unknown): Promise<Response> {
    const body = { uid: orderId, pages_to_extract: pages };
    return core.call('POST', '/remove-pages', { body, cookie: person.cookie });
  }
});

describe('the rest of the quota', () => {
  test('is listed with the documents: awaited uploads count, deleted documents do not', async () => {
    const person = await aPerson();
    // The conversion of this document fails, so that only the uploaded bytes count.
    const bytes = Buffer.from('hello');
    expect(await leftOf(person)).toEqual({ documents: 100, bytes: 500 * 1024 ** 2 });
    const documentId = await person.uploads.upload('a.pdf', pdf, bytes);
    await core.call('POST', '/file-upload', {
      body: { originalFileName: 'never.pdf', fileType: pdf },
      cookie: person.cookie,
    });
    expect(await leftOf(person)).toEqual({ documents: 98, bytes: 500 * 1024 ** 2 - bytes.length });
    const body = { documents: [{ orderId: documentId }] };
    await core.call('POST', '/delete-document', { body, cookie: person.cookie });
    expect(await leftOf(person)).toEqual({ documents: 99, bytes: 500 * 1024 ** 2 });
  });

  test('is used up by uploads that never arrived: a new upload then answers 429 with the time to retry', async () => {
    const person = await aPerson();
    await core.database.query(
      `WITH made AS (
         INSERT INTO documents (owner_id, file_name, side, is_color, expires_at)
         SELECT $1, 'a.pdf', '1-Sided', false, app_now() + make_interval(mins => number)
         FROM generate_series(9, 109) AS number RETURNING id, expires_at
       )
       INSERT INTO document_revisions (document_id, revision, state, media_type)
       SELECT id, 1, CASE WHEN expires_at < app_now() + interval '9.5 minutes' THEN 'uploaded'
         ELSE 'awaiting-upload' END, 'x'
       FROM made`,
      [person.userId],
    );
    const again = () =>
      core.call('POST', '/file-upload', {
        body: { originalFileName: 'a.pdf', fileType: pdf },
        cookie: person.cookie,
      });
    const answer = await again();
    expect(answer.status).toBe(429);
    // The document that expires first is already uploaded. So `retry-after` names the second one, which
    // expires in ten minutes.
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(590);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(600);
    await inTheFuture('10 minutes', async () => {
      expect((await again()).status).toBe(200);
    });
  });

  async function leftOf(person: TestPerson): Promise<unknown> {
    const answer = await core.call('GET', '/fetch-documents', { cookie: person.cookie });
    return ((await answer.json()) as FetchDocumentsAnswer).left;
  }
});

/** Page n is 400 + n points wide, so that each page can be recognised. */
async function fivePages(person: TestPerson): Promise<DocumentRow> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.create();
  for (let page = 1; page <= 5; page += 1) document.addPage([400 + page, 600]).drawText(`Page ${page}`);
  const bytes = await document.save();
  return person.uploads.settled(await person.uploads.upload('five.pdf', pdf, bytes));
}

async function pageSizes(documentId: string, revision: number): Promise<number[]> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const { stream } = await core.app.get(ConversionsService).openNormalised(documentId, revision);
  const normalised = await PDFDocument.load(Buffer.concat((await stream.toArray()) as Buffer[]));
  return normalised.getPages().map((page) => Math.round(page.getWidth()) - 400);
}

/** Another core on a restored database and restored bytes, with the current key store. */
function restoredCore(databaseUrl: string, objects: string): Promise<CoreApp> {
  const { KEY_STORE_DIR, MASTER_KEY, SECRET_KEY } = core.config;
  return CoreApp.start({
    DATABASE_URL: databaseUrl,
    STORAGE_DIR: objects,
    KEY_STORE_DIR,
    MASTER_KEY: MASTER_KEY.toString('base64'),
    SECRET_KEY: SECRET_KEY.toString('base64'),
  });
}

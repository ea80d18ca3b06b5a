import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ConvertedPage } from '@sixpence/contracts/events/events';
import type { ConversionAnswer } from '@sixpence/contracts/http/conversions';
import type { DocumentRow, FetchDocumentsAnswer } from '@sixpence/contracts/http/documents';
import { DocumentLifeService } from '@sixpence/core/documents/document-life.service';
import { DocumentsService } from '@sixpence/core/documents/documents.service';
import { StorageService } from '@sixpence/core/storage/storage.service';
import { Messaging } from '@sixpence/messaging/messaging';
import { SealedStore } from '@sixpence/storage/sealed-store';
import { convertedPage } from '../support/converted-page.js';
import { CoreApp } from '../support/core-app.js';
import { until } from '../support/until.js';
import { Uploads } from '../support/uploads.js';

const imageOf = (page: number, size: string) => `page ${page}, ${size}`;
const aPage = (page: number): ConvertedPage => ({
  ...convertedPage,
  tileBytes: imageOf(page, 'tile').length,
  imageBytes: imageOf(page, 'page').length,
});
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const pdf = 'application/pdf';

let core: CoreApp;
let documents: DocumentsService;
let life: DocumentLifeService;
beforeAll(async () => {
  core = await CoreApp.start();
  documents = core.app.get(DocumentsService);
  life = core.app.get(DocumentLifeService);
});
afterAll(() => core[Symbol.asyncDispose]());

async function aPerson() {
  const { userId, cookie } = await core.signedIn(`${randomUUID()}@example.com`);
  return { userId, cookie, uploads: new Uploads(core, cookie) };
}
type Somebody = Awaited<ReturnType<typeof aPerson>>;

const upload = (person: Somebody, name = 'a.pdf') =>
  person.uploads.upload(name, pdf, Buffer.from('%PDF-1.7 …'));

const post = (person: Somebody, path: string, body: unknown) =>
  core.call('POST', path, { body, cookie: person.cookie });

async function prepareConversion(documentId: string, revision = 1): Promise<ConversionAnswer> {
  const answer = await core.call('POST', '/storage/conversions', {
    body: { documentId, revision },
    headers: { authorization: `Bearer ${core.config.SERVICE_TOKEN}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as ConversionAnswer;
}

async function putFiles(conversion: ConversionAnswer, pages: number): Promise<void> {
  const images = numbers(pages).flatMap((page) => [imageOf(page, 'tile'), imageOf(page, 'page')]);
  const files = [
    [conversion.normalised, pdf, `normalised by ${conversion.conversionId}`],
    [conversion.images, 'application/octet-stream', images.join('')],
  ] as const;
  for (const [path, type, body] of files) {
    const answer = await fetch(core.url + path, { method: 'PUT', headers: { 'content-type': type }, body });
    expect(answer.status).toBe(200);
  }
}

/** What a converter does, without converting. */
async function makeReady(person: Somebody, documentId: string, pages = 2): Promise<DocumentRow> {
  const conversion = await prepareConversion(documentId);
  await putFiles(conversion, pages);
  await publishConverted(documentId, conversion.conversionId, pages);
  return person.uploads.settled(documentId);
}

function publishConverted(documentId: string, conversionId: string, pages: number): Promise<void> {
  const body = {
    documentId,
    revision: 1,
    conversionId,
    pages: numbers(pages).map(aPage),
    byteLength: 9,
  };
  return core.app.get(Messaging).publish('print.document.converted', body, randomUUID());
}

async function aReadyDocument(person: Somebody): Promise<DocumentRow> {
  return makeReady(person, await upload(person));
}

async function inTheFuture(shift: string, work: () => Promise<void>): Promise<void> {
  await core.database.query('INSERT INTO clock_shift (shift) VALUES ($1::interval)', [shift]);
  try {
    await work();
  } finally {
    await core.database.query('DELETE FROM clock_shift');
  }
}

const bytesOf = (documentId: string) => join(core.config.STORAGE_DIR, 'documents', documentId);
const keyOf = (documentId: string) =>
  join(core.config.KEY_STORE_DIR, documentId.slice(0, 2), `${documentId}.key`);

describe('an upload', () => {
  test.each([
    ['an extension nobody handles', { originalFileName: 'a.exe', fileType: 'application/pdf' }, 415],
    ['a document with macros', { originalFileName: 'a.docm', fileType: '' }, 415],
    ['no extension', { originalFileName: 'pdf', fileType: 'application/pdf' }, 415],
    ['another type than its extension', { originalFileName: 'a.pdf', fileType: 'image/png' }, 415],
    ['an empty name', { originalFileName: ' ', fileType: pdf }, 400],
    ['a name with a line break', { originalFileName: 'a\r\n.pdf', fileType: pdf }, 400],
    ['a name with NUL', { originalFileName: 'a\0.pdf', fileType: pdf }, 400],
    ['a name that is no text', { originalFileName: ['a.pdf'], fileType: pdf }, 400],
    ['a negative size', { originalFileName: 'a.pdf', fileType: pdf, fileSize: -1 }, 400],
  ])('with %s is refused', async (_, body, status) => {
    expect((await post(await aPerson(), '/file-upload', body)).status).toBe(status);
  });

  test('with an odd name keeps it, as a name only', async () => {
    const person = await aPerson();
    const name = `../../<b>"x" ${'ü'.repeat(20)}.PDF`;
    await upload(person, name);
    expect((await person.uploads.list())[0]!.fileName).toBe(name);
  });

  test('is listed once its bytes have arrived, as processing', async () => {
    const person = await aPerson();
    await post(person, '/file-upload', { originalFileName: 'never-sent.pdf', fileType: pdf });
    const documentId = await upload(person);
    const rows = await person.uploads.list();
    expect(rows).toMatchObject([
      { orderId: documentId, status: 'processing', totalPages: 0, pagePreviews: [] },
    ]);
    expect(await documents.processingCount(person.userId)).toBe(1);
    expect(await documents.readyDocuments(person.userId)).toEqual([]);
  });

  test('is refused beyond 100 documents, and possible again after a deletion', async () => {
    const person = await aPerson();
    await core.database.query(
      `WITH made AS (
         INSERT INTO documents (owner_id, file_name, side, is_color, expires_at)
         SELECT $1, 'a.pdf', '1-Sided', false, app_now() + interval '1 hour' FROM generate_series(1, 99) RETURNING id
       )
       INSERT INTO document_revisions (document_id, revision, state, media_type) SELECT id, 1, 'uploaded', 'x' FROM made`,
      [person.userId],
    );
    const last = await upload(person);
    const body = { originalFileName: 'a.pdf', fileType: pdf };
    expect((await post(person, '/file-upload', body)).status).toBe(409);
    await post(person, '/delete-document', { documents: [{ orderId: last }] });
    expect((await post(person, '/file-upload', body)).status).toBe(200);
  });

  test('beyond 500 MB is refused by its stated size, and by what arrives, of which nothing is kept', async () => {
    const person = await aPerson();
    const documentId = await upload(person);
    const unstated = await post(person, '/file-upload', { originalFileName: 'a.pdf', fileType: pdf });
    const { preSignedUrl, orderId } = (await unstated.json()) as { preSignedUrl: string; orderId: string };
    await core.database.query('ALTER TABLE document_revisions DISABLE TRIGGER document_revision_moves');
    await core.database.query('UPDATE document_revisions SET byte_length = $2 WHERE document_id = $1', [
      documentId,
      500 * 1024 * 1024 - 3,
    ]);
    await core.database.query('ALTER TABLE document_revisions ENABLE TRIGGER document_revision_moves');
    const stated = { originalFileName: 'a.pdf', fileType: pdf, fileSize: 4 };
    expect((await post(person, '/file-upload', stated)).status).toBe(409);
    const late = await fetch(preSignedUrl, { method: 'PUT', headers: { 'content-type': pdf }, body: '%PDF' });
    expect(late.status).toBe(409);
    expect(existsSync(join(bytesOf(orderId), '1/original'))).toBe(false);
  });
});

describe('a conversion', () => {
  test('makes the document ready, with addresses of its pages', async () => {
    const person = await aPerson();
    const row = await aReadyDocument(person);
    expect(row).toMatchObject({ status: 'ready', totalPages: 2, revision: 1 });
    expect(row.pagePreviews).toEqual([1, 2].map((page) => `/document-pages/${row.orderId}/1/${page}`));
    expect(await documents.row(person.userId, row.orderId)).toEqual(row);
    expect(await person.uploads.metadata(row.orderId)).toEqual({
      status: 'ready',
      totalPages: 2,
      pagePreviews: row.pagePreviews,
    });
  });

  test('that answers twice, or late, has no second effect', async () => {
    const person = await aPerson();
    const documentId = await upload(person);
    const [first, second] = [await prepareConversion(documentId), await prepareConversion(documentId)];
    await putFiles(first, 1);
    await publishConverted(documentId, first.conversionId, 1);
    await person.uploads.settled(documentId);
    const late = await fetch(core.url + second.normalised, {
      method: 'PUT',
      headers: { 'content-type': pdf },
      body: 'late',
    });
    expect(late.status).toBe(404);
    await publishConverted(documentId, second.conversionId, 3);
    await core.app
      .get(Messaging)
      .publish(
        'print.document.conversion-failed',
        { documentId, revision: 1, reason: 'timeout' },
        randomUUID(),
      );
    const marker = await aReadyDocument(person);
    expect(marker.status).toBe('ready');
    expect((await person.uploads.list())[0]).toMatchObject({ status: 'ready', totalPages: 1 });
    const { stream } = await core.app.get(StorageService).openNormalised(documentId, 1);
    expect(String(Buffer.concat((await stream.toArray()) as Buffer[]))).toBe(
      `normalised by ${first.conversionId}`,
    );
    expect(await parked()).toBe(0);
  });

  test('of a document that was deleted is dropped', async () => {
    const person = await aPerson();
    const documentId = await upload(person);
    const conversion = await prepareConversion(documentId);
    await post(person, '/delete-document', { documents: [{ orderId: documentId }] });
    const late = await fetch(core.url + conversion.normalised, {
      method: 'PUT',
      headers: { 'content-type': pdf },
      body: 'late',
    });
    expect(late.status).toBe(404);
    await publishConverted(documentId, conversion.conversionId, 1);
    await aReadyDocument(person);
    expect(await person.uploads.list()).toHaveLength(1);
    expect(existsSync(bytesOf(documentId))).toBe(false);
    expect(await parked()).toBe(0);
  });

  test('is awaited by whoever asks for the metadata', async () => {
    const person = await aPerson();
    const documentId = await upload(person);
    const asked = person.uploads.metadata(documentId);
    await makeReady(person, documentId);
    expect(await asked).toMatchObject({ status: 'ready', totalPages: 2 });
  });

  test('that takes longer than 20 seconds answers 409, for the client to ask again', async () => {
    const person = await aPerson();
    const documentId = await upload(person);
    const started = Date.now();
    const answer = await core.call('GET', `/fetch-file-metadata?uid=${documentId}`, {
      cookie: person.cookie,
    });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'document.processing' });
    expect(Date.now() - started).toBeGreaterThan(19_000);
  });

  test.each([
    ['uploaded', 'awaiting-upload'],
    ['uploaded', 'uploaded'],
    ['ready', 'uploaded'],
    ['ready', 'failed'],
    ['ready', 'ready'],
  ])('never goes from %s to %s, whoever tries', async (from, to) => {
    const person = await aPerson();
    const { orderId } = from === 'ready' ? await aReadyDocument(person) : { orderId: await upload(person) };
    await expect(
      core.database.query('UPDATE document_revisions SET state = $2 WHERE document_id = $1', [orderId, to]),
    ).rejects.toThrow(/cannot become/);
  });

  test('that is settled keeps its pages, which its price is made of', async () => {
    const { orderId } = await aReadyDocument(await aPerson());
    await expect(
      core.database.query(`UPDATE document_revisions SET pages = '[]' WHERE document_id = $1`, [orderId]),
    ).rejects.toThrow(/cannot become/);
  });
});

describe('what is not mine', () => {
  test('answers 404 to every call, and nothing changes', async () => {
    const [anna, ben] = [await aPerson(), await aPerson()];
    const row = await aReadyDocument(ben);
    const uid = row.orderId;
    const calls: [string, string, unknown?][] = [
      ['GET', `/fetch-file-metadata?uid=${uid}`],
      ['GET', row.pagePreviews[0]!],
      ['GET', `${row.pagePreviews[0]!}?size=tile`],
      ['GET', `${row.pagePreviews[0]!}?size=page`],
      ['GET', row.pagePreviews[1]!],
      ['POST', '/delete-document', { documents: [{ orderId: uid }] }],
      ['POST', '/delete-document', { documents: [{ orderId: uid }, { orderId: uid }] }],
      ['POST', '/remove-pages', { uid, pages_to_extract: [1] }],
      ['POST', '/remove-pages', { uid, pages_to_extract: [] }],
    ];
    for (const [method, path, body] of calls) {
      const answer = await core.call(method, path, {
        cookie: anna.cookie,
        ...(body !== undefined && { body }),
      });
      expect([path, answer.status]).toEqual([path, 404]);
      const visitor = await core.call(method, path, body === undefined ? {} : { body });
      expect([path, visitor.status]).toEqual([path, 401]);
    }
    expect(await anna.uploads.list()).toEqual([]);
    expect(await documents.row(anna.userId, uid)).toBeUndefined();
    await expect(
      core.database.transaction((tx) => documents.readyDocument(tx, anna.userId, uid)),
    ).rejects.toMatchObject({ code: 'document.unknown' });
    expect(await ben.uploads.list()).toEqual([row]);
  });

  test('is not deleted along with what is mine', async () => {
    const [anna, ben] = [await aPerson(), await aPerson()];
    const [mine, foreign] = [await upload(anna), await aReadyDocument(ben)];
    const body = { documents: [{ orderId: foreign.orderId }, { orderId: mine }] };
    expect((await post(anna, '/delete-document', body)).status).toBe(404);
    expect(await anna.uploads.list()).toEqual([]);
    expect(await ben.uploads.list()).toEqual([foreign]);
  });

  test('does not follow my print options', async () => {
    const [anna, ben] = [await aPerson(), await aPerson()];
    const foreign = await aReadyDocument(ben);
    await post(anna, '/set-print-sides', { sideOption: 'yes' });
    await post(anna, '/set-print-color', { colorOption: 'Color' });
    expect(await ben.uploads.list()).toEqual([foreign]);
  });

  test.each(['x', '', randomUUID(), "' OR 1=1 --"])('and is nobody’s (%j) answers 404', async (uid) => {
    const { cookie } = await aPerson();
    const answer = await core.call('GET', `/fetch-file-metadata?uid=${encodeURIComponent(uid)}`, { cookie });
    expect(answer.status).toBe(404);
  });
});

describe('page images', () => {
  test('are for the owner, in two sizes, and not for caches that others share', async () => {
    const person = await aPerson();
    const { pagePreviews } = await aReadyDocument(person);
    for (const size of ['tile', 'page']) {
      const answer = await core.call('GET', `${pagePreviews[1]!}?size=${size}`, { cookie: person.cookie });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      expect(answer.headers.get('vary')).toMatch(/cookie/i);
      expect(await answer.text()).toBe(imageOf(2, size));
    }
  });

  test('that a browser has already cost no bytes, and are shown no more once the document is deleted', async () => {
    const person = await aPerson();
    const other = await aPerson();
    const { orderId, pagePreviews } = await aReadyDocument(person);
    const addresses = pagePreviews.flatMap((address) => [`${address}?size=tile`, `${address}?size=page`]);
    const tags = new Set<string>();
    const again = (address: string, tag: string, { cookie } = person) =>
      core.call('GET', address, { cookie, headers: { 'if-none-match': tag } });
    for (const address of addresses) {
      const tag = (await core.call('GET', address, { cookie: person.cookie })).headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[^",]+"$/);
      const same = await again(address, tag);
      expect([same.status, await same.text()]).toEqual([304, '']);
      expect(same.headers.get('etag')).toBe(tag);
      expect(same.headers.get('cache-control')).toBe('private, no-cache');
      expect((await again(address, '"another"')).status).toBe(200);
      expect((await again(address, tag, other)).status).toBe(404);
      tags.add(tag);
    }
    expect(tags.size).toBe(addresses.length);
    await post(person, '/delete-document', { documents: [{ orderId }] });
    for (const tag of [...tags, '*']) expect((await again(addresses[0]!, tag)).status).toBe(404);
  });

  test.each(['1/3', '1/0', '1/x', '1/1?size=huge', '1/1.5', '1/99999999999', '99999999999/1'])(
    'do not exist at …/%s',
    async (end) => {
      const person = await aPerson();
      const { orderId } = await aReadyDocument(person);
      const answer = await core.call('GET', `/document-pages/${orderId}/${end}`, { cookie: person.cookie });
      expect(answer.status).toBe(404);
    },
  );
});

describe('print options', () => {
  test('change all documents the person has, and are the default for later ones', async () => {
    const person = await aPerson();
    const other = await aPerson();
    const [present, foreign] = [await upload(person), await upload(other)];
    expect((await post(person, '/set-print-sides', { sideOption: 'yes' })).status).toBe(200);
    expect((await post(person, '/set-print-color', { colorOption: 'Color' })).status).toBe(200);
    const later = await upload(person);
    const chosen = { side: '2-Sided', isColor: true };
    expect(await person.uploads.list()).toMatchObject([
      { orderId: present, ...chosen },
      { orderId: later, ...chosen },
    ]);
    expect(await other.uploads.list()).toMatchObject([{ orderId: foreign, side: '1-Sided', isColor: false }]);
    expect(await news('print.document.changed', present)).toBeGreaterThanOrEqual(3);
  });

  test('are listed with the documents, also when there are none', async () => {
    const person = await aPerson();
    const listed = async () => {
      const answer = await core.call('GET', '/fetch-documents', { cookie: person.cookie });
      return ((await answer.json()) as FetchDocumentsAnswer).options;
    };
    expect(await listed()).toEqual({ side: '1-Sided', isColor: false });
    await post(person, '/set-print-sides', { sideOption: 'yes' });
    expect(await listed()).toEqual({ side: '2-Sided', isColor: false });
  });

  test.each([
    ['/set-print-sides', { sideOption: 'maybe' }],
    ['/set-print-color', { colorOption: true }],
  ])('%s refuses what is no option', async (path, body) => {
    expect((await post(await aPerson(), path, body)).status).toBe(400);
  });
});

describe('page selection', () => {
  test.each([
    ['nothing', []],
    ['page 0', [0]],
    ['a page beyond the end', [1, 3]],
    ['text', ['1']],
    ['fractions', [1.5]],
    ['no list', undefined],
  ])('of %s is refused and changes nothing', async (_, pages) => {
    const person = await aPerson();
    const row = await aReadyDocument(person);
    const answer = await post(person, '/remove-pages', { uid: row.orderId, pages_to_extract: pages });
    expect(answer.status).toBe(400);
    expect(await person.uploads.list()).toEqual([row]);
  });

  test('while processing is refused with 409; accepted, it shows as processing and prints nothing old', async () => {
    const person = await aPerson();
    const { orderId } = await aReadyDocument(person);
    const select = () => post(person, '/remove-pages', { uid: orderId, pages_to_extract: [2] });
    const answer = await select();
    expect(await answer.json()).toEqual({ status: 'success', success: true });
    expect((await select()).status).toBe(409);
    expect(await person.uploads.list()).toMatchObject([{ status: 'processing', revision: 1 }]);
    expect(await documents.readyDocuments(person.userId)).toEqual([]);
  });

  test('that fails leaves the revision before it as it was', async () => {
    const person = await aPerson();
    const row = await aReadyDocument(person);
    await post(person, '/remove-pages', { uid: row.orderId, pages_to_extract: [2] });
    const failed = { documentId: row.orderId, revision: 2, reason: 'damaged' as const };
    await core.app.get(Messaging).publish('print.document.conversion-failed', failed, randomUUID());
    expect(await person.uploads.settled(row.orderId)).toEqual(row);
  });
});

describe('the end of a document', () => {
  test('by its owner is at once: list, images, bytes, key', async () => {
    const person = await aPerson();
    const { orderId, pagePreviews } = await aReadyDocument(person);
    expect(existsSync(keyOf(orderId)) && existsSync(bytesOf(orderId))).toBe(true);
    const answer = await post(person, '/delete-document', { documents: [{ orderId }] });
    expect(answer.status).toBe(200);
    expect(await person.uploads.list()).toEqual([]);
    expect((await core.call('GET', pagePreviews[0]!, { cookie: person.cookie })).status).toBe(404);
    expect(existsSync(keyOf(orderId)) || existsSync(bytesOf(orderId))).toBe(false);
    expect(await news('print.document.deleted', orderId)).toBe(1);
  });

  test('hides it while a job has it in hand, and takes the bytes when the job is closed', async () => {
    const person = await aPerson();
    const { orderId } = await aReadyDocument(person);
    await core.database.transaction(async (tx) => {
      await documents.readyDocument(tx, person.userId, orderId);
      await documents.jobOpened(tx, orderId);
    });
    await post(person, '/delete-document', { documents: [{ orderId }] });
    expect(await person.uploads.list()).toEqual([]);
    await life.sweep();
    const { stream } = await core.app.get(StorageService).openNormalised(orderId, 1);
    expect((await stream.toArray()).length).toBe(1);
    await core.database.transaction((tx) => documents.jobClosed(tx, orderId, { printed: true }));
    await life.sweep();
    expect(existsSync(keyOf(orderId)) || existsSync(bytesOf(orderId))).toBe(false);
    await expect(core.app.get(StorageService).openNormalised(orderId, 1)).rejects.toMatchObject({
      code: 'storage.unknown',
    });
  });

  test('comes after 72 hours by the database clock: rows, bytes, key', async () => {
    const person = await aPerson();
    const { orderId, pagePreviews, expiresAt } = await aReadyDocument(person);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(71.9 * 3_600_000);
    await inTheFuture('72 hours 1 second', async () => {
      expect(await person.uploads.list()).toEqual([]);
      expect((await core.call('GET', pagePreviews[0]!, { cookie: person.cookie })).status).toBe(404);
      await until(async () => {
        await life.sweep();
        return !existsSync(keyOf(orderId)) && !existsSync(bytesOf(orderId));
      });
    });
    const rows: unknown[] = await core.database.query('SELECT 1 FROM documents WHERE id = $1', [orderId]);
    expect(rows).toEqual([]);
    expect(await news('print.document.deleted', orderId)).toBe(1);
  });

  test('is not held up by documents whose keys or bytes cannot be removed, more than fit into a sweep', async () => {
    const person = await aPerson();
    const [noKey, noBytes] = [await upload(person), await upload(person)];
    await core.database.query(
      `INSERT INTO documents (owner_id, file_name, side, is_color, expires_at)
       SELECT $1, 'stuck.pdf', '1-Sided', false, app_now() FROM generate_series(1, 120)`,
      [person.userId],
    );
    const [stuck]: [{ id: string }[], number] = await core.database.query(
      `UPDATE documents SET deleted_at = app_now() - interval '1 hour' WHERE owner_id = $1 RETURNING id`,
      [person.userId],
    );
    const isStuck = (documentId: string) => stuck.some(({ id }) => id === documentId);
    const sealed = core.app.get(SealedStore);
    const keys = jest
      .spyOn(core.app.get(StorageService), 'destroyKey')
      .mockImplementation((id) =>
        id === noKey ? Promise.reject(new Error('A stuck key')) : sealed.destroyKey(id),
      );
    const bytes = jest
      .spyOn(core.app.get(StorageService), 'destroy')
      .mockImplementation((id) =>
        isStuck(id) ? Promise.reject(new Error('Stuck bytes')) : sealed.destroy(id),
      );
    try {
      const orderId = await upload(person);
      await core.database.query('UPDATE documents SET expires_at = app_now() WHERE id = $1', [orderId]);
      await until(async () => {
        await life.sweep();
        return !existsSync(keyOf(orderId)) && !existsSync(bytesOf(orderId));
      });
      expect([existsSync(keyOf(noKey)), existsSync(keyOf(noBytes))]).toEqual([true, false]);
      expect(existsSync(bytesOf(noBytes))).toBe(true);
    } finally {
      keys.mockRestore();
      bytes.mockRestore();
    }
    await until(async () => {
      await life.sweep();
      return [noKey, noBytes].every((id) => !existsSync(keyOf(id)) && !existsSync(bytesOf(id)));
    });
  });

  test('comes after an hour for an upload that never arrived', async () => {
    const person = await aPerson();
    const answer = await post(person, '/file-upload', { originalFileName: 'a.pdf', fileType: pdf });
    const { orderId } = (await answer.json()) as { orderId: string };
    await inTheFuture('61 minutes', async () => {
      await life.sweep();
      await until(() => !existsSync(keyOf(orderId)));
    });
  });
});

test('a job that printed marks its document, which stays and can be printed again', async () => {
  const person = await aPerson();
  const { orderId } = await aReadyDocument(person);
  await core.database.transaction((tx) => documents.jobOpened(tx, orderId));
  await core.database.transaction((tx) => documents.jobClosed(tx, orderId, { printed: true }));
  const [row] = await person.uploads.list();
  expect(row!.status).toBe('ready');
  expect(Date.parse(row!.printedAt!)).toBeGreaterThan(Date.now() - 60_000);
  const [ready] = await documents.readyDocuments(person.userId);
  expect(ready!.printedAt).toBeInstanceOf(Date);
});

async function news(subject: string, documentId: string): Promise<number> {
  const rows: unknown[] = await core.database.query(
    `SELECT 1 FROM outbox WHERE subject = $1 AND body->>'documentId' = $2`,
    [subject, documentId],
  );
  return rows.length;
}

async function parked(): Promise<number> {
  const rows: unknown[] = await core.database.query('SELECT 1 FROM parked_messages');
  return rows.length;
}

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { FileUploadAnswer } from '@sixpence/contracts/http/documents';
import { DocumentLifeService } from '@sixpence/core/documents/removal/document-life.service';
import { StorageService } from '@sixpence/core/documents/storage/storage.service';
import { ConverterProcess, withoutOffice } from '../../support/worlds/converter-process.js';
import { CoreApp } from '../../support/core/core-app.js';
import { aPdf } from '../../support/documents/pdf.js';
import { TestBucket } from '../../support/peers/test-bucket.js';
import { filesBelow, piecesOf, tracesOf } from '../../support/documents/traces.js';
import { Uploads } from '../../support/builders/uploads.js';

const pdf = 'application/pdf';

let bucket: TestBucket;
let core: CoreApp;
let converter: ConverterProcess;
let anna: { userId: string; cookie: string };
let uploads: Uploads;
beforeAll(async () => {
  bucket = await TestBucket.start();
  core = await CoreApp.start({ ...bucket.environment, STORAGE_DIR: '' });
  converter = await ConverterProcess.start(core, withoutOffice);
  anna = await core.signedIn('anna@example.com');
  uploads = new Uploads(core, anna.cookie);
});
afterAll(async () => {
  await converter.stop();
  await core[Symbol.asyncDispose]();
  await bucket[Symbol.asyncDispose]();
});
afterEach(() => {
  bucket.server.setTrouble('none');
});

const keysOf = (documentId: string) => bucket.server.objects.keys(`documents/${documentId}/`);
const keyFileOf = (documentId: string) =>
  join(core.config.KEY_STORE_DIR, documentId.slice(0, 2), `${documentId}.key`);
const post = (path: string, body: unknown) => core.call('POST', path, { body, cookie: anna.cookie });

async function begin(): Promise<FileUploadAnswer> {
  const answer = await post('/file-upload', { originalFileName: 'a.pdf', fileType: pdf });
  return (await answer.json()) as FileUploadAnswer;
}

async function put(url: string, bytes: Uint8Array): Promise<number> {
  const body = bytes as Uint8Array<ArrayBuffer>;
  return (await fetch(url, { method: 'PUT', headers: { 'content-type': pdf }, body })).status;
}

test('a document in a bucket works as in a folder, and is stored only encrypted', async () => {
  const bytes = await aPdf({ pages: 3, title: 'A canary in a bucket' });
  const documentId = await uploads.upload('thesis.pdf', pdf, bytes);
  const row = await uploads.settled(documentId);
  expect(row).toMatchObject({ status: 'ready', totalPages: 3 });
  const images = await Promise.all(
    row.pagePreviews.map((address) => core.call('GET', `${address}?size=tile`, { cookie: anna.cookie })),
  );
  const pages = await Promise.all(images.map(async (image) => Buffer.from(await image.arrayBuffer())));
  for (const page of pages) expect(page.subarray(0, 3).toString('hex')).toBe('ffd8ff');

  await post('/remove-pages', { uid: documentId, pages_to_extract: [3] });
  expect(await uploads.settled(documentId)).toMatchObject({ status: 'ready', revision: 2, totalPages: 1 });
  expect(keysOf(documentId).length).toBe(1 + 2 * 2);
  expect(tracesOf([bytes, ...pages].flatMap(piecesOf), [bucket.folder])).toEqual([]);

  expect((await post('/delete-document', { documents: [{ orderId: documentId }] })).status).toBe(200);
  expect(keysOf(documentId)).toEqual([]);
  expect(existsSync(keyFileOf(documentId))).toBe(false);
});

test('while the bucket is down, uploads answer 503, lists stay readable, and core is not ready', async () => {
  const { preSignedUrl, orderId } = await begin();
  bucket.server.setTrouble('away');
  expect(await put(preSignedUrl, await aPdf({ pages: 1 }))).toBe(503);
  expect((await core.call('GET', '/fetch-documents', { cookie: anna.cookie })).status).toBe(200);
  expect((await core.call('GET', '/readyz')).status).toBe(503);
  expect((await core.call('GET', '/healthz')).status).toBe(200);
  bucket.server.setTrouble('none');
  expect((await core.call('GET', '/readyz')).status).toBe(200);
  expect(await put(preSignedUrl, await aPdf({ pages: 1 }))).toBe(200);
  expect(await uploads.settled(orderId)).toMatchObject({ status: 'ready' });
});

test('while the bucket is down, a deletion destroys the key at once, and the bytes later', async () => {
  const documentId = await uploads.upload('a.pdf', pdf, await aPdf({ pages: 1 }));
  await uploads.settled(documentId);
  bucket.server.setTrouble('away');
  expect((await post('/delete-document', { documents: [{ orderId: documentId }] })).status).toBe(200);
  expect(existsSync(keyFileOf(documentId))).toBe(false);
  bucket.server.setTrouble('none');
  expect(keysOf(documentId).length).toBeGreaterThan(0);
  await core.app.get(DocumentLifeService).sweepDocuments();
  expect(keysOf(documentId)).toEqual([]);
});

test('while the bucket is down, a sweep destroys the keys of all expired documents', async () => {
  const storage = core.app.get(StorageService);
  const ended = Array.from({ length: 120 }, () => randomUUID());
  for (const documentId of ended) await storage.createKey(documentId);
  for (const documentId of ended) {
    await core.database.query(
      `INSERT INTO documents (id, owner_id, file_name, side, is_color, expires_at)
       VALUES ($1, $2, 'a.pdf', '1-Sided', false, app_now() - interval '1 second')`,
      [documentId, anna.userId],
    );
  }
  bucket.server.setTrouble('away');
  await core.app.get(DocumentLifeService).sweepDocuments();
  expect(ended.filter((documentId) => existsSync(keyFileOf(documentId)))).toEqual([]);
});

test('a full bucket answers 507 and keeps nothing of the upload', async () => {
  const { preSignedUrl, orderId } = await begin();
  bucket.server.setTrouble('full');
  expect(await put(preSignedUrl, Buffer.alloc(6 * 1024 * 1024))).toBe(507);
  expect(await put(preSignedUrl, Buffer.alloc(1_000))).toBe(507);
  bucket.server.setTrouble('none');
  expect(keysOf(orderId)).toEqual([]);
  expect(filesBelow(join(bucket.folder, 'uploads'))).toEqual([]);
});

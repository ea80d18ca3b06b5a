import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { FetchDocumentsAnswer, FileUploadAnswer } from '@sixpence/contracts/http/documents';
import { documentLimits } from '@sixpence/contracts/limits';
import { DocumentsBench, type Uploader } from '../../support/worlds/documents-bench.js';
import { until } from '../../support/until.js';

const pdf = 'application/pdf';
const { activeBytes } = documentLimits;

let bench: DocumentsBench;
let person: Uploader;
beforeAll(async () => {
  bench = await DocumentsBench.start();
});
afterAll(() => bench[Symbol.asyncDispose]());
beforeEach(async () => {
  person = await bench.aPerson();
});

test('the PDF and images of a document count until it is deleted', async () => {
  const documentId = await bench.upload(person);
  const original = activeBytes - (await bytesLeft());
  expect(original).toBe(Buffer.byteLength('%PDF-1.7 …'));
  const made = await convert(documentId);
  expect(await bytesLeft()).toBe(activeBytes - original - made.byteLength);
  await bench.publishConverted(documentId, made.conversionId, 2);
  await person.uploads.settled(documentId);
  expect(await bytesLeft()).toBe(activeBytes - original - made.byteLength);
  await person.uploads.delete([{ orderId: documentId }]);
  expect(await bytesLeft()).toBe(activeBytes);
});

test('of two conversions of a document only the applied one is kept and counted', async () => {
  const documentId = await bench.upload(person);
  const before = await bytesLeft();
  const first = await convert(documentId);
  expect(await bytesLeft()).toBe(before - first.byteLength);
  const second = await convert(documentId);
  expect(await bytesLeft()).toBe(before - second.byteLength);
  await bench.publishConverted(documentId, second.conversionId, 2);
  expect(await person.uploads.settled(documentId)).toMatchObject({ status: 'ready' });
  await until(async () => (await conversionsOf(documentId)).length < 2);
  expect(await conversionsOf(documentId)).toEqual([second.conversionId]);
  expect(await bytesLeft()).toBe(before - second.byteLength);
  expect([first, second].map((each) => existsSync(folderOf(documentId, each)))).toEqual([false, true]);
});

test('a repeated conversion does not use up the quota', async () => {
  const documentId = await bench.upload(person);
  const files = await convert(documentId);
  await addDocument((await bytesLeft()) - 1);
  const begun = await bench.prepareConversion(documentId);
  await bench.putFiles(begun, 1);
  await convert(documentId);
  expect(await bytesLeft()).toBe(1);
  const last = await convert(documentId);
  expect(last.byteLength).toBe(files.byteLength);
  await bench.publishConverted(documentId, last.conversionId, 2);
  expect(await person.uploads.settled(documentId)).toMatchObject({ status: 'ready' });
  expect(await bytesLeft()).toBe(1);
});

test('a document that is converted again and again fails before it fills the storage', async () => {
  const documentId = await bench.upload(person);
  const tried = () =>
    bench.core.database.query(
      `INSERT INTO converted_files (document_id, revision, conversion_id, kind, byte_length)
       VALUES ($1, 1, gen_random_uuid(), 'normalised', $2)`,
      [documentId, 0.6 * activeBytes],
    );
  await tried();
  await tried();
  await convert(documentId);
  await tried();
  const { normalised } = await bench.prepareConversion(documentId);
  const once = { method: 'PUT', headers: { 'content-type': pdf }, body: 'once more' };
  expect((await fetch(bench.core.url + normalised, once)).status).toBe(404);
  expect(await person.uploads.settled(documentId)).toMatchObject({ status: 'failed', reason: 'no-room' });
  expect(await bytesLeft()).toBeGreaterThan(0.9 * activeBytes);
});

test('the files of each revision count', async () => {
  const documentId = await bench.upload(person);
  await bench.makeReady(person, documentId);
  const before = await bytesLeft();
  await bench.post(person, '/remove-pages', { uid: documentId, pages_to_extract: [2] });
  const conversion = await bench.prepareConversion(documentId, 2);
  await bench.putFiles(conversion, 1);
  const made = [`normalised by ${conversion.conversionId}`, 'page 1, tile', 'page 1, page'].join('');
  expect(await bytesLeft()).toBe(before - made.length);
});

test('a file that is sent again counts once, with its last length', async () => {
  const documentId = await bench.upload(person);
  const before = await bytesLeft();
  const conversion = await bench.prepareConversion(documentId);
  await bench.putFiles(conversion, 2);
  const after = await bytesLeft();
  expect(after).toBeLessThan(before);
  await bench.putFiles(conversion, 2);
  expect(await bytesLeft()).toBe(after);
  await bench.putFiles(conversion, 1);
  expect(await bytesLeft()).toBe(after + 'page 2, tilepage 2, page'.length);
});

test('a document whose conversion exceeds the quota fails, and its converted files are removed', async () => {
  const documentId = await bench.upload(person);
  await addDocument(await bytesLeft().then((left) => left - 100));
  const conversion = await bench.prepareConversion(documentId);
  const put = (path: string, type: string, byteLength: number) =>
    fetch(bench.core.url + path, {
      method: 'PUT',
      headers: { 'content-type': type },
      body: Buffer.alloc(byteLength),
    });
  expect((await put(conversion.normalised, pdf, 60)).status).toBe(200);
  expect(await bytesLeft()).toBe(40);
  expect((await put(conversion.images, 'application/octet-stream', 41)).status).toBe(404);
  expect(await person.uploads.settled(documentId)).toMatchObject({ status: 'failed', reason: 'no-room' });
  expect(await bytesLeft()).toBe(100);
  expect(existsSync(folderOf(documentId, conversion))).toBe(false);
});

test('an upload in progress counts from its start: by its stated length, otherwise as the largest file', async () => {
  await addDocument(activeBytes - 1_000);
  const [one, other] = [await begin(), await begin()];
  const sending = await stallingSender(one, 600);
  expect(await bytesLeft()).toBe(400);
  const refused = await put(other, 401);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  sending.destroy();
  await until(async () => (await bytesLeft()) === 1_000);
  expect((await put(other, undefined)).status).toBe(409);
  expect((await put(other, 1_001)).status).toBe(409);
  expect((await put(other, 1_000)).status).toBe(200);
});

test('a newer sender of the same document does not count in addition to the earlier sender', async () => {
  await addDocument(activeBytes - 1_000);
  const upload = await begin();
  const still = await stallingSender(upload, 600);
  expect((await put(upload, 600)).status).toBe(200);
  expect(await bytesLeft()).toBe(400);
  still.destroy();
});

test('a newer sender still counts when the earlier sender has ended', async () => {
  await addDocument(activeBytes - 1_000);
  const upload = await begin();
  const before = await stallingSender(upload, 600);
  const answered = once(before, 'response');
  const newer = await stallingSender(upload, 700);
  const [answer] = (await answered) as [IncomingMessage];
  expect(answer.statusCode).toBe(409);
  expect(await bytesLeft()).toBe(300);
  newer.destroy();
});

test('an upload that a core was receiving when it died counts until the document expires', async () => {
  const { orderId } = await begin();
  await bench.core.database.query('UPDATE documents SET receiving_bytes = 600 WHERE id = $1', [orderId]);
  expect(await bytesLeft()).toBe(activeBytes - 600);
  await bench.inTheFuture('60 minutes', async () => {
    expect(await bytesLeft()).toBe(activeBytes);
  });
});

/** The conversions whose files are stored. */
async function conversionsOf(documentId: string): Promise<string[]> {
  const rows: { id: string }[] = await bench.core.database.query(
    'SELECT DISTINCT conversion_id AS id FROM converted_files WHERE document_id = $1',
    [documentId],
  );
  return rows.map(({ id }) => id);
}

async function bytesLeft(): Promise<number> {
  const answer = await bench.core.call('GET', '/fetch-documents', { cookie: person.cookie });
  return ((await answer.json()) as FetchDocumentsAnswer).left.bytes;
}

/** Gives the user another document of this many bytes. */
async function addDocument(byteLength: number): Promise<void> {
  await bench.core.database.query(
    `WITH made AS (
       INSERT INTO documents (owner_id, file_name, side, is_color, expires_at)
       VALUES ($1, 'a.pdf', '1-Sided', false, app_now() + interval '10 hours') RETURNING id
     )
     INSERT INTO document_revisions (document_id, revision, state, media_type, byte_length, reason)
     SELECT id, 1, 'failed', $2, $3, 'damaged' FROM made`,
    [person.userId, pdf, byteLength],
  );
}

/** One conversion: sends both files. */
async function convert(documentId: string): Promise<{ conversionId: string; byteLength: number }> {
  const conversion = await bench.prepareConversion(documentId);
  await bench.putFiles(conversion, 2);
  const normalised = `normalised by ${conversion.conversionId}`.length;
  const images = 'page 1, tilepage 1, pagepage 2, tilepage 2, page'.length;
  return { conversionId: conversion.conversionId, byteLength: normalised + images };
}

function folderOf(documentId: string, { conversionId }: { conversionId: string }): string {
  return join(bench.bytesOf(documentId), '1', conversionId);
}

async function begin(): Promise<FileUploadAnswer> {
  const body = { originalFileName: `${randomUUID()}.pdf`, fileType: pdf };
  return (await (await bench.post(person, '/file-upload', body)).json()) as FileUploadAnswer;
}

/** Sends this many bytes; without a number, a few bytes without a stated length. */
function put({ preSignedUrl }: FileUploadAnswer, byteLength: number | undefined): Promise<Response> {
  const body = byteLength === undefined ? new Blob(['%PDF']).stream() : Buffer.alloc(byteLength);
  return fetch(preSignedUrl, {
    method: 'PUT',
    headers: { 'content-type': pdf },
    body,
    duplex: 'half',
  } as RequestInit);
}

/** A sender that states a length and stalls after a few bytes. */
async function stallingSender(upload: FileUploadAnswer, byteLength: number): Promise<ClientRequest> {
  const before = await bytesLeft();
  const sending = request(upload.preSignedUrl, {
    method: 'PUT',
    headers: { 'content-type': pdf, 'content-length': byteLength },
  });
  sending.on('error', () => undefined);
  sending.write('%PDF');
  await until(async () => (await bytesLeft()) < before);
  return sending;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FetchDocumentsAnswer } from '@sixpence/contracts/http/documents';
import { PersonalDataService } from '@sixpence/core/platform/personal-data/personal-data.service';
import { asOwner } from '../../support/core/database.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { DocumentsBench } from '../../support/worlds/documents-bench.js';

const pdf = 'application/pdf';

let bench: DocumentsBench;
beforeAll(async () => {
  bench = await DocumentsBench.start();
});
afterAll(() => bench[Symbol.asyncDispose]());

describe('an upload', () => {
  test.each([
    ['an unknown extension', { originalFileName: 'a.exe', fileType: 'application/pdf' }, 415],
    ['a document with macros', { originalFileName: 'a.docm', fileType: '' }, 415],
    ['no extension', { originalFileName: 'pdf', fileType: 'application/pdf' }, 415],
    ['another type than its extension', { originalFileName: 'a.pdf', fileType: 'image/png' }, 415],
    ['an empty name', { originalFileName: ' ', fileType: pdf }, 400],
    ['a name with a line break', { originalFileName: 'a\r\n.pdf', fileType: pdf }, 400],
    ['a name with NUL', { originalFileName: 'a\0.pdf', fileType: pdf }, 400],
    ['a name that is no text', { originalFileName: ['a.pdf'], fileType: pdf }, 400],
    ['a negative size', { originalFileName: 'a.pdf', fileType: pdf, fileSize: -1 }, 400],
  ])('with %s is refused', async (_, body, status) => {
    expect((await bench.post(await bench.aPerson(), '/file-upload', body)).status).toBe(status);
  });

  test('keeps an unusual name, which is never used as a path [row 198]', async () => {
    const person = await bench.aPerson();
    const name = `../../<b>"x" ${'ü'.repeat(20)}.PDF`;
    await bench.upload(person, name);
    expect((await person.uploads.list())[0]!.fileName).toBe(name);
  });

  test('is listed as processing once its bytes have arrived [rows 197, 377]', async () => {
    const person = await bench.aPerson();
    const begun = await bench.post(person, '/file-upload', { originalFileName: 'unsent.pdf', fileType: pdf });
    const { orderId: unsent } = (await begun.json()) as { orderId: string };
    const documentId = await bench.upload(person);
    const rows = await person.uploads.list();
    expect(rows).toMatchObject([
      { orderId: documentId, status: 'processing', totalPages: 0, pagePreviews: [] },
    ]);
    expect(await bench.documents.processingCount(person.userId)).toBe(1);
    expect(await bench.documents.readyDocuments(person.userId)).toEqual([]);
    expect(await bench.documents.documentRow(person.userId, unsent)).toBeUndefined();
  });

  test('is refused beyond 100 documents, and possible again after a deletion', async () => {
    const person = await bench.aPerson();
    await bench.core.database.query(
      `WITH made AS (
         INSERT INTO documents (owner_id, file_name, side, is_color, expires_at)
         SELECT $1, 'a.pdf', '1-Sided', false, app_now() + interval '1 hour' FROM generate_series(1, 99)
           RETURNING id
       )
       INSERT INTO document_revisions (document_id, revision, state, media_type) SELECT id, 1, 'uploaded', 'x'
         FROM made`,
      [person.userId],
    );
    const last = await bench.upload(person);
    const body = { originalFileName: 'a.pdf', fileType: pdf };
    expect((await bench.post(person, '/file-upload', body)).status).toBe(409);
    await bench.post(person, '/delete-document', { documents: [{ orderId: last }] });
    expect((await bench.post(person, '/file-upload', body)).status).toBe(200);
  });

  test('beyond 500 MB is refused by its stated size and by its received bytes, which are not kept', async () => {
    const person = await bench.aPerson();
    const documentId = await bench.upload(person);
    const unstated = await bench.post(person, '/file-upload', { originalFileName: 'a.pdf', fileType: pdf });
    const { preSignedUrl, orderId } = (await unstated.json()) as { preSignedUrl: string; orderId: string };
    await asOwner(
      bench.core.database,
      'ALTER TABLE document_revisions DISABLE TRIGGER document_revision_moves',
    );
    await bench.core.database.query('UPDATE document_revisions SET byte_length = $2 WHERE document_id = $1', [
      documentId,
      500 * 1024 * 1024 - 3,
    ]);
    await asOwner(
      bench.core.database,
      'ALTER TABLE document_revisions ENABLE TRIGGER document_revision_moves',
    );
    const stated = { originalFileName: 'a.pdf', fileType: pdf, fileSize: 4 };
    expect((await bench.post(person, '/file-upload', stated)).status).toBe(409);
    const late = await fetch(preSignedUrl, { method: 'PUT', headers: { 'content-type': pdf }, body: '%PDF' });
    expect(late.status).toBe(409);
    expect(existsSync(join(bench.bytesOf(orderId), '1/original'))).toBe(false);
  });
});

describe('print options', () => {
  test('change all documents of the user, and are the default for later ones [rows 201, 202, 384–387]', async () => {
    const person = await bench.aPerson();
    const other = await bench.aPerson();
    const [present, foreign] = [await bench.upload(person), await bench.upload(other)];
    expect((await bench.post(person, '/set-print-sides', { sideOption: 'yes' })).status).toBe(200);
    expect((await bench.post(person, '/set-print-color', { colorOption: 'Color' })).status).toBe(200);
    const later = await bench.upload(person);
    const chosen = { side: '2-Sided', isColor: true };
    expect(await person.uploads.list()).toMatchObject([
      { orderId: present, ...chosen },
      { orderId: later, ...chosen },
    ]);
    expect(await other.uploads.list()).toMatchObject([{ orderId: foreign, side: '1-Sided', isColor: false }]);
    const told = bench.changes(present);
    expect(told).toBeGreaterThanOrEqual(3);
    // A choice that changes nothing causes no news.
    expect((await bench.post(person, '/set-print-color', { colorOption: 'Color' })).status).toBe(200);
    expect(bench.changes(present)).toBe(told);
    expect((await bench.post(person, '/set-print-sides', { sideOption: 'no' })).status).toBe(200);
    expect((await bench.post(person, '/set-print-color', { colorOption: 'Black-White' })).status).toBe(200);
    const back = { side: '1-Sided', isColor: false };
    expect(await person.uploads.list()).toMatchObject([back, back]);

    for (const each of [person, other]) await bench.post(each, '/set-print-sides', { sideOption: 'yes' });
    const personal = bench.core.app.get(PersonalDataService);
    await bench.core.database.transaction((tx) => personal.forgotten.notify(tx, person.userId, []));
    expect(await bench.documents.printOptions(person.userId)).toEqual(back);
    expect(await bench.documents.printOptions(other.userId)).toEqual({ side: '2-Sided', isColor: false });
  });

  test('set at the same moment do not undo each other', async () => {
    const person = await bench.aPerson();
    let later: Promise<Response> | undefined;
    await bench.core.database.transaction(async (tx) => {
      const color = `INSERT INTO print_options (user_id, side, is_color) VALUES ($1, '1-Sided', true)`;
      await tx.query(color, [person.userId]);
      later = bench.post(person, '/set-print-sides', { sideOption: 'yes' });
      await lockWaits(bench.core.database, 1, 'INSERT INTO print_options');
    });
    expect((await later)?.status).toBe(200);
    expect(await bench.documents.printOptions(person.userId)).toEqual({ side: '2-Sided', isColor: true });
  });

  test('are listed with the documents, also when there are none', async () => {
    const person = await bench.aPerson();
    const listed = async () => {
      const answer = await bench.core.call('GET', '/fetch-documents', { cookie: person.cookie });
      return ((await answer.json()) as FetchDocumentsAnswer).options;
    };
    expect(await listed()).toEqual({ side: '1-Sided', isColor: false });
    await bench.post(person, '/set-print-sides', { sideOption: 'yes' });
    expect(await listed()).toEqual({ side: '2-Sided', isColor: false });
  });

  test.each([
    ['/set-print-sides', { sideOption: 'maybe' }],
    ['/set-print-color', { colorOption: true }],
  ])('%s refuses an invalid option', async (path, body) => {
    expect((await bench.post(await bench.aPerson(), path, body)).status).toBe(400);
  });
});

test('a completed job marks its document as printed, and the document can be printed again', async () => {
  const person = await bench.aPerson();
  const { orderId } = await bench.aReadyDocument(person);
  await bench.startJob(orderId);
  await bench.endJob(orderId);
  const [row] = await person.uploads.list();
  expect(row!.status).toBe('ready');
  expect(Date.parse(row!.printedAt!)).toBeGreaterThan(Date.now() - 60_000);
  const [ready] = await bench.documents.readyDocuments(person.userId);
  expect(ready!.printedAt).toBeInstanceOf(Date);
});

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import type { Logger } from 'pino';
import type { ConversionAnswer } from '@sixpence/contracts/http/conversions';
import type { FileUploadAnswer } from '@sixpence/contracts/http/documents';
import { ArrivalsService } from '@sixpence/core/documents/arrivals.service';
import { HeldFilesService } from '@sixpence/core/documents/held-files.service';
import { ConversionsService } from '@sixpence/core/documents/preparation/conversions.service';
import { ConvertedFilesService } from '@sixpence/core/documents/preparation/converted-files.service';
import { PageSelectionService } from '@sixpence/core/documents/preparation/page-selection.service';
import { RevisionsService } from '@sixpence/core/documents/preparation/revisions.service';
import { StorageService, type OpenedFile } from '@sixpence/core/documents/storage/storage.service';
import { filesBelow } from '../../support/documents/traces.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { DocumentsBench, type Uploader } from '../../support/worlds/documents-bench.js';

const pdf = 'application/pdf';
const gone = expect.objectContaining({ code: 'storage.unknown' });

let bench: DocumentsBench;
let arrivals: ArrivalsService;
let conversions: ConversionsService;
let revisions: RevisionsService;
beforeAll(async () => {
  bench = await DocumentsBench.start();
  arrivals = bench.core.app.get(ArrivalsService);
  conversions = bench.core.app.get(ConversionsService);
  revisions = bench.core.app.get(RevisionsService);
});
afterAll(() => bench[Symbol.asyncDispose]());

const bytesOf = (...pieces: string[]) =>
  (async function* () {
    for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece));
  })();
/** The bytes of the only sender of a file. */
const fromOne = (bytes: AsyncIterable<Uint8Array>) => ({
  bytes,
  stop: () => undefined,
});
const textOf = async (file: OpenedFile) =>
  Buffer.concat((await file.stream.toArray()) as Buffer[]).toString();

const report = (documentId: string, revision: number, conversionId: string, pages: number) =>
  bench.reportOf(documentId, conversionId, { revision, pages });

/** Stores and reports a conversion of one revision, without converting. */
async function convert(documentId: string, revision: number, pages: number): Promise<ConversionAnswer> {
  const conversion = await bench.prepareConversion(documentId, revision);
  await bench.putFiles(conversion, pages);
  await revisions.applyConversion(report(documentId, revision, conversion.conversionId, pages));
  return conversion;
}

describe('a signed address', () => {
  test('opens only what it was signed for', async () => {
    const person = await bench.aPerson();
    const begun = await bench.post(person, '/file-upload', { originalFileName: 'a.pdf', fileType: pdf });
    const upload = ((await begun.json()) as FileUploadAnswer).preSignedUrl;
    const conversion = await bench.prepareConversion(await bench.upload(person));
    const tokenOf = (address: string) => address.split('/').at(-1)!;
    const call = async (method: string, path: string, mediaType = pdf) => {
      const body = method === 'PUT' ? { body: '%PDF-1.7 …' } : {};
      const answer = await fetch(bench.core.url + path, {
        method,
        headers: method === 'PUT' ? { 'content-type': mediaType } : {},
        ...body,
      });
      return [method, path, answer.status];
    };
    const images = 'application/octet-stream';
    for (const [method, path, mediaType] of [
      ['PUT', `/storage/${tokenOf(conversion.source)}`],
      ['PUT', `/storage/${tokenOf(conversion.normalised)}`],
      ['PUT', `/storage/${tokenOf(conversion.images)}`, images],
      ['PUT', conversion.source],
      ['PUT', `/storage/conversions/${tokenOf(upload)}`],
      ['GET', conversion.normalised],
      ['GET', conversion.images],
      ['GET', `/storage/conversions/${tokenOf(upload)}`],
    ] as const) {
      expect(await call(method, path, mediaType)).toEqual([method, path, 403]);
    }
    expect(await call('GET', conversion.source)).toEqual(['GET', conversion.source, 200]);
    expect(await call('PUT', conversion.normalised)).toEqual(['PUT', conversion.normalised, 200]);
  });
});

describe('bytes staged while their document changes', () => {
  const awaited = (person: Uploader) =>
    arrivals.expectDocument({ owner: person.userId, name: 'a.pdf', type: pdf });

  test('are refused when other bytes arrived first', async () => {
    const documentId = await awaited(await bench.aPerson());
    const first = await arrivals.stageBytes(documentId, bytesOf('first'));
    const same = await arrivals.stageBytes(documentId, bytesOf('fi', 'rst'));
    const other = await arrivals.stageBytes(documentId, bytesOf('other'));
    await arrivals.completeArrivals([first]);
    await expect(arrivals.completeArrivals([other])).rejects.toMatchObject({ code: 'storage.differs' });
    await arrivals.completeArrivals([same]);
    for (const staged of [first, same, other]) await staged.discard();
    expect(await textOf(await conversions.openSource(documentId, 1))).toBe('first');
    expect(await bench.facts('print.document.uploaded', documentId)).toBe(1);
  });

  test('are refused when the document was deleted', async () => {
    const person = await bench.aPerson();
    const documentId = await awaited(person);
    const staged = await arrivals.stageBytes(documentId, bytesOf('late'));
    await bench.core.database.query('UPDATE documents SET deleted_at = app_now() WHERE id = $1', [
      documentId,
    ]);
    await expect(arrivals.completeArrivals([staged])).rejects.toEqual(gone);
    await staged.discard();
    expect(await bench.facts('print.document.uploaded', documentId)).toBe(0);
  });
});

describe('a ready revision never changes:', () => {
  test('core signs no address for another result', async () => {
    const documentId = await bench.upload(await bench.aPerson());
    await convert(documentId, 1, 1);
    await expect(conversions.prepareConversion(documentId, 1)).rejects.toEqual(gone);
  });

  test('no byte of a late result is read', async () => {
    const documentId = await bench.upload(await bench.aPerson());
    const { conversionId } = await convert(documentId, 1, 1);
    let isRead = false;
    const late = (async function* () {
      isRead = true;
      yield await Promise.resolve(Buffer.from('late'));
    })();
    const address = { scope: 'normalised', documentId, revision: 1, conversionId, expiresAt: 0 } as const;
    await expect(conversions.receiveConverted(address, fromOne(late))).rejects.toEqual(gone);
    expect(isRead).toBe(false);
  });

  test('a result that is still being sent when another is applied has no effect', async () => {
    const documentId = await bench.upload(await bench.aPerson());
    const conversion = await bench.prepareConversion(documentId);
    await bench.putFiles(conversion, 1);
    const { conversionId } = conversion;
    const slow = (async function* () {
      yield Buffer.from('begun before');
      await revisions.applyConversion(report(documentId, 1, conversionId, 1));
      yield Buffer.from(' and ended after');
    })();
    const address = { scope: 'normalised', documentId, revision: 1, conversionId, expiresAt: 0 } as const;
    await expect(conversions.receiveConverted(address, fromOne(slow))).rejects.toEqual(gone);
    expect(await textOf(await conversions.openNormalised(documentId, 1))).toBe(
      `normalised by ${conversionId}`,
    );
    expect(filesBelow(join(bench.core.config.STORAGE_DIR, '.incoming'))).toEqual([]);
  });

  test('a second report, and a failure after success, change nothing', async () => {
    const person = await bench.aPerson();
    const documentId = await bench.upload(person);
    const { conversionId } = await convert(documentId, 1, 2);
    const before = await person.uploads.list();
    expect(before).toMatchObject([{ status: 'ready', totalPages: 2 }]);
    const told = bench.changes(documentId);
    await revisions.applyConversion(report(documentId, 1, conversionId, 3));
    await revisions.applyFailure({ documentId, revision: 1, reason: 'damaged' });
    expect(await person.uploads.list()).toEqual(before);
    expect(bench.changes(documentId)).toBe(told);
  });
});

describe('each change of a document waits for the earlier change:', () => {
  const nothing = () => Promise.resolve();
  const expectedAt = (person: Uploader) =>
    arrivals.expectDocument({ owner: person.userId, name: 'a.pdf', type: pdf });
  const readyAt = async (person: Uploader) => {
    const documentId = await bench.upload(person);
    await convert(documentId, 1, 2);
    return documentId;
  };
  const uploadedAt = (person: Uploader) => bench.upload(person);

  type Act = (documentId: string, person: Uploader) => Promise<unknown>;
  test.each<[string, (person: Uploader) => Promise<string>, Act]>([
    [
      'its arrival',
      expectedAt,
      async (id) => arrivals.completeArrivals([await arrivals.stageBytes(id, bytesOf('%PDF'))], nothing),
    ],
    [
      'bytes that are held',
      expectedAt,
      (id) => bench.core.app.get(HeldFilesService).holdFile(id, bytesOf('%PDF')),
    ],
    ['giving it up', expectedAt, (id) => arrivals.expireAwaited([id])],
    [
      'a converted file',
      uploadedAt,
      async (documentId) => {
        const { conversionId } = await conversions.prepareConversion(documentId, 1);
        const address = { scope: 'images', documentId, revision: 1, conversionId, expiresAt: 0 } as const;
        await conversions.receiveConverted(address, fromOne(bytesOf('images')));
      },
    ],
    [
      'a report of failure',
      uploadedAt,
      (documentId) => revisions.applyFailure({ documentId, revision: 1, reason: 'damaged' }),
    ],
    [
      'a choice of pages',
      readyAt,
      (id, { userId }) => selection().keepPages(userId, id, { pages: [1], putBack: [] }),
    ],
    ['the removal of earlier revisions', readyAt, (id) => selection().removeRevisionsBetween(id)],
    [
      'the removal of unused files',
      readyAt,
      (id) => bench.core.app.get(ConvertedFilesService).removeUnusedFiles(id, 1),
    ],
  ])('%s', async (_, make, act) => {
    const person = await bench.aPerson();
    const documentId = await make(person);
    const ends: string[] = [];
    let acting: Promise<unknown> | undefined;
    await bench.core.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM documents WHERE id = $1 FOR UPDATE', [documentId]);
      acting = act(documentId, person).then(() => ends.push('the change'));
      await lockWaits(bench.core.database, 1, 'ORDER BY id FOR UPDATE');
      ends.push('the one before');
    });
    await acting;
    expect(ends).toEqual(['the one before', 'the change']);
  });
});

const selection = () => bench.core.app.get(PageSelectionService);

test('a document becomes ready, also when files that are no longer used cannot be removed at once', async () => {
  const person = await bench.aPerson();
  const documentId = await bench.upload(person);
  await bench.putFiles(await bench.prepareConversion(documentId), 1);
  const remove = jest.spyOn(bench.core.app.get(StorageService), 'removeFile');
  remove.mockRejectedValue(new Error('the storage is down'));
  const warn = jest.spyOn(bench.core.app.get<Logger>(LOGGER), 'warn');
  await convert(documentId, 1, 4);
  for (const [revision, pages] of [
    [2, 3],
    [3, 2],
  ] as const) {
    const chosen = Array.from({ length: pages }, (_, index) => index + 1);
    await selection().keepPages(person.userId, documentId, { pages: chosen, putBack: [] });
    await convert(documentId, revision, pages);
  }
  expect(remove.mock.calls.length).toBeGreaterThanOrEqual(2);
  remove.mockRestore();
  const said = warn.mock.calls.map(([, message]) => message);
  warn.mockRestore();
  expect(said).toContain('earlier revisions of a document could not be removed');
  expect(said).toContain(
    'unused files of conversions could not be removed, and count in the quota until their document ends',
  );
  expect(await person.uploads.list()).toMatchObject([{ status: 'ready', revision: 3, totalPages: 2 }]);
});

describe('pages selected while a job uses the document', () => {
  test('leave the job its pages; after the job, the next selection removes the old revisions', async () => {
    const person = await bench.aPerson();
    const documentId = await bench.upload(person);
    await convert(documentId, 1, 5);
    const choose = async (pages: number[]) => {
      const body = { uid: documentId, pages_to_extract: pages };
      expect((await bench.post(person, '/remove-pages', body)).status).toBe(200);
    };
    await choose([1, 2, 3, 4]);
    await convert(documentId, 2, 4);
    await bench.startJob(documentId);
    await choose([1, 2, 3]);
    await convert(documentId, 3, 3);
    expect(await textOf(await conversions.openNormalised(documentId, 2))).toMatch(/^normalised/);

    await bench.endJob(documentId);
    await choose([1, 2]);
    await convert(documentId, 4, 2);
    for (const revision of [2, 3])
      await expect(conversions.openNormalised(documentId, revision)).rejects.toEqual(gone);
    // The first one is kept, because every choice is made from it.
    for (const revision of [1, 4])
      expect(await textOf(await conversions.openNormalised(documentId, revision))).toMatch(/^normalised/);
    expect(await textOf(await conversions.openSource(documentId, 1))).toMatch(/^%PDF/);
  });
});

import { existsSync, readdirSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import type { Logger } from 'pino';
import { LockedAccountsService } from '@sixpence/core/people/users/locked-accounts.service';
import { ArrivalsService, type NewDocument } from '@sixpence/core/documents/arrivals.service';
import { isOutage } from '@sixpence/core/platform/database/outage';
import { RemovalService } from '@sixpence/core/documents/removal/removal.service';
import { type StagedFile, StorageService } from '@sixpence/core/documents/storage/storage.service';
import { HeldFilesService } from '@sixpence/core/documents/held-files.service';
import type { EntityManager } from 'typeorm';
import { DocumentsBench, type Uploader } from '../../support/worlds/documents-bench.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { filesBelow } from '../../support/documents/traces.js';

const pdf = 'application/pdf';

let bench: DocumentsBench;
beforeAll(async () => {
  bench = await DocumentsBench.start();
});
afterAll(() => bench[Symbol.asyncDispose]());

const named = ({ userId }: Uploader, name = 'a.pdf', type = pdf): NewDocument => ({
  owner: userId,
  name,
  type,
});

async function* bytes(...pieces: (Uint8Array | string)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece));
}

// oxlint-disable-next-line typescript/require-await -- a source that fails
async function* failingBytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('%PDF');
  throw new Error('the connection was lost');
}

/** A document and its bytes, which can be read once. */
interface SentDocument {
  document: NewDocument;
  bytes: AsyncIterable<Uint8Array>;
}

const aSentDocument = (person: Uploader, name: string, content = bytes('%PDF')): SentDocument => ({
  document: named(person, name),
  bytes: content,
});

/** Adds documents by the steps of an upload. When one fails, all of them expire. */
async function addAll(
  documents: readonly SentDocument[],
  also: (tx: EntityManager, documentIds: readonly string[]) => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const arrivals = bench.core.app.get(ArrivalsService);
  const documentIds: string[] = [];
  const staged: StagedFile[] = [];
  try {
    for (const { document, bytes: content } of documents) {
      const documentId = await arrivals.expectDocument(document);
      documentIds.push(documentId);
      staged.push(await arrivals.stageBytes(documentId, content));
    }
    await arrivals.completeArrivals(staged, (tx) => also(tx, documentIds));
    return documentIds;
  } catch (error) {
    await arrivals.expireAwaited(documentIds);
    throw error;
  } finally {
    for (const file of staged) await file.discard();
  }
}

async function add(document: NewDocument, content: AsyncIterable<Uint8Array>): Promise<string> {
  const [documentId = ''] = await addAll([{ document, bytes: content }]);
  return documentId;
}

const listed = async (person: Uploader) => (await person.uploads.list()).map(({ fileName }) => fileName);

/** Ids of all documents of the user, listed or not. */
async function idsOf({ userId }: Uploader): Promise<string[]> {
  const rows: { id: string }[] = await bench.core.database.query(
    'SELECT id FROM documents WHERE owner_id = $1',
    [userId],
  );
  return rows.map(({ id }) => id);
}

/** Names of the files of these documents in storage, and of files being received. */
function filesOf(documentIds: string[]): string[] {
  const incoming = join(bench.core.config.STORAGE_DIR, '.incoming');
  return [incoming, ...documentIds.map((id) => bench.bytesOf(id))]
    .flatMap(filesBelow)
    .map((path) => basename(path));
}

async function factsOf(documentIds: string[]): Promise<string[]> {
  const rows: { subject: string }[] = await bench.core.database.query(
    `SELECT DISTINCT subject FROM outbox WHERE body->>'documentId' = ANY($1) ORDER BY subject`,
    [documentIds],
  );
  return rows.map(({ subject }) => subject);
}

/**
 * A failed document was never listed or reported, its bytes are gone, and a sweep removes its rows and keys.
 */
async function expectNothingOf(person: Uploader): Promise<void> {
  expect(await listed(person)).toEqual([]);
  const documentIds = await idsOf(person);
  expect(filesOf(documentIds)).toEqual([]);
  expect((await factsOf(documentIds)).filter((subject) => subject !== 'print.document.deleted')).toEqual([]);
  await bench.life.sweepDocuments();
  expect(await idsOf(person)).toEqual([]);
  expect(documentIds.filter((id) => existsSync(bench.keyOf(id)))).toEqual([]);
}

describe('a document', () => {
  test.each([
    ['an unknown extension', 'a.exe', '', 'document.type'],
    ['another type than its extension', 'a.pdf', 'image/png', 'document.type'],
    ['an empty name', ' ', pdf, 'document.name'],
    ['a name with a line break', 'a\r\n.pdf', pdf, 'document.name'],
  ])('with %s is refused before a byte is read', async (_, name, type, code) => {
    const person = await bench.aPerson();
    const source = bytes('%PDF');
    await expect(add(named(person, name, type), source)).rejects.toMatchObject({ code });
    expect((await source.next()).done).toBe(false);
    await expectNothingOf(person);
  });

  test('is cut off at 50 MB, and nothing of it is kept', async () => {
    const person = await bench.aPerson();
    const megabyte = new Uint8Array(1024 * 1024);
    let taken = 0;
    async function* endless() {
      for (; ; taken += 1) yield await Promise.resolve(megabyte);
    }
    const adding = add(named(person), endless());
    await expect(adding).rejects.toMatchObject({ code: 'storage.too-large', status: 413 });
    expect(taken).toBe(50);
    await expectNothingOf(person);
  });

  test('is not created when its source fails', async () => {
    const person = await bench.aPerson();
    await expect(add(named(person), failingBytes())).rejects.toThrow('the connection was lost');
    await expectNothingOf(person);
  });

  test('is not counted when its key cannot be written', async () => {
    const person = await bench.aPerson();
    const createKey = jest.spyOn(bench.core.app.get(StorageService), 'createKey');
    createKey.mockRejectedValueOnce(new Error('the disk is read-only'));
    await expect(add(named(person), bytes('%PDF'))).rejects.toThrow('read-only');
    createKey.mockRestore();
    expect((await bench.documents.remainingQuota(person.userId)).documents).toBe(100);
    await expectNothingOf(person);
  });

  test('is not created when its owner’s account is closed at the same moment', async () => {
    const person = await bench.aPerson();
    const closed = bench.core.app.get(LockedAccountsService);
    let adding: Promise<unknown> | undefined;
    await bench.core.database.transaction(async (leaving) => {
      await closed.lockPerson(leaving, person.userId);
      adding = Promise.allSettled([add(named(person), bytes('%PDF'))]);
      await lockWaits(bench.core.database, 1, 'FROM users');
      await closed.pseudonymise(leaving, person.userId);
    });
    expect(await adding).toMatchObject([{ status: 'rejected', reason: { code: 'account.unknown' } }]);
    expect(await idsOf(person)).toEqual([]);
  });

  test('counts for the quota: the 101st is refused', async () => {
    const person = await bench.aPerson();
    await insertDocuments(person, { documents: 99, bytes: 0 });
    await add(named(person), bytes('%PDF'));
    const adding = add(named(person), bytes('%PDF'));
    await expect(adding).rejects.toMatchObject({ code: 'document.quota' });
    expect(await listed(person)).toHaveLength(100);
  });
});

test('a reserved document counts with its announced size until it arrives, and then with its real size', async () => {
  const person = await bench.aPerson();
  const arrivals = bench.core.app.get(ArrivalsService);
  const taken = async () => 500 * 1024 ** 2 - (await bench.documents.remainingQuota(person.userId)).bytes;
  await arrivals.expectDocument(named(person), 2_000);
  expect(await taken()).toBe(0);
  const reserved = { document: named(person), byteLength: 1_000, isReserved: true };
  const [documentId = ''] = await arrivals.expectDocuments([reserved]);
  expect(await taken()).toBe(1_000);
  await arrivals.completeArrivals([await arrivals.stageBytes(documentId, bytes('%PDF'))]);
  expect(await taken()).toBe(4);
});

test('documents of a user that arrive at the same moment are counted one after the other', async () => {
  const person = await bench.aPerson();
  await insertDocuments(person, { documents: 1, bytes: 500 * 1024 ** 2 - 7 });
  const arrivals = bench.core.app.get(ArrivalsService);
  const arrived = async (name: string) =>
    arrivals.stageBytes(await arrivals.expectDocument(named(person, name)), bytes('%PDF'));
  const [first, second] = [await arrived('first.pdf'), await arrived('second.pdf')];
  let later: Promise<unknown> | undefined;
  await arrivals.completeArrivals([first], async () => {
    later = Promise.allSettled([arrivals.completeArrivals([second])]);
    await lockWaits(bench.core.database, 1, 'FROM users');
  });
  expect(await later).toMatchObject([{ status: 'rejected', reason: { code: 'document.quota' } }]);
  await second.discard();
  expect(await listed(person)).toEqual(['inserted.pdf', 'first.pdf']);
});

describe('documents added together', () => {
  test('are listed in their order, with the changes of the caller’s transaction', async () => {
    const person = await bench.aPerson();
    const names = ['b.pdf', 'a.pdf', 'c.pdf'];
    const seen: (readonly string[])[] = [];
    const documentIds = await addAll(
      names.map((name) => aSentDocument(person, name)),
      async (tx, ids) => {
        seen.push(ids);
        expect(await listed(person)).toEqual([]);
        await tx.query('UPDATE documents SET printed_at = app_now() WHERE id = ANY($1)', [ids]);
      },
    );
    expect(seen).toEqual([documentIds]);
    const rows = await person.uploads.list();
    expect(rows.map(({ fileName, printedAt }) => [fileName, printedAt !== undefined])).toEqual(
      names.map((name) => [name, true]),
    );
  });

  test.each<[string, (person: Uploader) => SentDocument]>([
    ['breaks off', (person) => aSentDocument(person, 'second.pdf', failingBytes())],
    ['is of no accepted type', (person) => aSentDocument(person, 'second.exe')],
    ['exceeds the quota', (person) => aSentDocument(person, 'second.pdf', bytes('too much'))],
  ])('are not created at all when one %s', async (what, second) => {
    const person = await bench.aPerson();
    const other = await bench.aPerson();
    await add(named(other), bytes('%PDF'));
    if (what.includes('quota')) await insertDocuments(person, { documents: 1, bytes: 500 * 1024 ** 2 - 10 });
    const adding = addAll([aSentDocument(person, 'first.pdf'), second(person)]);
    await expect(adding).rejects.toThrow();
    await deleteInsertedDocuments(person);
    await expectNothingOf(person);
    expect(await listed(other)).toEqual(['a.pdf']);
  });

  test('fail with the error of their source, also when they cannot be expired at once', async () => {
    const person = await bench.aPerson();
    const expireAwaitedIn = jest.spyOn(bench.core.app.get(ArrivalsService), 'expireAwaitedIn');
    expireAwaitedIn.mockRejectedValueOnce(new Error('the database is down'));
    const warn = jest.spyOn(bench.core.app.get<Logger>(LOGGER), 'warn');
    const adding = addAll([aSentDocument(person, 'first.pdf', failingBytes())]);
    await expect(adding).rejects.toThrow('the connection was lost');
    expireAwaitedIn.mockRestore();
    const said = warn.mock.calls.map(([, message]) => message);
    warn.mockRestore();
    expect(said).toContain(
      'documents that did not arrive could not be expired now, and expire after their hour',
    );
    expect(await listed(person)).toEqual([]);
  });

  test('are not created at all when the caller fails after all were stored', async () => {
    const person = await bench.aPerson();
    const stored: string[][] = [];
    const adding = addAll(
      ['first.pdf', 'second.pdf'].map((name) => aSentDocument(person, name)),
      (_, ids) => {
        stored.push(filesOf([...ids]));
        return Promise.reject(new Error('this mail was known'));
      },
    );
    await expect(adding).rejects.toThrow('this mail was known');
    expect(stored).toEqual([['original', 'original']]);
    await expectNothingOf(person);
  });

  test('do not block other documents of the same user', async () => {
    const person = await bench.aPerson();
    const mails = Array.from({ length: 6 }, (_, mail) =>
      addAll([1, 2, 3].map((part) => aSentDocument(person, `${mail}-${part}.pdf`))),
    );
    await Promise.all([...mails, bench.upload(person), bench.life.sweepDocuments()]);
    expect(await listed(person)).toHaveLength(19);
  });
});

test('`expireAwaited` does not remove a document that has arrived', async () => {
  const person = await bench.aPerson();
  const arrivals = bench.core.app.get(ArrivalsService);
  const arrived = await add(named(person), bytes('%PDF'));
  const awaited = await arrivals.expectDocument(named(person, 'awaited.pdf'));
  await arrivals.expireAwaited([arrived, awaited]);
  expect(await listed(person)).toEqual(['a.pdf']);
  await bench.life.sweepDocuments();
  expect(await idsOf(person)).toEqual([arrived]);
});

describe('files held until the whole mail has arrived', () => {
  const held = () => bench.core.app.get(HeldFilesService);
  const done = () => Promise.resolve();

  test('contain the bytes sent last; after arrival only the same bytes are accepted', async () => {
    const person = await bench.aPerson();
    const documentId = await bench.core.app.get(ArrivalsService).expectDocument(named(person));
    await held().holdFile(documentId, bytes('%PDF of the first try'));
    await held().holdFile(documentId, bytes('%PDF'));
    expect(await listed(person)).toEqual([]);
    await held().completeHeldArrivals([documentId], done);
    expect(await listed(person)).toEqual(['a.pdf']);
    const [row]: { byteLength: number }[] = await bench.core.database.query(
      'SELECT byte_length::int AS "byteLength" FROM document_revisions WHERE document_id = $1',
      [documentId],
    );
    expect(row?.byteLength).toBe('%PDF'.length);
    await held().holdFile(documentId, bytes('%PDF'));
    const others = held().holdFile(documentId, bytes('%PDF of the first try'));
    await expect(others).rejects.toMatchObject({ code: 'storage.differs' });
    const rows = 'SELECT 1 FROM held_files WHERE document_id = $1';
    expect(await bench.core.database.query(rows, [documentId])).toEqual([]);
  });

  test('are refused when their document has expired', async () => {
    const person = await bench.aPerson();
    const documentId = await bench.core.app.get(ArrivalsService).expectDocument(named(person));
    await bench.core.app.get(ArrivalsService).expireAwaited([documentId]);
    const holding = held().holdFile(documentId, bytes('%PDF'));
    await expect(holding).rejects.toMatchObject({ code: 'storage.unknown' });
    expect(filesOf([documentId])).toEqual([]);
  });

  test('stay for the next try when their arrival fails, and arrive all or none', async () => {
    const person = await bench.aPerson();
    const arrivals = bench.core.app.get(ArrivalsService);
    const ids = [
      await arrivals.expectDocument(named(person)),
      await arrivals.expectDocument(named(person, 'b.pdf')),
    ];
    await held().holdFile(ids[0]!, bytes('%PDF'));
    await expect(held().completeHeldArrivals(ids, done)).rejects.toMatchObject({ code: 'storage.unknown' });
    await held().holdFile(ids[1]!, bytes('%PDF-1.7'));
    const failing = held().completeHeldArrivals(ids, () => Promise.reject(new Error('this mail began anew')));
    await expect(failing).rejects.toThrow('this mail began anew');
    expect(await listed(person)).toEqual([]);
    expect(filesOf(ids)).toEqual(['original', 'original']);
    await held().completeHeldArrivals(ids, done);
    expect(await listed(person)).toEqual(['a.pdf', 'b.pdf']);
  });
});

test('a try that loses the database after its file was stored does not harm the next try', async () => {
  const person = await bench.aPerson();
  const arrivals = bench.core.app.get(ArrivalsService);
  const documentId = await arrivals.expectDocument(named(person));
  const first = await arrivals.stageBytes(documentId, bytes('%PDF'));
  const second = await arrivals.stageBytes(documentId, bytes('%PDF'));
  const commit = async () => {
    await first.commit();
    await bench.core.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    await arrivals.completeArrivals([second]);
  };
  const lost: unknown = await arrivals
    .completeArrivals([{ ...first, commit }])
    .catch((error: unknown) => error);
  expect(isOutage(lost)).toBe(true);
  expect(await listed(person)).toEqual(['a.pdf']);
  expect(filesOf([documentId])).toEqual(['original']);
});

describe('a process that dies during an upload', () => {
  test('after the bytes were staged leaves nothing after the sweep', async () => {
    const person = await bench.aPerson();
    const arrivals = bench.core.app.get(ArrivalsService);
    const documentId = await arrivals.expectDocument(named(person));
    await arrivals.stageBytes(documentId, bytes('%PDF'));
    expect(filesOf([documentId])).toHaveLength(1);
    await anHourLater();
    await expectNothingOf(person);
  });

  test('after the file is stored and before the transaction commits leaves nothing after the sweep', async () => {
    const person = await bench.aPerson();
    const arrivals = bench.core.app.get(ArrivalsService);
    const documentId = await arrivals.expectDocument(named(person));
    await (await arrivals.stageBytes(documentId, bytes('%PDF'))).commit();
    expect(filesOf([documentId])).toEqual(['original']);
    expect(await listed(person)).toEqual([]);
    await anHourLater();
    await expectNothingOf(person);
  });

  /** Sweeps an hour later, by the clock of the database and by the times of the files. */
  async function anHourLater(): Promise<void> {
    const incoming = join(bench.core.config.STORAGE_DIR, '.incoming');
    const then = new Date(Date.now() - 61 * 60_000);
    for (const name of readdirSync(incoming)) await utimes(join(incoming, name), then, then);
    await bench.inTheFuture('61 minutes', async () => {
      await bench.life.sweepDocuments();
      await bench.core.app.get(RemovalService).removeLost();
    });
  }
});

/** Inserts rows of documents for the user, so that a quota is nearly full. */
async function insertDocuments(
  { userId }: Uploader,
  { documents, bytes: length }: { documents: number; bytes: number },
) {
  await bench.core.database.query(
    `WITH made AS (
       INSERT INTO documents (owner_id, file_name, side, is_color, expires_at)
       SELECT $1, 'inserted.pdf', '1-Sided', false, app_now() + interval '1 hour'
       FROM generate_series(1, $2::int)
       RETURNING id
     )
     INSERT INTO document_revisions (document_id, revision, state, media_type, byte_length)
     SELECT id, 1, 'uploaded', 'x', $3 FROM made`,
    [userId, documents, length],
  );
}

async function deleteInsertedDocuments({ userId }: Uploader): Promise<void> {
  await bench.core.database.query(
    `DELETE FROM documents WHERE owner_id = $1 AND file_name = 'inserted.pdf'`,
    [userId],
  );
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { LOGGER } from '@sixpence/core/platform/process/logger';
import type { Logger } from 'pino';
import { DocumentLifeService } from '@sixpence/core/documents/removal/document-life.service';
import { RevisionsService } from '@sixpence/core/documents/preparation/revisions.service';
import {
  preparedAtOnce,
  preparedAtOnceOfNewcomers,
  TurnsService,
} from '@sixpence/core/documents/preparation/turns.service';
import { WaitingService } from '@sixpence/core/documents/preparation/waiting.service';
import type { CoreApp } from '../../support/core/core-app.js';
import { lockWaits } from '../../support/faults/lock-waits.js';
import { DocumentsBench } from '../../support/worlds/documents-bench.js';
import { until } from '../../support/until.js';
import { Uploads } from '../../support/builders/uploads.js';

const pdf = 'application/pdf';

let bench: DocumentsBench;
let core: CoreApp;
let revisions: RevisionsService;
let life: DocumentLifeService;
let waiting: WaitingService;
let turns: TurnsService;
beforeAll(async () => {
  bench = await DocumentsBench.start();
  core = bench.core;
  revisions = core.app.get(RevisionsService);
  life = core.app.get(DocumentLifeService);
  waiting = core.app.get(WaitingService);
  turns = core.app.get(TurnsService);
});
afterAll(() => bench[Symbol.asyncDispose]());

async function aPerson() {
  const { userId, cookie } = await core.signedIn(`${randomUUID()}@example.com`);
  return { userId, cookie, uploads: new Uploads(core, cookie) };
}
type Somebody = Awaited<ReturnType<typeof aPerson>>;

const upload = (person: Somebody) => person.uploads.upload('a.pdf', pdf, Buffer.from('%PDF-1.7 …'));

async function uploadSome(person: Somebody, count: number): Promise<string[]> {
  const documentIds: string[] = [];
  while (documentIds.length < count) documentIds.push(await upload(person));
  return documentIds;
}

/** The conversions handed out for the user’s documents, in order. */
async function handedOut(person: Somebody): Promise<{ documentId: string; revision: number }[]> {
  const rows: { body: { documentId: string; revision: number } }[] = await core.database.query(
    `SELECT body FROM outbox WHERE subject = 'print.conversion.due' AND body->>'ownerId' = $1
      ORDER BY sequence`,
    [person.userId],
  );
  return rows.map(({ body }) => body);
}
const handedOutIds = async (person: Somebody) =>
  (await handedOut(person)).map(({ documentId }) => documentId);

/** The report of a converter, which may be repeated. */
const fail = (documentId: string, revision = 1) =>
  revisions.applyFailure({ documentId, revision, reason: 'damaged' });
const succeed = async (documentId: string, pages = 1) =>
  revisions.applyConversion(await convert(documentId, pages));

/** Stores the files of a conversion. @returns its report */
async function convert(documentId: string, pages = 1) {
  const conversion = await bench.prepareConversion(documentId);
  await bench.putFiles(conversion, pages);
  return bench.reportOf(documentId, conversion.conversionId, { pages });
}

describe('new users of one network', () => {
  const joinedFrom = (people: readonly Somebody[], network: string) =>
    core.database.query('UPDATE users SET joined_network = $2 WHERE id = ANY($1)', [
      people.map(({ userId }) => userId),
      Buffer.from(network),
    ]);
  const counts = async (people: readonly Somebody[]) =>
    (await Promise.all(people.map(handedOut))).map(({ length }) => length);

  test('share the preparation turns of two users, and another network has turns of its own', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, aPerson));
    const other = await aPerson();
    await joinedFrom(many, 'many accounts');
    await joinedFrom([other], 'one account');
    const uploaded = await Promise.all(many.map((person) => uploadSome(person, preparedAtOnce)));
    const theirs = await uploadSome(other, 10);
    const before = await counts(many);
    expect(preparedAtOnceOfNewcomers).toBe(2 * 4);
    expect(before.reduce((sum, count) => sum + count)).toBe(preparedAtOnceOfNewcomers);
    expect(await counts([other])).toEqual([preparedAtOnce]);
    await waiting.sweep();
    expect(await counts(many)).toEqual(before);
    for (const documentId of theirs.slice(0, 6)) await fail(documentId);
    expect(await handedOutIds(other)).toEqual(theirs);

    expect(uploaded.flat()).toHaveLength(6 * preparedAtOnce);
  });

  test('get a free turn in order: the user with the fewest documents in preparation is first', async () => {
    const [first, second, third] = [await aPerson(), await aPerson(), await aPerson()];
    const people = [first, second, third];
    await joinedFrom(people, 'a queue');
    for (const person of people) await uploadSome(person, preparedAtOnce + 2);
    expect(await counts(people)).toEqual([4, 4, 0]);
    const [one, two] = await handedOutIds(first);
    await fail(one!);
    expect(await counts(people)).toEqual([4, 4, 1]);
    await fail(two!);
    expect(await counts(people)).toEqual([4, 4, 2]);
  });

  test('get their turns one after the other', async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    await joinedFrom([one, other], 'one line');
    const ends: string[] = [];
    let later: Promise<unknown> | undefined;
    await core.database.transaction(async (tx) => {
      await turns.handOutTurns(tx, one.userId);
      later = core.database
        .transaction((another) => turns.handOutTurns(another, other.userId))
        .then(() => ends.push('second'));
      await lockWaits(core.database, 1, 'pg_advisory_xact_lock');
      ends.push('first');
    });
    await later;
    expect(ends).toEqual(['first', 'second']);
  });

  test('have their own turns after a paid top-up or after a week', async () => {
    const [payer, resident, ...others] = await Promise.all(Array.from({ length: 4 }, aPerson));
    await joinedFrom([payer!, resident!, ...others], 'a hall');
    await core.database.query(
      `INSERT INTO payments (id, owner_id, asked_minor, amount_minor, currency, state, number, credited_at,
        intent_id)
       VALUES (gen_random_uuid(), $1, '{500}', 500, 'GBP', 'succeeded', 1, app_now(), 'pi_of_a_hall')`,
      [payer!.userId],
    );
    await core.database.query("UPDATE users SET created_at = app_now() - interval '7 days' WHERE id = $1", [
      resident!.userId,
    ]);
    for (const person of others) await uploadSome(person, preparedAtOnce);
    await uploadSome(payer!, preparedAtOnce);
    await uploadSome(resident!, preparedAtOnce);
    expect(await counts([payer!, resident!, ...others])).toEqual(Array(4).fill(preparedAtOnce));
  });

  test('do not get turns of their own from a top-up that was begun and not paid', async () => {
    const [beginner, ...others] = await Promise.all(Array.from({ length: 3 }, aPerson));
    await joinedFrom([beginner!, ...others], 'a full hall');
    await core.database.query(
      `INSERT INTO payments (id, owner_id, asked_minor, amount_minor, currency, state, intent_id)
       VALUES (gen_random_uuid(), $1, '{500}', 500, 'GBP', 'open', 'pi_of_a_full_hall')`,
      [beginner!.userId],
    );
    for (const person of others) await uploadSome(person, preparedAtOnce);
    await uploadSome(beginner!, preparedAtOnce);
    expect(await counts([beginner!, ...others])).toEqual([0, preparedAtOnce, preparedAtOnce]);
  });
});

describe('documents of one user', () => {
  test('are converted four at a time, the oldest first, and other users do not wait for them', async () => {
    const [anna, ben] = [await aPerson(), await aPerson()];
    const documentIds = await uploadSome(anna, 6);
    const other = await upload(ben);
    expect(preparedAtOnce).toBe(4);
    expect(await handedOutIds(anna)).toEqual(documentIds.slice(0, 4));
    expect(await handedOutIds(ben)).toEqual([other]);
    expect((await anna.uploads.list()).map(({ status }) => status)).toEqual(Array(6).fill('processing'));
  });

  test('are each reported as uploaded once, when their bytes have arrived, whether handed out or not', async () => {
    const anna = await aPerson();
    const documentIds = await uploadSome(anna, 6);
    const reported = async () => {
      const rows: { documentId: string }[] = await core.database.query(
        `SELECT body->>'documentId' AS "documentId" FROM outbox
         WHERE subject = 'print.document.uploaded' AND body->>'ownerId' = $1 ORDER BY sequence`,
        [anna.userId],
      );
      return rows.map(({ documentId }) => documentId);
    };
    expect(await reported()).toEqual(documentIds);
    await succeed(documentIds[0]!, 3);
    const body = { uid: documentIds[0], pages_to_extract: [2] };
    expect((await core.call('POST', '/remove-pages', { body, cookie: anna.cookie })).status).toBe(200);
    for (const documentId of documentIds.slice(1)) await fail(documentId);
    expect(await handedOut(anna)).toHaveLength(7);
    expect(await reported()).toEqual(documentIds);
  });

  test('are handed out one by one as earlier ones become ready or fail', async () => {
    const anna = await aPerson();
    const documentIds = await uploadSome(anna, 7);
    const report = await convert(documentIds[2]!);
    await revisions.applyConversion(report);
    expect(await handedOutIds(anna)).toEqual(documentIds.slice(0, 5));
    await fail(documentIds[0]!);
    expect(await handedOutIds(anna)).toEqual(documentIds.slice(0, 6));
    await fail(documentIds[0]!);
    await revisions.applyConversion(report);
    expect(await handedOutIds(anna)).toEqual(documentIds.slice(0, 6));
    for (const documentId of documentIds) await fail(documentId);
    expect(await handedOutIds(anna)).toEqual(documentIds);
  });

  test('give their turn to the next at once when deleted', async () => {
    const anna = await aPerson();
    const documentIds = await uploadSome(anna, 9);
    await anna.uploads.delete([0, 1, 4].map((at) => ({ orderId: documentIds[at]! })));
    expect(await handedOutIds(anna)).toEqual([0, 1, 2, 3, 5, 6].map((at) => documentIds[at]));
  });

  test('give their turn to the next in a sweep when expired', async () => {
    const anna = await aPerson();
    const documentIds = await uploadSome(anna, 6);
    await core.database.query('UPDATE documents SET expires_at = app_now() WHERE id = $1', [documentIds[1]]);
    await life.sweepDocuments();
    expect(await handedOutIds(anna)).toEqual(documentIds.slice(0, 5));
  });

  test('with selected pages wait in the same queue, and the request names the pages to keep', async () => {
    const anna = await aPerson();
    const first = await upload(anna);
    await succeed(first, 3);
    const later = await uploadSome(anna, 4);
    const body = { uid: first, pages_to_extract: [1, 3] };
    expect((await core.call('POST', '/remove-pages', { body, cookie: anna.cookie })).status).toBe(200);
    expect(await handedOutIds(anna)).toEqual([first, ...later]);
    await fail(later[3]!);
    expect((await handedOut(anna)).at(-1)).toEqual({
      documentId: first,
      revision: 2,
      ownerId: anna.userId,
      mediaType: pdf,
      keepPages: [1, 3],
    });
  });

  /** Inserts documents without handing them out. */
  const missed = ({ userId }: Somebody, count: number) =>
    core.database.query(
      `WITH made AS (
         INSERT INTO documents (owner_id, file_name, side, is_color, expires_at)
         SELECT $1, 'a.pdf', '1-Sided', false, app_now() + interval '1 hour' FROM generate_series(1, $2::int)
           RETURNING id
       )
       INSERT INTO document_revisions (document_id, revision, state, media_type)
       SELECT id, 1, 'uploaded', 'application/pdf' FROM made`,
      [userId, count],
    );

  test('with selected pages are handed out at once when a turn is free, and news is sent to their owner', async () => {
    const anna = await aPerson();
    const documentId = await upload(anna);
    await until(() => bench.changes(documentId) === 1);
    await succeed(documentId, 3);
    expect(bench.changes(documentId)).toBe(2);
    const body = { uid: documentId, pages_to_extract: [1, 3] };
    expect((await core.call('POST', '/remove-pages', { body, cookie: anna.cookie })).status).toBe(200);
    expect(await handedOutIds(anna)).toEqual([documentId, documentId]);
    expect(bench.changes(documentId)).toBe(3);
  });

  test('that were not handed out do not block documents of other users, even if handing them out fails', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, aPerson));
    for (const person of people) await missed(person, 1);
    const next = jest.spyOn(turns, 'handOutTurns').mockRejectedValueOnce(new Error('the database is down'));
    const warn = jest.spyOn(core.app.get<Logger>(LOGGER), 'warn');
    await turns.handOutMissedTurns();
    next.mockRestore();
    const said = warn.mock.calls.map(([, message]) => message);
    warn.mockRestore();
    expect(said).toEqual(['free turns could not be handed out to the waiting documents of a person']);
    const counted = async () => (await Promise.all(people.map(handedOut))).map(({ length }) => length);
    expect((await counted()).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(2);
    await turns.handOutMissedTurns();
    expect(await counted()).toEqual([1, 1, 1]);
  });

  test('that were not handed out are handed out by the sweep, once', async () => {
    const anna = await aPerson();
    await missed(anna, 5);
    await Promise.all([waiting.sweep(), waiting.sweep()]);
    await waiting.sweep();
    expect(new Set(await handedOutIds(anna)).size).toBe(4);
    expect(await handedOutIds(anna)).toHaveLength(4);
  });

  test('are handed out at most four at a time, and each once, under concurrent uploads, reports, and sweeps', async () => {
    const anna = await aPerson();
    const early = await uploadSome(anna, 6);
    const tooMany: number[] = [];
    const out = async () => {
      const rows: { documentId: string }[] = await core.database.query(
        `SELECT d.id AS "documentId" FROM document_revisions r JOIN documents d ON d.id = r.document_id
         WHERE d.owner_id = $1 AND d.deleted_at IS NULL AND r.state = 'uploaded'
           AND r.handed_out_at IS NOT NULL`,
        [anna.userId],
      );
      if (rows.length > preparedAtOnce) tooMany.push(rows.length);
      return rows.map(({ documentId }) => documentId);
    };
    const answers = async (documentIds: string[]) => {
      const reports = await Promise.all(documentIds.map((documentId) => convert(documentId)));
      return () =>
        reports.flatMap((report) => [fail(report.documentId), revisions.applyConversion(report), out()]);
    };
    const first = await answers([0, 2, 3].map((at) => early[at]!));
    const [later] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => upload(anna))),
      anna.uploads.delete([{ orderId: early[1]! }]),
      ...first(),
      life.sweepDocuments(),
      waiting.sweep(),
    ]);
    for (let present = await out(); present.length > 0; present = await out()) {
      await Promise.all((await answers(present))());
    }
    expect(tooMany).toEqual([]);
    expect((await handedOutIds(anna)).sort()).toEqual([...early, ...later].sort());
  });
});

test('a revision is handed out once, not even a second time by SQL', async () => {
  const documentId = await upload(await aPerson());
  await expect(
    core.database.query('UPDATE document_revisions SET handed_out_at = app_now() WHERE document_id = $1', [
      documentId,
    ]),
  ).rejects.toThrow(/handed out already/);
});

describe('a revision without a report', () => {
  const dueOf = async (person: Somebody) =>
    (await handedOut(person)) as { documentId: string; revision: number; attempt?: number }[];

  test('is handed out again after five minutes, then after ten more, with the number of the attempt', async () => {
    const anna = await aPerson();
    const [documentId = '', next = ''] = await uploadSome(anna, 2);
    const attempts = async (minutes: number) => {
      await bench.inTheFuture(`${minutes} minutes`, () => turns.handOutLostTurns());
      return (await dueOf(anna)).flatMap((due) => (due.documentId === documentId ? [due.attempt] : []));
    };
    const warn = jest.spyOn(core.app.get<Logger>(LOGGER), 'warn');
    expect(await attempts(4)).toEqual([undefined]);
    expect(await attempts(6)).toEqual([undefined, 2]);
    expect(warn).toHaveBeenCalledWith(
      { documentId, revision: 1, attempt: 2 },
      'no converter finished a conversion; it is handed out again',
    );
    warn.mockRestore();
    expect(await attempts(6)).toEqual([undefined, 2]);
    expect(await attempts(15)).toEqual([undefined, 2]);
    expect(await attempts(17)).toEqual([undefined, 2, 3]);
    const [first, , third] = (await dueOf(anna)).filter((due) => due.documentId === documentId);
    expect(third).toEqual({ ...first, attempt: 3 });
    await fail(documentId);
    await core.database.query('UPDATE documents SET expires_at = app_now() WHERE id = $1', [next]);
    const due = await dueOf(anna);
    await bench.inTheFuture('20 hours', () => turns.handOutLostTurns());
    expect(await dueOf(anna)).toEqual(due);
  });

  test('takes no second turn of its owner when handed out again, and its first report counts', async () => {
    const anna = await aPerson();
    const documentIds = await uploadSome(anna, 5);
    await bench.inTheFuture('6 minutes', () => turns.handOutLostTurns());
    const handed = await handedOutIds(anna);
    expect(handed.slice(0, 4)).toEqual(documentIds.slice(0, 4));
    expect(handed.slice(4).sort()).toEqual(documentIds.slice(0, 4).sort());
    await succeed(documentIds[0]!, 2);
    await fail(documentIds[0]!);
    expect((await anna.uploads.list())[0]).toMatchObject({ status: 'ready', totalPages: 2 });
    expect((await handedOutIds(anna)).at(-1)).toBe(documentIds[4]);
  });

  test.each([
    ['waits for its turn', 'awaiting', 2],
    ['was handed out once', 'out', 3],
    ['was handed out twice', 'again', 2],
    ['is settled', 'settled', 2],
  ])('that %s accepts only the next attempt number', async (_, where, attempt) => {
    const anna = await aPerson();
    const documentIds = await uploadSome(anna, 5);
    const documentId = documentIds[where === 'awaiting' ? 4 : 0]!;
    if (where === 'again') await bench.inTheFuture('6 minutes', () => turns.handOutLostTurns());
    if (where === 'settled') await fail(documentId);
    const changing = core.database.query(
      'UPDATE document_revisions SET attempt = $2 WHERE document_id = $1 AND attempt <> $2',
      [documentId, where === 'again' ? attempt - 1 : attempt],
    );
    await expect(changing).rejects.toThrow(/cannot follow/);
  });
});

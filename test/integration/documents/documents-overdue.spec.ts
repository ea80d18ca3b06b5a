import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Refusal } from '@sixpence/contracts/refusals';
import { RevisionsService } from '@sixpence/core/documents/preparation/revisions.service';
import { ConvertedFilesService } from '@sixpence/core/documents/preparation/converted-files.service';
import { WaitingService } from '@sixpence/core/documents/preparation/waiting.service';
import { convertedPage } from '../../support/documents/converted-page.js';
import { CoreApp } from '../../support/core/core-app.js';
import { asOwner } from '../../support/core/database.js';
import { until } from '../../support/until.js';
import { Uploads } from '../../support/builders/uploads.js';

// No converter runs here: the tests send the reports.
let core: CoreApp;
beforeEach(async () => {
  core = await CoreApp.start();
});
afterEach(() => core[Symbol.asyncDispose]());

class Person {
  private constructor(
    private readonly userId: string,
    private readonly uploads: Uploads,
  ) {}

  static async signedIn(): Promise<Person> {
    const { userId, cookie } = await core.signedIn(`${randomUUID()}@example.com`);
    return new Person(userId, new Uploads(core, cookie));
  }

  async uploadSome(count: number): Promise<string[]> {
    const documentIds: string[] = [];
    while (documentIds.length < count) {
      const bytes = Buffer.from('%PDF-1.7 …');
      documentIds.push(await this.uploads.upload('a.pdf', 'application/pdf', bytes));
    }
    return documentIds;
  }

  /** The state of each document, after a sweep of overdue ones. */
  async seen(): Promise<string[]> {
    await core.app.get(RevisionsService).failOverdueRevisions();
    return this.listed();
  }

  async listed(): Promise<string[]> {
    return (await this.uploads.list()).map(({ status, reason }) => reason ?? status);
  }

  async handedOut(): Promise<string[]> {
    const rows: { documentId: string }[] = await core.database.query(
      `SELECT body->>'documentId' AS "documentId" FROM outbox
       WHERE subject = 'print.conversion.due' AND body->>'ownerId' = $1 ORDER BY sequence`,
      [this.userId],
    );
    return rows.map(({ documentId }) => documentId);
  }
}

async function advanceClock(shift: string): Promise<void> {
  await asOwner(
    core.database,
    `INSERT INTO clock_shift (shift) VALUES ($1::interval)
     ON CONFLICT (only_row) DO UPDATE SET shift = excluded.shift`,
    [shift],
  );
}

const answered = (documentId: string) =>
  core.app.get(RevisionsService).applyFailure({ documentId, revision: 1, reason: 'damaged' });

const convertedFactOf = (documentId: string) => ({
  ...{ documentId, revision: 1, conversionId: randomUUID(), pages: [convertedPage], byteLength: 9 },
});

const times = (count: number, what: string) => Array<string>(count).fill(what);

test('waiting documents fail when no converter answers for half an hour, whether handed out or not', async () => {
  const anna = await Person.signedIn();
  const documentIds = await anna.uploadSome(6);
  await advanceClock('29 minutes');
  expect(await anna.seen()).toEqual(times(6, 'processing'));
  await advanceClock('31 minutes');
  expect(await anna.seen()).toEqual(times(6, 'timeout'));
  expect(await anna.handedOut()).toEqual(documentIds.slice(0, 4));
});

test('while converters answer, a document fails six hours after it was handed out', async () => {
  const [anna, ben] = [await Person.signedIn(), await Person.signedIn()];
  const documentIds = await anna.uploadSome(5);
  // The clock moves in steps of less than half an hour, because a sweep may run at any moment.
  for (let minutes = 29; minutes < 360; minutes += 29) {
    await advanceClock(`${minutes} minutes`);
    await answered((await ben.uploadSome(1))[0]!);
  }
  await advanceClock('359 minutes');
  expect(await anna.seen()).toEqual(times(5, 'processing'));
  await advanceClock('361 minutes');
  expect(await anna.seen()).toEqual([...times(4, 'timeout'), 'processing']);
  expect(await anna.handedOut()).toEqual(documentIds);
});

test.each<[string, string, (documentId: string) => Promise<unknown>]>([
  ['a failure', 'damaged', answered],
  [
    'a success',
    'ready',
    (documentId) => {
      jest.spyOn(core.app.get(ConvertedFilesService), 'verifyReport').mockResolvedValue();
      return core.app.get(RevisionsService).applyConversion(convertedFactOf(documentId));
    },
  ],
  [
    'files that exceed the quota',
    'no-room',
    (documentId) =>
      core.database.transaction((tx) => core.app.get(RevisionsService).failForQuota(tx, documentId, 1)),
  ],
])('the half hour restarts with %s, and for a document when it is handed out', async (_, status, answer) => {
  const anna = await Person.signedIn();
  const [first] = await anna.uploadSome(5);
  await advanceClock('20 minutes');
  await answer(first!);
  await advanceClock('49 minutes');
  expect(await anna.seen()).toEqual([status, ...times(4, 'processing')]);
  await advanceClock('51 minutes');
  expect(await anna.seen()).toEqual([status, ...times(4, 'timeout')]);
});

test('the failure of an overdue document does not count as an answer: a later document has its own half hour', async () => {
  const [anna, ben] = [await Person.signedIn(), await Person.signedIn()];
  await anna.uploadSome(1);
  await advanceClock('20 minutes');
  await ben.uploadSome(1);
  await advanceClock('31 minutes');
  expect([await anna.seen(), await ben.seen()]).toEqual([['timeout'], ['processing']]);
  await advanceClock('51 minutes');
  expect(await ben.seen()).toEqual(['timeout']);
});

test('a core that has been connected to NATS for less than half an hour fails no document', async () => {
  const anna = await Person.signedIn();
  await anna.uploadSome(5);
  await advanceClock('31 minutes');
  await core.app.get(WaitingService).sweep();
  expect(await anna.listed()).toEqual(times(5, 'processing'));
});

test('a report that cannot be applied is parked, and its document fails', async () => {
  const anna = await Person.signedIn();
  const [documentId] = await anna.uploadSome(1);
  jest
    .spyOn(core.app.get(RevisionsService), 'applyConversion')
    .mockRejectedValue(new Error('cannot be applied'));
  const fact = convertedFactOf(documentId!);
  await (await core.asConverter()).publish('print.document.converted', fact, randomUUID());
  await until(async () => (await anna.listed())[0] !== 'processing');
  expect(await anna.listed()).toEqual(['timeout']);
  // The server also counts a delivery that was lost in transit. Then the consumer gives the report up at the
  // next delivery.
  expect(await core.database.query('SELECT error FROM parked_messages')).toEqual([
    { error: expect.stringMatching(/^Error: (cannot be applied|No earlier try came to its end)$/) },
  ]);
});

test('a report of failure that cannot be applied is parked, and its document fails', async () => {
  const anna = await Person.signedIn();
  const [documentId] = await anna.uploadSome(1);
  const refused = new Refusal('storage.unknown');
  jest.spyOn(core.app.get(RevisionsService), 'applyFailure').mockRejectedValueOnce(refused);
  const fact = { documentId: documentId!, revision: 1, reason: 'damaged' as const };
  await (await core.asConverter()).publish('print.document.conversion-failed', fact, randomUUID());
  await until(async () => (await anna.listed())[0] !== 'processing');
  expect(await anna.listed()).toEqual(['timeout']);
  expect(await core.database.query('SELECT durable FROM parked_messages')).toEqual([
    { durable: 'core-apply-conversion-failure' },
  ]);
});

test.each([
  ['applyConversion', 'ready'],
  ['applyFailure', 'damaged'],
] as const)(
  'a report (%s) that arrives during an outage of the database is applied after the outage',
  async (apply, status) => {
    const anna = await Person.signedIn();
    const [documentId] = await anna.uploadSome(1);
    jest.spyOn(core.app.get(ConvertedFilesService), 'verifyReport').mockResolvedValue();
    const applying = jest.spyOn(core.app.get(RevisionsService), apply);
    const outage = Object.assign(new Error('the database is down'), { code: 'ECONNREFUSED' });
    for (let each = 0; each < 4; each += 1) applying.mockRejectedValueOnce(outage);
    const converter = await core.asConverter();
    if (apply === 'applyConversion') {
      await converter.publish('print.document.converted', convertedFactOf(documentId!), randomUUID());
    } else {
      const fact = { documentId: documentId!, revision: 1, reason: 'damaged' as const };
      await converter.publish('print.document.conversion-failed', fact, randomUUID());
    }
    await until(async () => (await anna.listed())[0] !== 'processing');
    expect(await anna.listed()).toEqual([status]);
    expect(await core.database.query('SELECT 1 FROM parked_messages')).toEqual([]);
  },
);

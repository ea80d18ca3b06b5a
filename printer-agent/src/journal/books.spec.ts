import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { printFaults, type PrintFault } from '@sixpence/contracts/printing/print-reports';
import { aJob, aPrinter, aRelease, type AskedRelease } from '../testing/builders.js';
import { isDiskTrouble } from './disk-trouble.js';
import { Journal } from './journal.js';

let journal: Journal;
let database: DatabaseSync;

beforeEach(() => {
  const exec = jest.spyOn(DatabaseSync.prototype, 'exec');
  journal = new Journal(':memory:');
  [database] = exec.mock.contexts as [DatabaseSync];
});
afterEach(() => journal.close());

function storedRelease(changes: Parameters<typeof aRelease>[0] = {}): AskedRelease {
  const release = aRelease(changes);
  journal.releases.storeRelease(release);
  return release;
}

function settlementOf(jobId: string, state: 'checking' | 'completed') {
  const nothing = { minor: 0, currency: 'GBP' } as const;
  return { jobId, state, impressions: 0, captured: nothing, returned: nothing, available: nothing };
}

const ids = (rows: readonly { jobId: string }[]) => rows.map(({ jobId }) => jobId);

describe('jobs', () => {
  const unknown = { ending: { outcome: 'unknown' } } as const;

  function addSettledJob(release: AskedRelease, state: 'checking' | 'completed', heldAt = 0) {
    const ready = journal.jobs.addJob(aJob(release), 0, heldAt, unknown);
    journal.jobs.settleJob(ready, settlementOf(ready.jobId, state));
    return journal.jobs.findJob(ready.jobId)!;
  }

  test('are stored as core describes them, and have not begun', () => {
    const release = storedRelease();
    const job = aJob(release, { pages: 7, side: '2-Sided', isColor: true, counting: 'sheets' });
    const added = journal.jobs.addJob(job, 4, 1_000);
    const { jobId, releaseId, printerId, pages, side, isColor, counting, held } = job;
    expect(added).toEqual({
      ...{ jobId, releaseId, printerId, pages, side, isColor, counting, held },
      ...{ position: 4, step: 'ready', printerSide: null, began: false, impressions: 0, sequence: 0 },
      ...{
        reason: undefined,
        stalledAt: null,
        canceledAt: null,
        ending: null,
        settlement: null,
        heldAt: 1_000,
      },
    });
    expect(journal.jobs.findJob(jobId)).toEqual(added);
  });

  test('of a user who left before core answered are over at once, with the reason', () => {
    const ending = { outcome: 'never-began', reason: 'canceled-by-person' } as const;
    const added = journal.jobs.addJob(aJob(storedRelease()), 0, 0, { ending, isBegun: true });
    expect(added).toMatchObject({ step: 'ended', ending, reason: 'canceled-by-person' });
    expect(journal.jobs.awaitingSettlement()).toEqual([added]);
  });

  test('are listed in the order of their holds, whatever their steps', () => {
    const release = storedRelease();
    const held = [false, true, false].map((isBegun, index) =>
      journal.jobs.addJob(aJob(release), 2 - index, 0, { isBegun }),
    );
    expect(ids(journal.jobs.openJobs(release.printerId))).toEqual(ids(held));
    expect(ids(journal.jobs.unsettled(release.printerId))).toEqual(ids(held));
    expect(ids(journal.jobs.ofRelease(release.question.releaseId))).toEqual(ids(held).reverse());
    const ended = held.map((job) => journal.jobs.endJob(job, unknown));
    expect(journal.jobs.awaitingSettlement()).toEqual(ended);
    expect(journal.jobs.openJobs(release.printerId)).toEqual([]);
    expect(journal.jobs.unsettled(release.printerId)).toEqual(ended);
  });

  test('that are being checked are those of one printer, in the order of their holds', () => {
    const [hall, attic] = [storedRelease(), storedRelease()];
    const [first, , second] = [
      addSettledJob(hall, 'checking'),
      addSettledJob(hall, 'completed'),
      addSettledJob(hall, 'checking'),
      addSettledJob(attic, 'checking'),
    ];
    journal.jobs.addJob(aJob(hall), 1, 0);
    expect(journal.jobs.checking(hall.printerId)).toEqual([first, second]);
    expect(journal.jobs.unsettled(attic.printerId)).toEqual([]);
  });

  test('are deleted when they were held before the time given, and not at it', () => {
    const release = storedRelease();
    const [old, young] = [addSettledJob(release, 'completed', 99), addSettledJob(release, 'completed', 100)];
    journal.prune(100);
    expect([journal.jobs.findJob(old.jobId), journal.jobs.findJob(young.jobId)]).toEqual([undefined, young]);
  });

  test('are not written over a row that the journal did not write', () => {
    const ready = journal.jobs.addJob(aJob(storedRelease()), 0, 0);
    database.exec(`update jobs set facts = json_set(facts, '$.sequence', 5)`);
    expect(() => journal.jobs.move(ready, 'preflight')).toThrow('moved on');
    const begun = journal.jobs.findJob(ready.jobId)!;
    database.exec(`update jobs set facts = json_set(facts, '$.sequence', 6)`);
    expect(() => journal.jobs.move(begun, 'preflight')).toThrow('not in the journal as it was written');
    database.exec(`update jobs set facts = json_set(facts, '$.sequence', 5), step = 'created'`);
    expect(() => journal.jobs.move(begun, 'preflight')).toThrow('not in the journal as it was written');
  });

  test('need a release', () => {
    expect(() => journal.jobs.addJob(aJob(aRelease()), 0, 0)).toThrow('FOREIGN KEY');
  });

  test('emit `changed` once for each new record, and `ending` before it when the job ends', () => {
    const events: string[] = [];
    journal.jobs.on('changed', ({ step, sequence }) => events.push(`${step} ${sequence}`));
    journal.jobs.on('ending', ({ step, sequence }) => events.push(`ending: ${step} ${sequence}`));
    const begun = journal.jobs.move(journal.jobs.addJob(aJob(storedRelease()), 0, 0), 'preflight');
    const ended = journal.jobs.endJob(journal.jobs.note(begun, { reason: 'printer-busy' }), unknown);
    journal.jobs.settleJob(ended, null);
    expect(events).toEqual(['preflight 1', 'preflight 2', 'ending: ended 3', 'ended 3', 'settled 4']);
  });

  test('have lost their job-id when the same printer gave it to a later job', () => {
    const printerSide = (jobId: number) => ({ jobId, jobUuid: null, jobUri: '', printerUpTime: 0 });
    const at = (release: AskedRelease, jobId?: number) => {
      const begun = journal.jobs.addJob(aJob(release), 0, 0, { isBegun: true });
      return jobId === undefined
        ? begun
        : journal.jobs.move(begun, 'created', { printerSide: printerSide(jobId) });
    };
    const [hall, attic] = [storedRelease(), storedRelease()];
    const [first, second, elsewhere, waiting, last] = [
      at(hall, 7),
      at(hall, 8),
      at(attic, 8),
      at(hall),
      at(hall, 7),
    ];
    const reused = [first, second, elsewhere, waiting, last].map((job) => journal.jobs.isJobIdReused(job));
    expect(reused).toEqual([true, false, false, false, false]);
  });
});

describe('releases', () => {
  test('that core has answered are not asked about again, and keep core’s first answer', () => {
    const [held, refused, open, open2] = [storedRelease(), storedRelease(), storedRelease(), storedRelease()];
    const id = (release: AskedRelease) => release.question.releaseId;
    journal.releases.storeHeld(id(held));
    journal.releases.storeRefused(id(refused));
    journal.releases.storeRefused(id(held));
    journal.releases.storeHeld(id(refused));
    expect(journal.releases.unanswered().map(({ releaseId }) => releaseId)).toEqual([id(open), id(open2)]);
    const states = database.prepare('select state from releases order by rowid').all();
    expect(states.map(({ state }) => state)).toEqual(['held', 'refused', 'asked', 'asked']);
  });

  test('are abandoned one by one', () => {
    const [first, second] = [storedRelease(), storedRelease()];
    journal.releases.abandon(first.question.releaseId);
    expect(
      [first, second].map(({ question }) => journal.releases.findRelease(question.releaseId)?.abandoned),
    ).toEqual([true, false]);
  });

  test('are deleted when they were asked before the time given, are answered, and have no job', () => {
    const releases = [99, 100, 99, 99].map((askedAt) => storedRelease({ askedAt }));
    const [old, young, unanswered, printing] = releases;
    for (const release of [old, young, printing]) journal.releases.storeHeld(release!.question.releaseId);
    journal.jobs.addJob(aJob(printing!), 0, 0);
    journal.prune(100);
    const found = releases.map(
      ({ question }) => journal.releases.findRelease(question.releaseId) !== undefined,
    );
    expect(found).toEqual([false, true, true, true]);
    expect(journal.releases.unanswered()).toHaveLength(1);
    expect(unanswered).toBeDefined();
  });
});

describe('sessions', () => {
  const ask = (requestId: string, printerId: string, askedAt = 5) =>
    journal.sessions.storeRequest({ requestId, printerId, askedAt });

  test('belong to one printer; its latest one counts, although an earlier one is open', () => {
    for (const [request, printer] of [
      ['a', 'hall'],
      ['b', 'hall'],
      ['c', 'attic'],
    ])
      ask(request!, printer!);
    journal.sessions.storeOpened('a', 'session');
    expect(journal.sessions.latest('hall')).toMatchObject({ requestId: 'b', panelSessionId: null });
    expect(journal.sessions.latest('attic')).toMatchObject({ requestId: 'c', panelSessionId: null });
    journal.sessions.endSession('b', 6);
    expect(journal.sessions.latest('hall')).toBeUndefined();
    expect(journal.sessions.latest('attic')).toMatchObject({ requestId: 'c' });
    expect(journal.sessions.latest('cellar')).toBeUndefined();
  });

  test('whose request is stored again keep their session, their time, and their first end', () => {
    ask('a', 'hall');
    journal.sessions.storeOpened('a', 'session');
    ask('a', 'hall', 9);
    expect(journal.sessions.latest('hall')).toMatchObject({ panelSessionId: 'session', askedAt: 5 });
    journal.sessions.endSession('a', 6);
    journal.sessions.endSession('a', 7);
    expect(database.prepare('select ended_at from sessions').all()).toEqual([{ ended_at: 6 }]);
  });

  test('are deleted when they were asked for before the time given', () => {
    ask('a', 'hall', 99);
    ask('b', 'attic', 100);
    journal.prune(100);
    expect([journal.sessions.latest('hall'), journal.sessions.latest('attic')?.requestId]).toEqual([
      undefined,
      'b',
    ]);
  });
});

test('the site in the journal is that of the last welcome', () => {
  const facts = {
    site: 'Library',
    printers: [aPrinter()],
    stallSeconds: 1,
    idleSeconds: 2,
    publicUrl: 'http://a',
  };
  expect(journal.site.readSite()).toBeUndefined();
  journal.site.storeSite({ ...facts, site: 'Museum', printers: [] });
  journal.site.storeSite(facts);
  expect(journal.site.readSite()).toEqual(facts);
});

test('a device is paired in the round of its pairing and in earlier ones; a new pairing replaces the round', () => {
  const pair = (tokenHash: string, printerId: string, round: number) =>
    journal.devices.pair({ tokenHash, printerId, pairedAt: 5, round });
  const rounds = (token: string, printer: string) =>
    [0, 1, 2, 3].filter((round) => journal.devices.isPaired(token, printer, round));
  pair('tablet', 'hall', 2);
  pair('phone', 'hall', 0);
  pair('tablet', 'attic', 1);
  expect(rounds('tablet', 'hall')).toEqual([0, 1, 2]);
  expect(rounds('phone', 'hall')).toEqual([0]);
  expect(rounds('tablet', 'attic')).toEqual([0, 1]);
  expect(rounds('phone', 'attic')).toEqual([]);
  pair('tablet', 'hall', 3);
  expect(rounds('tablet', 'hall')).toEqual([0, 1, 2, 3]);
});

describe('reports about prints', () => {
  const [one, two] = printFaults;
  const add = (reportId: string, jobId: string, fault: PrintFault = one, at = 5) =>
    journal.printReports.addReport({ reportId, jobId, fault }, at);

  test('are sent in order, each fault of a job once; the last one is shown', () => {
    const [job, other] = [randomUUID(), randomUUID()];
    const isNew = [add('a', job, one), add('b', job, two), add('c', job, one), add('d', other, one)];
    expect(isNew).toEqual([true, true, false, true]);
    expect(journal.printReports.lastOf(job)).toBe(two);
    expect(journal.printReports.lastOf(other)).toBe(one);
    journal.printReports.markSent('b');
    expect(journal.printReports.unsentReports()).toEqual([
      { reportId: 'a', jobId: job, fault: one },
      { reportId: 'd', jobId: other, fault: one },
    ]);
    expect(journal.printReports.lastOf(job)).toBe(two);
  });

  test('are deleted when core has them and they are from before the time given', () => {
    for (const [index, at] of [99, 100, 99].entries()) add(`report ${index}`, `job ${index}`, one, at);
    for (const index of [0, 1]) journal.printReports.markSent(`report ${index}`);
    journal.prune(100);
    expect([0, 1, 2].map((index) => journal.printReports.lastOf(`job ${index}`) !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });
});

test.each([
  [8, true],
  [10, true],
  [13, true],
  [14, true],
  [5, false],
  [11, false],
  [(3 << 8) | 10, true],
  [(1 << 8) | 5, false],
  ['8', false],
])('SQLite’s result code %p means a disk that takes no writes: %p', (errcode, isTrouble) => {
  expect(isDiskTrouble(Object.assign(new Error(), { errcode }))).toBe(isTrouble);
});

test.each([[undefined], [null], ['full'], [new Error('full')]])('%p is no trouble of the disk', (error) => {
  expect(isDiskTrouble(error)).toBe(false);
});

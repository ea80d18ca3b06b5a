import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { aJob, aRelease } from '../testing/builders.js';
import { FaultyDisk } from '../testing/faulty-disk.js';
import { Journal } from './journal.js';

let folder: string;
let journal: Journal;
let disk: FaultyDisk;

function reopen(): void {
  journal.close();
  journal = new Journal(join(folder, 'journal.db'));
}

function anEndedJob() {
  const release = aRelease();
  journal.releases.storeRelease(release);
  const ready = journal.jobs.addJob(aJob(release), 0, 0);
  return journal.jobs.endJob(ready, { ending: { outcome: 'never-began' } });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sixpence-journal-'));
  journal = new Journal(join(folder, 'journal.db'));
  disk = new FaultyDisk();
});

afterEach(() => {
  disk.restore();
  journal.close();
  rmSync(folder, { recursive: true });
});

describe('the journal', () => {
  test('a job is at its last step after a reopening, with the printer’s identifiers', () => {
    const release = aRelease();
    journal.releases.storeRelease(release);
    const added = journal.jobs.addJob(aJob(release), 0, 1_000);
    const tried = journal.jobs.move(added, 'preflight');
    const printerSide = { jobId: 7, jobUuid: 'urn:uuid:a', jobUri: 'ipp://p/jobs/7', printerUpTime: 99 };
    const created = journal.jobs.move(tried, 'created', { printerSide });
    reopen();
    expect(journal.jobs.openJobs(release.printerId)).toEqual([created]);
    expect(created).toMatchObject({ step: 'created', sequence: 2, printerSide });
  });

  test('a question to core is unchanged after a reopening, so that it can be repeated', () => {
    const release = aRelease();
    journal.releases.storeRelease(release);
    reopen();
    expect(journal.releases.unanswered()).toEqual([
      { ...release, abandoned: false, releaseId: release.question.releaseId },
    ]);
    journal.releases.storeHeld(release.question.releaseId);
    expect(journal.releases.unanswered()).toEqual([]);
  });

  test('a move that is not allowed, or from an outdated record, is refused', () => {
    const release = aRelease();
    journal.releases.storeRelease(release);
    const ready = journal.jobs.addJob(aJob(release), 0, 0);
    expect(() => journal.jobs.move(ready, 'sent')).toThrow('cannot go from ready to sent');
    journal.jobs.move(ready, 'preflight');
    expect(() => journal.jobs.move(ready, 'preflight')).toThrow('has moved on');
  });

  test('a note from an outdated record is refused, so that a count never falls', () => {
    const release = aRelease();
    journal.releases.storeRelease(release);
    const ready = journal.jobs.addJob(aJob(release), 0, 0);
    const newest = journal.jobs.note(ready, { impressions: 2 });
    expect(() => journal.jobs.note(ready, { impressions: 1 })).toThrow('has moved on');
    expect(journal.jobs.findJob(ready.jobId)).toEqual(newest);
  });

  test('a settlement that the disk refused counts until a restart, and is asked for again after it', () => {
    const ended = anEndedJob();
    disk.fail({ kind: 'full', from: 1, to: Infinity });
    journal.jobs.settleJob(ended, null);
    expect([journal.jobs.awaitingSettlement(), journal.jobs.findJob(ended.jobId)?.step]).toEqual([
      [],
      'settled',
    ]);
    expect(journal.jobs.unsettled(ended.printerId)).toEqual([]);
    disk.fail(undefined);
    reopen();
    expect(journal.jobs.awaitingSettlement()).toEqual([ended]);
  });

  test('a settlement is written although its listener fails', () => {
    const ended = anEndedJob();
    journal.jobs.once('changed', () => {
      throw new Error('no screen');
    });
    expect(() => journal.jobs.settleJob(ended, null)).toThrow('no screen');
    reopen();
    expect(journal.jobs.findJob(ended.jobId)?.step).toBe('settled');
  });

  test('each commit is synced to disk', () => {
    const exec = jest.spyOn(DatabaseSync.prototype, 'exec');
    reopen();
    const [database] = exec.mock.contexts as [DatabaseSync];
    exec.mockRestore();
    // In the write-ahead log each commit is synced at level full (2) and above, and not below.
    expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 });
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
  });

  test('jobs are printed in the order in which they were held, per printer', () => {
    const [first, second] = [aRelease(), aRelease()];
    const printerId = first.printerId;
    const held = [aJob(first), aJob(first), aJob({ ...second, printerId })];
    for (const release of [first, second]) journal.releases.storeRelease(release);
    for (const [at, job] of held.entries()) journal.jobs.addJob(job, at % 2, 0);
    journal.jobs.addJob(aJob(second), 0, 0);
    reopen();
    expect(journal.jobs.openJobs(printerId).map(({ jobId }) => jobId)).toEqual(
      held.map(({ jobId }) => jobId),
    );
  });

  test('a job is inherited when an earlier run wrote its release, even if this run wrote the job', () => {
    const [earlier, later] = [aRelease(), aRelease()];
    journal.releases.storeRelease(earlier);
    const own = journal.jobs.addJob(aJob(earlier), 0, 0);
    expect(journal.jobs.isInherited(own)).toBe(false);
    reopen();
    journal.releases.storeRelease(later);
    const inherited = journal.jobs.addJob(aJob(earlier), 1, 0);
    const fresh = journal.jobs.addJob(aJob(later), 0, 0);
    expect([own, inherited, fresh].map((job) => journal.jobs.isInherited(job))).toEqual([true, true, false]);
  });

  test('jobs of a release are written all or none', () => {
    const release = aRelease();
    journal.releases.storeRelease(release);
    const job = aJob(release);
    const writeTwice = () =>
      journal.together(() => [journal.jobs.addJob(job, 0, 0), journal.jobs.addJob(job, 1, 0)]);
    expect(writeTwice).toThrow();
    expect(journal.jobs.openJobs(release.printerId)).toEqual([]);
  });

  test('two agents cannot share one journal', () => {
    expect(() => new Journal(join(folder, 'journal.db'))).toThrow('Another agent runs');
  });

  test('file names and document addresses are not written', () => {
    const release = aRelease();
    journal.releases.storeRelease(release);
    journal.jobs.addJob(aJob(release), 0, 0);
    reopen();
    const bytes = readFileSync(join(folder, 'journal.db')).toString('latin1');
    expect(bytes).not.toContain('thesis.pdf');
    expect(bytes).not.toContain('token=');
  });

  test('a session is found after a reopening, until it has ended', () => {
    journal.sessions.storeRequest({ requestId: 'r1', printerId: 'p', askedAt: 5 });
    journal.sessions.storeOpened('r1', 's1');
    reopen();
    const opened = { requestId: 'r1', panelSessionId: 's1', askedAt: 5, pairing: false };
    expect(journal.sessions.latest('p')).toEqual(opened);
    journal.sessions.endSession('r1', 6);
    expect(journal.sessions.latest('p')).toBeUndefined();
  });

  test('of an earlier version is migrated, with defaults for new columns', () => {
    const release = aRelease();
    journal.releases.storeRelease(release);
    const job = journal.jobs.addJob(aJob(release), 0, 0);
    journal.sessions.storeRequest({ requestId: 'r1', printerId: 'p', askedAt: 5 });
    journal.devices.pair({ tokenHash: 'token', printerId: 'p', pairedAt: 5, round: 3 });
    const facts = { site: 'Library', printers: [], stallSeconds: 1, idleSeconds: 1, publicUrl: '' };
    journal.site.storeSite(facts);
    journal.printReports.addReport({ reportId: 'said', jobId: job.jobId, fault: 'faint' }, 5);
    journal.close();
    const earlier = new DatabaseSync(join(folder, 'journal.db'));
    earlier.exec('alter table sessions drop column pairing; alter table devices drop column round');
    for (const table of ['site', 'sessions', 'releases', 'jobs', 'print_reports'])
      earlier.exec(`alter table ${table} drop column version`);
    earlier.close();
    journal = new Journal(join(folder, 'journal.db'));
    expect(journal.sessions.latest('p')).toMatchObject({ requestId: 'r1', pairing: false });
    expect([0, 1].map((round) => journal.devices.isPaired('token', 'p', round))).toEqual([true, false]);
    expect(journal.site.readSite()).toEqual(facts);
    expect(journal.releases.unanswered()).toHaveLength(1);
    expect(journal.jobs.findJob(job.jobId)).toEqual(job);
    expect(journal.printReports.unsentReports()).toHaveLength(1);
    journal.sessions.storeRequest({ requestId: 'r2', printerId: 'p', askedAt: 6, pairing: true });
    reopen();
    expect(journal.sessions.latest('p')).toMatchObject({ requestId: 'r2', pairing: true });
  });

  test('of a newer version keeps its unknown rows, and this agent ignores them', () => {
    const release = aRelease();
    const [earlier, newer] = [aJob(release), aJob(release)];
    journal.releases.storeRelease(release);
    journal.jobs.addJob(earlier, 0, 0);
    journal.jobs.addJob(newer, 1, 0);
    const newerRelease = aRelease({ printerId: release.printerId });
    journal.releases.storeRelease(newerRelease);
    journal.sessions.storeRequest({ requestId: 'r1', printerId: 'p', askedAt: 5 });
    journal.site.storeSite({
      ...{ site: 'Library', printers: [], stallSeconds: 1, idleSeconds: 1 },
      publicUrl: '',
    });
    journal.printReports.addReport({ reportId: 'said', jobId: newer.jobId, fault: 'faint' }, 5);
    journal.close();
    const later = new DatabaseSync(join(folder, 'journal.db'));
    later.exec('update jobs set version = 2, facts = \'{"held": "in shells"}\' where position = 1');
    for (const table of ['sessions', 'site', 'print_reports']) later.exec(`update ${table} set version = 2`);
    later
      .prepare("update releases set version = 2, question = 'what?' where release_id = ?")
      .run(newerRelease.question.releaseId);
    later.close();
    journal = new Journal(join(folder, 'journal.db'));
    expect(journal.jobs.openJobs(release.printerId).map(({ jobId }) => jobId)).toEqual([earlier.jobId]);
    expect(journal.jobs.findJob(newer.jobId)).toBeUndefined();
    expect(journal.releases.unanswered().map(({ releaseId }) => releaseId)).toEqual([
      release.question.releaseId,
    ]);
    expect(journal.sessions.latest('p')).toBeUndefined();
    expect(journal.site.readSite()).toBeUndefined();
    expect(journal.printReports.unsentReports()).toEqual([]);
    journal.prune(1_000_000);
    journal.close();
    const reopened = new DatabaseSync(join(folder, 'journal.db'));
    expect(reopened.prepare('select position from jobs where version = 2').all()).toEqual([{ position: 1 }]);
    reopened.close();
    journal = new Journal(join(folder, 'journal.db'));
  });

  test('an update that the disk refuses stays in memory, and is written when the disk accepts it', () => {
    const release = aRelease();
    journal.releases.storeRelease(release);
    journal.jobs.addJob(aJob(release), 0, 0, { isBegun: true });
    const [begun] = journal.jobs.openJobs(release.printerId);
    const created = journal.jobs.move(begun!, 'created');
    const errors: unknown[] = [];
    journal.on('unwritten', (error) => errors.push(error));
    disk.fail({ kind: 'full', from: 1, to: 3 });
    const sent = journal.jobs.move(created, 'sent');
    const ended = journal.jobs.endJob(sent, { ending: { outcome: 'completed' }, impressions: 3 });
    expect(journal.jobs.openJobs(release.printerId)).toEqual([]);
    expect(journal.jobs.awaitingSettlement()).toEqual([ended]);
    expect(() => journal.jobs.note(sent, { impressions: 1 })).toThrow('has moved on');
    expect(journal.jobs.catchUp()).toBe(false);
    expect(errors).toHaveLength(3);
    journal.prune(1_000_000);
    expect(journal.jobs.catchUp()).toBe(true);
    reopen();
    expect(journal.jobs.findJob(ended.jobId)).toEqual(ended);
  });

  test.each([
    ['Create-Job', 'ready', 'preflight'],
    ['Send-Document', 'preflight', 'created'],
  ] as const)('the step before %s must be on disk', (_, before, step) => {
    const release = aRelease();
    journal.releases.storeRelease(release);
    journal.jobs.addJob(aJob(release), 0, 0, { isBegun: before === 'preflight' });
    const [job] = journal.jobs.openJobs(release.printerId);
    disk.fail({ kind: 'read-only', from: 1, to: Infinity });
    expect(() => journal.jobs.move(job!, step)).toThrow('readonly');
    expect(journal.jobs.findJob(job!.jobId)?.step).toBe(before);
  });

  test('writes whose commit fails are discarded, and later ones are written', () => {
    const release = aRelease();
    disk.fail({ kind: 'full', from: 1, to: 1 });
    expect(() => journal.together(() => journal.releases.storeRelease(release))).toThrow('disk is full');
    expect(journal.releases.unanswered()).toEqual([]);
    journal.together(() => journal.releases.storeRelease(release));
    expect(journal.releases.unanswered()).toHaveLength(1);
  });

  test('a full disk keeps old entries, without an error', () => {
    journal.sessions.storeRequest({ requestId: 'r1', printerId: 'p', askedAt: 5 });
    disk.fail({ kind: 'full', from: 1, to: Infinity });
    journal.prune(1_000_000);
    expect(journal.sessions.latest('p')).toBeDefined();
    disk.fail(undefined);
    journal.prune(1_000_000);
    expect(journal.sessions.latest('p')).toBeUndefined();
  });

  test('a job with an unknown end is kept, even when a clock change makes it old', () => {
    const release = aRelease();
    journal.releases.storeRelease(release);
    journal.jobs.addJob(aJob(release), 0, 0);
    journal.releases.storeHeld(release.question.releaseId);
    const [open] = journal.jobs.openJobs(release.printerId);
    const ended = journal.jobs.move(open!, 'ended', { ending: { outcome: 'unknown' } });
    const nothing = { minor: 0, currency: 'GBP' } as const;
    const amounts = { captured: nothing, returned: nothing, available: nothing };
    const settlement = { jobId: ended.jobId, impressions: 0, ...amounts };
    journal.jobs.settleJob(ended, { ...settlement, state: 'checking' });
    journal.prune(1_000_000);
    const [checking] = journal.jobs.checking(release.printerId);
    journal.jobs.note(checking!, { settlement: { ...settlement, state: 'failed' } });
    journal.prune(1_000_000);
    expect(journal.jobs.findJob(ended.jobId)).toBeUndefined();
  });

  test('old settled jobs are deleted, open ones are kept', () => {
    const release = aRelease();
    journal.releases.storeRelease(release);
    journal.jobs.addJob(aJob(release), 0, 0);
    journal.releases.storeHeld(release.question.releaseId);
    journal.prune(1_000_000);
    const [open] = journal.jobs.openJobs(release.printerId);
    const ended = journal.jobs.move(open!, 'ended', { ending: { outcome: 'never-began' } });
    journal.prune(1_000_000);
    expect(journal.jobs.awaitingSettlement()).toEqual([ended]);
    journal.jobs.move(ended, 'settled', { settlement: null });
    journal.prune(1_000_000);
    expect(journal.jobs.findJob(ended.jobId)).toBeUndefined();
    expect(journal.releases.findRelease(ended.releaseId)).toBeUndefined();
  });

  test('an unanswered press is kept, however old', () => {
    const release = aRelease();
    journal.releases.storeRelease(release);
    journal.prune(1_000_000);
    expect(journal.releases.unanswered()).toHaveLength(1);
  });
});

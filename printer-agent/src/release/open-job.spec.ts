import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { PrinterJob } from '../ipp/client.js';
import type { JobRecord } from '../job/job-record.js';
import { Journal } from '../journal/journal.js';
import { aJob, aRelease } from '../testing/builders.js';
import { OpenJob, withHighestUpTime } from './open-job.js';
import type { Watched } from './sight.js';

const jobAtPrinter = { jobId: 7, jobUuid: null, jobUri: '', printerUpTime: 100 };
const polled: PrinterJob = {
  ...{ jobId: 7, jobUuid: null, jobUri: '', name: '', state: 5, reasons: [] },
  ...{ impressionsCompleted: 0, countsImpressions: true },
};
const quiet: Watched = {
  ...{ pages: 3, impressions: 0, began: false, stalledAt: null, reason: undefined },
  ...{ movedAt: 0, canceledAt: null },
};

let journal: Journal;
let logged: string[];
let job: OpenJob;
/** The records that the journal was told to write. */
let written: JobRecord[];

/** A job of which Create-Job is done. */
beforeEach(() => {
  journal = new Journal(':memory:');
  logged = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) });
  const release = aRelease();
  journal.releases.storeRelease(release);
  const begun = journal.jobs.addJob(aJob(release), 0, 0, { isBegun: true });
  job = new OpenJob(journal.jobs.move(begun, 'created', { printerSide: jobAtPrinter }), journal.jobs, log);
  written = [];
  journal.jobs.on('changed', (record) => written.push(record));
});
afterEach(() => journal.close());

test('a job that the printer has not begun is in step sent, and a second poll with the same result writes nothing', () => {
  job.storeSight(quiet, polled);
  job.storeSight({ ...quiet, movedAt: 5 }, polled);
  expect(written).toMatchObject([{ step: 'sent', began: false, impressions: 0 }]);
});

test('a job that has begun is in step printing, and the journal says that it has begun', () => {
  job.storeSight({ ...quiet, began: true, impressions: 1 }, { ...polled, printerUpTime: 150 });
  expect(job.record.printerSide?.printerUpTime).toBe(150);
  expect(journal.jobs.findJob(job.record.jobId)).toMatchObject({
    step: 'printing',
    began: true,
    impressions: 1,
  });
});

test('a job with a reason is in step stalled, whether it has begun or not, until it prints', () => {
  job.storeSight({ ...quiet, reason: 'printer-busy', stalledAt: 5 }, polled);
  expect(job.record).toMatchObject({ step: 'stalled', reason: 'printer-busy', stalledAt: 5 });
  job.storeSight(quiet, polled);
  expect(job.record).toMatchObject({ step: 'stalled', reason: undefined, stalledAt: null });
  job.storeSight({ ...quiet, began: true }, polled);
  expect(job.record.step).toBe('printing');
  job.storeSight({ ...quiet, began: true, reason: 'media-empty', stalledAt: 9 }, polled);
  expect(job.record).toMatchObject({ step: 'stalled', reason: 'media-empty' });
});

test.each([
  ['its count', { impressions: 2 }],
  ['the time of its cancel', { canceledAt: 9 }],
])('a poll of a printing job is written when %s has changed', (_, changes) => {
  const printing = { ...quiet, began: true, impressions: 1 };
  job.storeSight(printing, polled);
  job.storeSight({ ...printing, ...changes }, polled);
  expect(written).toHaveLength(2);
  expect(written[1]).toMatchObject({ step: 'printing', ...changes });
});

test('a reason is written once, and cleared by the next step', () => {
  job.storeReason('printer-unreachable');
  job.storeReason('printer-unreachable');
  expect(written).toMatchObject([{ step: 'created', reason: 'printer-unreachable' }]);
  job.move('preflight', { printerSide: null });
  expect(job.record).toMatchObject({ step: 'preflight', reason: undefined, printerSide: null });
});

test('the log says which job has ended, how, and after how many pages', () => {
  job.storeSight({ ...quiet, began: true, reason: 'media-jam', stalledAt: 5 }, polled);
  job.endJob({ outcome: 'aborted', reason: 'aborted-by-printer' }, { impressions: 1, began: true });
  expect(job.record).toMatchObject({ step: 'ended', reason: 'aborted-by-printer', stalledAt: null });
  const { jobId } = job.record;
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    { jobId, outcome: 'aborted', reason: 'aborted-by-printer', impressions: 1, msg: 'A job has ended' },
  ]);
});

test.each([
  ['higher', 101, 101],
  ['equal', 100, 100],
  ['lower', 99, 100],
  ['unknown', undefined, 100],
])('after an up-time that is %s, the job has the highest one', (_, printerUpTime, expected) => {
  const seen = withHighestUpTime(jobAtPrinter, { ...polled, printerUpTime });
  expect(seen?.printerUpTime).toBe(expected);
  expect(seen !== jobAtPrinter).toBe(expected > 100);
});

test('a job without a job-id at the printer gets none from a poll', () => {
  expect(withHighestUpTime(null, { ...polled, printerUpTime: 5 })).toBeNull();
  expect(withHighestUpTime(jobAtPrinter, 'gone')).toBe(jobAtPrinter);
  job.move('preflight', { printerSide: null });
  expect(() => job.printerJobId).toThrow('no job-id');
});

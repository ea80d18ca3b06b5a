import { expect, test } from '@jest/globals';
import type { PrinterJob } from '../ipp/client.js';
import { isSameJob, needsUpTime } from './same-job.js';

const ourName = '0193c1f0-7a1f-7000-8000-000000000001';
const cutOff = ourName.slice(0, 8);

const state = { jobId: 7, jobUri: '', state: 5, impressionsCompleted: 0, countsImpressions: true } as const;

function jobShown(jobUuid: string | null, name: string, printerUpTime?: number): PrinterJob {
  return { ...state, reasons: [], jobUuid, name, printerUpTime };
}

const seenAt = 1_800_000_000_000;
const ours = 'urn:uuid:ours';
const other = 'urn:uuid:other';

test.each([
  ['with our uuid is ours', ours, jobShown(ours, ourName), true],
  ['with our uuid is ours, whatever its name and the up-time', ours, jobShown(ours, 'renamed', 1), true],
  ['with another uuid is not ours', ours, jobShown(other, 'other-job'), false],
  ['with another uuid is not ours, although it has our name', ours, jobShown(other, ourName), false],
  ['without a uuid is ours by its name', ours, jobShown(null, ourName), true],
  ['without a uuid is ours by its whole name, also after a restart', ours, jobShown(null, ourName, 1), true],
  ['without a uuid and with another name is not ours', ours, jobShown(null, 'other-job'), false],
  ['is ours by its name if we recorded no uuid', null, jobShown(other, ourName), true],
  ['with another name is not ours if we recorded no uuid', null, jobShown(other, 'other-job'), false],
  ['that shows neither uuid nor name is ours by its job-id', null, jobShown(null, ''), true],
  ['that shows neither uuid nor name is ours while the printer runs on', null, jobShown(null, '', 500), true],
  ['that shows neither uuid nor name is not ours after a restart', null, jobShown(null, '', 499), false],
  ['with our name cut off to eight letters is ours', null, jobShown(null, cutOff, 500), true],
  ['with our name cut off, from a printer without up-time, is ours', null, jobShown(null, cutOff), true],
  ['with our name cut off is not ours after a restart', null, jobShown(null, cutOff, 499), false],
  [
    'with our name cut off to seven letters is not ours',
    null,
    jobShown(null, ourName.slice(0, 7), 500),
    false,
  ],
  ['with letters of another name is not ours', null, jobShown(null, 'scan to mail', 500), false],
  ['with our name cut off and another uuid is not ours', ours, jobShown(other, cutOff, 500), false],
])('a job under our job-id %s', (_, jobUuid, shownJob, isOurs) => {
  expect(isSameJob({ name: ourName, jobUuid, printerUpTime: 500 }, shownJob, seenAt)).toBe(isOurs);
});

test.each([
  ['is ours if the printer ran on', 500 + 3_600, true],
  ['is ours if the printer ran on with a slow clock', 500 + 3_500, true],
  ['is ours if the printer never advances its up-time', 500, true],
  ['is not ours if the printer restarted, although its up-time is higher than before', 3_599, false],
  ['is not ours if the printer restarted, although its up-time is one second higher', 501, false],
])('an hour later, a job that shows neither uuid nor name %s', (_, upTime, isOurs) => {
  const ours = { name: ourName, jobUuid: null, printerUpTime: 500, upTimeSeenAt: seenAt };
  expect(isSameJob(ours, jobShown(null, '', upTime), seenAt + 3_600_000)).toBe(isOurs);
});

test('a box clock that jumped back does not change the identity of a job', () => {
  const ours = { name: ourName, jobUuid: null, printerUpTime: 500, upTimeSeenAt: seenAt };
  expect(isSameJob(ours, jobShown(null, '', 501), seenAt - 3_600_000)).toBe(true);
});

test.each([
  ['not asked for when the uuid identifies the job', ours, jobShown(ours, cutOff), false],
  ['not asked for when the whole name identifies the job', null, jobShown(null, ourName), false],
  ['not asked for when the answer about the job contains it', null, jobShown(null, cutOff, 1), false],
  ['asked for when nothing in the answer identifies the job', null, jobShown(null, cutOff), true],
])("the printer's up-time is %s", (_, jobUuid, shownJob, needed) => {
  expect(needsUpTime({ name: ourName, jobUuid, printerUpTime: 500 }, shownJob)).toBe(needed);
});

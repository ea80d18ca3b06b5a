import { expect, test } from '@jest/globals';
import type { PrinterJob } from '../ipp/client.js';
import { isSameJob, needsUpTime } from './same-job.js';

const ourName = '0193c1f0-7a1f-7000-8000-000000000001';
const cutOff = ourName.slice(0, 8);

const state = { jobId: 7, jobUri: '', state: 5, impressionsCompleted: 0, countsImpressions: true } as const;

function answers(jobUuid: string | null, name: string, printerUpTime?: number): PrinterJob {
  return { ...state, reasons: [], jobUuid, name, printerUpTime };
}

const seenAt = 1_800_000_000_000;
const ours = 'urn:uuid:ours';
const other = 'urn:uuid:other';

test.each([
  ['with our uuid is ours', ours, answers(ours, ourName), true],
  ['with our uuid is ours, whatever its name and the up-time', ours, answers(ours, 'renamed', 1), true],
  ['with another uuid is not ours', ours, answers(other, 'other-job'), false],
  ['with another uuid is not ours, although it has our name', ours, answers(other, ourName), false],
  ['without a uuid is ours by its name', ours, answers(null, ourName), true],
  ['without a uuid is ours by its whole name, also after a restart', ours, answers(null, ourName, 1), true],
  ['without a uuid and with another name is not ours', ours, answers(null, 'other-job'), false],
  ['is ours by its name if we recorded no uuid', null, answers(other, ourName), true],
  ['with another name is not ours if we recorded no uuid', null, answers(other, 'other-job'), false],
  ['that shows neither uuid nor name is ours by its job-id', null, answers(null, ''), true],
  ['that shows neither uuid nor name is ours while the printer runs on', null, answers(null, '', 500), true],
  ['that shows neither uuid nor name is not ours after a restart', null, answers(null, '', 499), false],
  ['with our name cut off to eight letters is ours', null, answers(null, cutOff, 500), true],
  ['with our name cut off, from a printer without up-time, is ours', null, answers(null, cutOff), true],
  ['with our name cut off is not ours after a restart', null, answers(null, cutOff, 499), false],
  [
    'with our name cut off to seven letters is not ours',
    null,
    answers(null, ourName.slice(0, 7), 500),
    false,
  ],
  ['with letters of another name is not ours', null, answers(null, 'scan to mail', 500), false],
  ['with our name cut off and another uuid is not ours', ours, answers(other, cutOff, 500), false],
])('a job under our job-id %s', (_, jobUuid, answered, isOurs) => {
  expect(isSameJob({ name: ourName, jobUuid, printerUpTime: 500 }, answered, seenAt)).toBe(isOurs);
});

test.each([
  ['is ours if the printer ran on', 500 + 3_600, true],
  ['is ours if the printer ran on with a slow clock', 500 + 3_500, true],
  ['is ours if the printer never advances its up-time', 500, true],
  ['is not ours if the printer restarted, although its up-time is higher than before', 3_599, false],
  ['is not ours if the printer restarted, although its up-time is one second higher', 501, false],
])('an hour later, a job that shows neither uuid nor name %s', (_, upTime, isOurs) => {
  const ours = { name: ourName, jobUuid: null, printerUpTime: 500, upTimeSeenAt: seenAt };
  expect(isSameJob(ours, answers(null, '', upTime), seenAt + 3_600_000)).toBe(isOurs);
});

test('a box clock that jumped back does not change the identity of a job', () => {
  const ours = { name: ourName, jobUuid: null, printerUpTime: 500, upTimeSeenAt: seenAt };
  expect(isSameJob(ours, answers(null, '', 501), seenAt - 3_600_000)).toBe(true);
});

test.each([
  ['not asked for when the uuid identifies the job', ours, answers(ours, cutOff), false],
  ['not asked for when the whole name identifies the job', null, answers(null, ourName), false],
  ['not asked for when the answer about the job contains it', null, answers(null, cutOff, 1), false],
  ['asked for when nothing in the answer identifies the job', null, answers(null, cutOff), true],
])("the printer's up-time is %s", (_, jobUuid, answered, needed) => {
  expect(needsUpTime({ name: ourName, jobUuid, printerUpTime: 500 }, answered)).toBe(needed);
});

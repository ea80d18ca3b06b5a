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
  ['is ours by its name where ours has no uuid', null, answers(other, ourName), true],
  ['with another name is not ours where ours has no uuid', null, answers(other, 'other-job'), false],
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
  ['that runs on', 500 + 3_600, true],
  ['whose clock is slow', 500 + 3_500, true],
  ['that restarted, and whose up-time is higher than before', 3_599, false],
  ['that restarted, and whose up-time is one second higher than before', 501, false],
  ['whose up-time stands still', 500, true],
])('an hour later, a job without uuid and name of a printer %s', (_, upTime, isOurs) => {
  const ours = { name: ourName, jobUuid: null, printerUpTime: 500, upTimeSeenAt: seenAt };
  expect(isSameJob(ours, answers(null, '', upTime), seenAt + 3_600_000)).toBe(isOurs);
});

test('a box clock that jumped back does not change the identity of a job', () => {
  const ours = { name: ourName, jobUuid: null, printerUpTime: 500, upTimeSeenAt: seenAt };
  expect(isSameJob(ours, answers(null, '', 501), seenAt - 3_600_000)).toBe(true);
});

test.each([
  ['by its uuid', ours, answers(ours, cutOff), false],
  ['by its whole name', null, answers(null, ourName), false],
  ['by the up-time in its own answer', null, answers(null, cutOff, 1), false],
  ['by an up-time that a further question must fetch', null, answers(null, cutOff), true],
])('a job is identified %s', (_, jobUuid, answered, needed) => {
  expect(needsUpTime({ name: ourName, jobUuid, printerUpTime: 500 }, answered)).toBe(needed);
});

import { expect, test } from '@jest/globals';
import type { PrinterJob } from '../ipp/client.js';
import { isSameJob } from './same-job.js';

test.each([
  ['with our uuid is ours', 'urn:uuid:ours', 'urn:uuid:ours', 'our-job', true],
  ['with our uuid is ours, whatever its name', 'urn:uuid:ours', 'urn:uuid:ours', 'renamed', true],
  ['with another uuid is not ours', 'urn:uuid:ours', 'urn:uuid:other', 'other-job', false],
  [
    'with another uuid is not ours, although it has our name',
    'urn:uuid:ours',
    'urn:uuid:other',
    'our-job',
    false,
  ],
  ['without a uuid is ours by its name', 'urn:uuid:ours', null, 'our-job', true],
  ['without a uuid and with another name is not ours', 'urn:uuid:ours', null, 'other-job', false],
  ['is ours by its name where ours has no uuid', null, 'urn:uuid:other', 'our-job', true],
  ['with another name is not ours where ours has no uuid', null, 'urn:uuid:other', 'other-job', false],
  ['that shows neither uuid nor name is ours by its job-id', null, null, '', true],
])('a job under our job-id %s', (_, ourUuid, jobUuid, name, isOurs) => {
  const state = { state: 5, reasons: [], impressionsCompleted: 0, countsImpressions: true } as const;
  const answered: PrinterJob = { ...state, reasons: [], jobId: 7, jobUri: '', jobUuid, name };
  expect(isSameJob({ name: 'our-job', jobUuid: ourUuid }, answered)).toBe(isOurs);
});

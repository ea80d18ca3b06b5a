import { expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { PrinterJob } from '../ipp/client.js';
import { ippErrorKinds } from '../ipp/errors.js';
import { CountedUpload } from './counted-upload.js';
import { withHighestUpTime } from './open-job.js';
import { inUnitOf } from './printer-unit.js';
import { troubleOf } from './trouble.js';

const seen: PrinterJob = {
  ...{ jobId: 1, jobUuid: null, jobUri: '', name: 'job', state: 5, reasons: [] },
  ...{ impressionsCompleted: 7, countsImpressions: false, sheetsCompleted: 4 },
};

test('each kind of printer error before the document is sent leads to a retry, a wait, or a refusal', () => {
  const kinds = (trouble: string) => ippErrorKinds.filter((kind) => troubleOf(kind) === trouble);
  expect(kinds('no-answer')).toEqual(['unreachable', 'timeout', 'interrupted', 'garbage']);
  expect(kinds('busy')).toEqual(['busy']);
  expect(kinds('refused')).toEqual(
    ippErrorKinds.filter((kind) => !['no-answer', 'busy'].includes(troubleOf(kind))),
  );
});

test('sheets replace impressions only at a printer that counts sheets and reports them', () => {
  expect(inUnitOf('sheets', seen)).toEqual({ ...seen, impressionsCompleted: 4, countsImpressions: true });
  expect(inUnitOf('sheets', { ...seen, sheetsCompleted: 0 })).toMatchObject({ impressionsCompleted: 0 });
  const uncounted = { ...seen, sheetsCompleted: undefined };
  expect(inUnitOf('sheets', uncounted)).toBe(uncounted);
  for (const counting of ['impressions', 'none'] as const) expect(inUnitOf(counting, seen)).toBe(seen);
  for (const none of ['gone', 'silent'] as const) expect(inUnitOf('sheets', none)).toBe(none);
});

test('the highest up-time of the printer is kept, with the time when it was seen', () => {
  const jobAtPrinter = { jobId: 1, jobUuid: null, jobUri: '', printerUpTime: 100, upTimeSeenAt: 5 };
  const at = (printerUpTime?: number) => withHighestUpTime(jobAtPrinter, { ...seen, printerUpTime });
  for (const lower of [at(), at(99), at(100), withHighestUpTime(jobAtPrinter, 'gone')])
    expect(lower).toBe(jobAtPrinter);
  expect(at(101)).toMatchObject({ jobId: 1, printerUpTime: 101 });
  expect(at(101)?.upTimeSeenAt).toBeGreaterThan(1_000_000);
  expect(withHighestUpTime(null, { ...seen, printerUpTime: 101 })).toBeNull();
});

test.each([
  [5, false],
  [6, true],
])('after five bytes an upload of %i bytes is incomplete: %p', async (byteLength, isIncomplete) => {
  const stream = Readable.from([Buffer.from('abc'), Buffer.from('de')]);
  const upload = new CountedUpload({ stream, byteLength });
  expect(upload.isIncomplete).toBe(true);
  const answer = await upload.run(async (pieces) => {
    expect((await buffer(pieces)).toString()).toBe('abcde');
    return seen;
  });
  expect([answer, upload.isIncomplete, stream.destroyed]).toEqual([seen, isIncomplete, true]);
});

test('the stream of a document whose upload failed is closed', async () => {
  const stream = Readable.from([Buffer.from('abc')]);
  const upload = new CountedUpload({ stream, byteLength: 3 });
  await expect(upload.run(() => Promise.reject(new Error('no printer')))).rejects.toThrow('no printer');
  expect([stream.destroyed, upload.isIncomplete]).toEqual([true, true]);
});

import { describe, expect, test } from '@jest/globals';
import { write } from './codec/attributes.js';
import { decodeMessage } from './codec/decode.js';
import { requestedJobAttributes, jobOf, jobsOf } from './job-status.js';
import type { Group } from './codec/message.js';
import type { Reply } from './reply.js';
import { jobGroup } from './testing/fake-printer.js';
import { reply } from './testing/replies.js';

function received(name: string): Reply {
  const bytes = reply(name);
  return { message: decodeMessage(bytes), bytes };
}

function replyOf(...groups: Group[]): Reply {
  const version = { major: 2, minor: 0 };
  return { message: { version, code: 0, requestId: 1, groups }, bytes: Buffer.alloc(0) };
}

describe('jobs of a real printer', () => {
  test.each([
    ['create-job', { jobId: 1, state: 4, reasons: ['job-data-insufficient'], countsImpressions: false }],
    ['get-job-processing', { jobId: 1, state: 5, reasons: ['job-printing'], countsImpressions: true }],
    [
      'get-job-completed',
      { state: 9, impressionsCompleted: 3, name: '7a1f0d5e-0000-4000-8000-000000000001' },
    ],
    ['get-job-aborted', { state: 8, impressionsCompleted: 2, reasons: ['aborted-by-system'] }],
    ['get-job-canceled', { state: 7, reasons: ['job-canceled-by-user'] }],
  ])('%s', (name, job) => {
    expect(jobOf(received(name))).toMatchObject(job);
  });

  test('have the uuid of the reply, or null when it has none', () => {
    expect(jobOf(received('get-job-aborted')).jobUuid).toBe('urn:uuid:4501d110-75a2-3932-527e-cac7428a4c9f');
    expect(jobOf(received('create-job')).jobUuid).toBeNull();
  });

  test('are listed, or the list is empty', () => {
    expect(jobsOf(received('get-jobs-completed')).map(({ jobId, state }) => [jobId, state])).toEqual([
      [3, 7],
      [2, 8],
      [1, 9],
    ]);
    expect(jobsOf(received('get-jobs-none'))).toEqual([]);
  });
});

test('a count of zero is a count: no page was printed', () => {
  const job = jobOf(replyOf(jobGroup(1, 7, write.integer('job-impressions-completed', 0))));
  expect(job).toMatchObject({ impressionsCompleted: 0, countsImpressions: true });
});

test('missing attributes of a job are empty; reasons are cut at twenty, and a name at 255 characters', () => {
  const reasons = Array.from({ length: 21 }, (_, index) => `reason-${index}`);
  const name = write.name('job-name', 'n'.repeat(256));
  expect(jobOf(replyOf(jobGroup(1, 3)))).toMatchObject({ name: '', jobUri: '', jobUuid: null, reasons: [] });
  const job = jobOf(replyOf(jobGroup(1, 3, name, write.keyword('job-state-reasons', ...reasons))));
  expect(job.reasons).toEqual(reasons.slice(0, 20));
  expect(job.name).toBe('n'.repeat(255));
  expect(jobOf(replyOf(jobGroup(1, 3)), { name: 'ours' }).name).toBe('ours');
  expect(jobOf(replyOf(jobGroup(1, 3, write.name('job-name', 'its'))), { name: 'ours' }).name).toBe('its');
});

test('an answer without a job-id is about the requested job', () => {
  const { attributes, ...group } = jobGroup(1, 5);
  const withoutId = replyOf({ ...group, attributes: attributes.filter(({ name }) => name !== 'job-id') });
  expect(jobOf(withoutId, { jobId: 7 })).toMatchObject({ jobId: 7, state: 5 });
  expect(() => jobOf(withoutId)).toThrow(expect.objectContaining({ kind: 'garbage' }));
});

test('each job-state of RFC 8011 is understood', () => {
  const states = [3, 4, 5, 6, 7, 8, 9];
  expect(states.map((state) => jobOf(replyOf(jobGroup(1, state))).state)).toEqual(states);
});

test('an empty group in a list of jobs is no job', () => {
  const empty = { ...jobGroup(1, 3), attributes: [] };
  expect(jobsOf(replyOf(jobGroup(4, 3), empty)).map(({ jobId }) => jobId)).toEqual([4]);
});

test('negative sheets and a negative up-time are read as zero', () => {
  const sheets = write.integer('job-media-sheets-completed', -1);
  const upTime = write.integer('job-printer-up-time', -5);
  expect(jobOf(replyOf(jobGroup(1, 5, sheets, upTime)))).toMatchObject({
    sheetsCompleted: 0,
    printerUpTime: 0,
  });
});

test('a negative count is read as zero', () => {
  const job = jobOf(replyOf(jobGroup(1, 5, write.integer('job-impressions-completed', -2))));
  expect(job).toMatchObject({ impressionsCompleted: 0, countsImpressions: true });
});

test('sheets and the up-time of the printer are read, and undefined if missing', () => {
  const sheets = write.integer('job-media-sheets-completed', 2);
  const upTime = write.integer('job-printer-up-time', 86_400);
  const withCounts = jobOf(replyOf(jobGroup(1, 5, sheets, upTime)));
  expect(withCounts).toMatchObject({ sheetsCompleted: 2, printerUpTime: 86_400 });
  const withoutCounts = jobOf(replyOf(jobGroup(1, 5)));
  expect(withoutCounts).toMatchObject({ sheetsCompleted: undefined, printerUpTime: undefined });
});

test('control characters in names and reasons are removed', () => {
  const name = write.name('job-name', '\u001b]0;owned\u0007job');
  const reasons = write.keyword('job-state-reasons', 'job-printing', '\u001b[2J', 'a b');
  expect(jobOf(replyOf(jobGroup(1, 5, name, reasons)))).toMatchObject({
    name: ']0;owned job',
    reasons: ['job-printing'],
  });
});

test.each([
  ['no job', replyOf()],
  ['a job without a state', replyOf(jobGroup(1, 0))],
  ['an unknown state', replyOf(jobGroup(1, 10))],
  ['a job id of zero', replyOf(jobGroup(0, 5))],
  ['another job', replyOf(jobGroup(2, 5))],
])('a reply with %s is garbage', (_name, odd) => {
  expect(() => jobOf(odd, { jobId: 1 })).toThrow(expect.objectContaining({ kind: 'garbage' }));
});

test.each(['job-impressions-completed', 'job-media-sheets-completed', 'job-printer-up-time'] as const)(
  'a printer is asked for %s of a job',
  (attribute) => {
    expect(requestedJobAttributes).toContain(attribute);
  },
);

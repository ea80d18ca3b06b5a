import { beforeEach, expect, jest, test } from '@jest/globals';
import type { FileMetadataAnswer } from '@sixpence/contracts/http/documents';
import { HttpFailure } from '../../../lib/http.js';
import { awaitPrepared } from './await-prepared.js';

const ready: FileMetadataAnswer = { totalPages: 3, pagePreviews: [], status: 'ready' };
const live = new AbortController().signal;

beforeEach(() => void jest.spyOn(console, 'info').mockReset().mockReturnValue());

test('the state of a document that is being prepared is polled every 30 seconds [rows 225, 455]', async () => {
  const preparing: FileMetadataAnswer = { totalPages: 0, pagePreviews: [], status: 'processing' };
  const answers = [refused(409), new TypeError('Failed to fetch'), preparing, refused(503), ready];
  const pauses: number[] = [];
  const answer = await awaitPrepared(() => settle(answers.shift()!), live, recordIn(pauses));
  expect(answer).toEqual(ready);
  expect(pauses).toEqual([30_000, 30_000, 30_000, 30_000]);
});

test('the state of a failed document is not requested again', async () => {
  const failed: FileMetadataAnswer = { ...ready, status: 'failed' };
  const pauses: number[] = [];
  const answers = [failed, ready];
  const answer = await awaitPrepared(() => settle(answers.shift()!), live, recordIn(pauses));
  expect(answer).toEqual(failed);
  expect(pauses).toEqual([]);
});

test.each([401, 403])('status %i is not retried, as the person must sign in again', async (status) => {
  const pauses: number[] = [];
  await expect(awaitPrepared(() => settle(refused(status)), live, recordIn(pauses))).rejects.toMatchObject({
    status,
  });
  expect(pauses).toEqual([]);
});

test('leaving the page ends the polling', async () => {
  const leaving = new AbortController();
  const preparation = awaitPrepared(
    () => settle(refused(409)),
    leaving.signal,
    () => {
      leaving.abort();
      return Promise.resolve();
    },
  );
  await expect(preparation).rejects.toMatchObject({ name: 'AbortError' });
});

test('leaving the page during a request logs nothing about the document', async () => {
  const leaving = new AbortController();
  const preparation = awaitPrepared(
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        leaving.abort();
      }),
    leaving.signal,
  );
  await expect(preparation).rejects.toMatchObject({ name: 'AbortError' });
  expect(console.info).not.toHaveBeenCalled();
});

function refused(status: number): HttpFailure {
  return new HttpFailure(status, undefined, '');
}

function settle(outcome: FileMetadataAnswer | Error): Promise<FileMetadataAnswer> {
  return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
}

function recordIn(pauses: number[]) {
  return (ms: number) => {
    pauses.push(ms);
    return Promise.resolve();
  };
}

import { S3ServiceException } from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import { isMissing, storeAnswer, troubleOf } from './s3-trouble.js';
import { StoreAway, StoreFull } from './store-away.js';

const storeError = (httpStatusCode: number, name = 'InternalError') =>
  new S3ServiceException({ name, $fault: 'server', $metadata: { httpStatusCode } });

test.each([
  [500, 'InternalError'],
  [599, 'InternalError'],
  [503, 'ServiceUnavailable'],
  [429, 'TooManyRequests'],
  [400, 'SlowDown'],
])('a store that answers %i %s is temporarily away', (status, name) => {
  expect(troubleOf(storeError(status, name))).toBeInstanceOf(StoreAway);
});

test.each([
  [507, 'InsufficientStorage'],
  [403, 'QuotaExceeded'],
  [400, 'QuotaExceededException'],
  [500, 'XMinioStorageFull'],
  [503, 'InsufficientCapacity'],
])('a store that answers %i %s is full', (status, name) => {
  expect(troubleOf(storeError(status, name))).toBeInstanceOf(StoreFull);
});

test('no answer means that the store is away, and a defect of ours is returned unchanged', () => {
  const cut = new Error('socket hang up');
  expect(troubleOf(cut)).toBeInstanceOf(StoreAway);
  expect(troubleOf(cut)).toMatchObject({ cause: cut });
  for (const defect of [new TypeError('no function'), new RangeError('too long'), 'a text'])
    expect(troubleOf(defect)).toBe(defect);
});

test.each([
  ['away', new StoreAway('away')],
  ['full', new StoreFull('full')],
])('an error that is already %s stays unchanged', async (_, error) => {
  expect(troubleOf(error)).toBe(error);
  await expect(storeAnswer(Promise.reject(error))).rejects.toBe(error);
});

test('an object is missing if the store says NoSuchKey, but not if the bucket is missing', () => {
  expect(isMissing(storeError(404, 'NoSuchKey'))).toBe(true);
  expect(isMissing(storeError(404, 'NoSuchBucket'))).toBe(false);
  expect(isMissing(storeError(403, 'NoSuchKey'))).toBe(false);
  expect(isMissing(Object.assign(new Error('NoSuchKey'), { $metadata: { httpStatusCode: 404 } }))).toBe(
    false,
  );
});

test.each([
  [403, 'AccessDenied'],
  [499, 'Unknown'],
  [404, 'NoSuchKey'],
])('any other answer stays unchanged: %i %s', async (status, name) => {
  const denied = storeError(status, name);
  expect(troubleOf(denied)).toBe(denied);
  await expect(storeAnswer(Promise.reject(denied))).rejects.toBe(denied);
});

test('the errors of an absent and of a full store have the codes of a network and of a disk', () => {
  expect([new StoreAway('').code, new StoreFull('').code]).toEqual(['EHOSTUNREACH', 'ENOSPC']);
});

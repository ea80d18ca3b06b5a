import { S3ServiceException } from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import { troubleOf } from './s3-trouble.js';
import { StoreAway, StoreFull } from './store-away.js';

const answered = (httpStatusCode: number, name = 'InternalError') =>
  new S3ServiceException({ name, $fault: 'server', $metadata: { httpStatusCode } });

test.each([
  [500, 'InternalError'],
  [503, 'ServiceUnavailable'],
  [429, 'TooManyRequests'],
  [400, 'SlowDown'],
])('a store that answers %i %s is away for a while', (status, name) => {
  expect(troubleOf(answered(status, name))).toBeInstanceOf(StoreAway);
});

test.each([
  [507, 'InsufficientStorage'],
  [403, 'QuotaExceeded'],
])('a store that answers %i %s is full', (status, name) => {
  expect(troubleOf(answered(status, name))).toBeInstanceOf(StoreFull);
});

test('any other answer stays what it is', () => {
  const denied = answered(403, 'AccessDenied');
  expect(troubleOf(denied)).toBe(denied);
});

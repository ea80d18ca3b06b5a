import { S3ServiceException } from '@aws-sdk/client-s3';
import { StoreAway, StoreFull } from './store-away.js';

/** Names under which stores say that they, or an account's share of them, are full. */
const fullNames = new Set([
  'QuotaExceeded',
  'QuotaExceededException',
  'XMinioStorageFull',
  'InsufficientCapacity',
]);

/** The store answered that there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && statusOf(error) === 404 && error.name !== 'NoSuchBucket';
}

/**
 * What a caller has to know of a failure: the store is full, or away, which is no answer at all as well. Any other
 * answer is a defect or a wrong configuration and stays what it is.
 */
export function troubleOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreAway || error instanceof StoreFull) return error;
  const status = error instanceof S3ServiceException ? statusOf(error) : undefined;
  if (fullNames.has(error.name) || status === 507) {
    return new StoreFull('The bucket is full', { cause: error });
  }
  const isThrottled = status === 429 || error.name === 'SlowDown';
  const isDefect = error instanceof TypeError || error instanceof RangeError;
  if (status === undefined ? !isDefect : status >= 500 || isThrottled) {
    return new StoreAway('The object store does not answer', { cause: error });
  }
  return error;
}

/** An answer of the store, or its trouble in our words. */
export async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw troubleOf(error);
  }
}

function statusOf(error: S3ServiceException): number | undefined {
  return error.$metadata.httpStatusCode;
}

import { S3ServiceException } from '@aws-sdk/client-s3';
import { StoreAway, StoreFull } from './store-away.js';

/** Error names that mean that the store, or the account's quota on it, is full. */
const fullNames = new Set([
  'QuotaExceeded',
  'QuotaExceededException',
  'XMinioStorageFull',
  'InsufficientCapacity',
]);

/** True when the store answered that there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && statusOf(error) === 404 && error.name !== 'NoSuchBucket';
}

/**
 * Maps a failure: StoreFull for a full store, StoreAway for an outage or no answer. Any other error is a
 * defect or a wrong configuration and is returned unchanged.
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

/**
 * Awaits the store's answer.
 * @throws the mapped error of `troubleOf`
 */
export async function storeAnswer<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw troubleOf(error);
  }
}

function statusOf(error: S3ServiceException): number | undefined {
  return error.$metadata.httpStatusCode;
}

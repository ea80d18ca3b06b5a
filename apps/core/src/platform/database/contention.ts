import { errorCode } from './error-code.js';

/**
 * Whether the transaction failed only because of concurrent ones (serialization failure 40001, deadlock
 * 40P01), so that a retry can succeed.
 */
export function isContention(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (errorCode(cause) === '40001' || errorCode(cause) === '40P01') return true;
  }
  return false;
}

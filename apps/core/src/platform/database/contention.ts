import { errorCode } from './error-code.js';

/**
 * Whether the database gave up a transaction only because of others at the same moment (serialization failure 40001,
 * deadlock 40P01): the same work, done again, can succeed.
 */
export function isContention(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (errorCode(cause) === '40001' || errorCode(cause) === '40P01') return true;
  }
  return false;
}

import { DatabaseError } from 'pg';
import { errorCode } from './error-code.js';

/**
 * Whether the transaction failed only because of concurrent ones (serialization failure 40001, deadlock
 * 40P01), or because a newer core has just migrated the database (`isPlanOutdated`), so that a retry can
 * succeed.
 */
export function isContention(error: unknown): boolean {
  return causesOf(error).some(
    (cause) => errorCode(cause) === '40001' || errorCode(cause) === '40P01' || isPlanOutdated(cause),
  );
}

/**
 * Whether PostgreSQL refuses a prepared statement before running it: a table or function has changed its
 * columns since the connection prepared the statement, as when a newer core migrates the database, or the
 * connection no longer has the statement. PostgreSQL reports it each time; a new name prepares the statement
 * again.
 */
export function isPlanOutdated(error: unknown): boolean {
  const cause = error instanceof Error && 'driverError' in error ? error.driverError : error;
  if (!(cause instanceof DatabaseError)) return false;
  return cause.code === '26000' || (cause.code === '0A000' && cause.routine === 'RevalidateCachedQuery');
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

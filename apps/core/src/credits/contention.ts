/**
 * Whether the database gave up a transaction only because of others at the same moment (serialization failure 40001,
 * deadlock 40P01): the same work, done again, can succeed.
 */
export function isContention(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (codeOf(cause) === '40001' || codeOf(cause) === '40P01') return true;
  }
  return false;
}

function codeOf(error: Error): string {
  if ('driverError' in error && error.driverError instanceof Error) return codeOf(error.driverError);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

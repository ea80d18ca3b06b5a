/**
 * Whether the system refused with this code, such as ENOENT. The class of the error is not asked: within Jest, errors
 * of Node itself are of another realm's class.
 */
export function isErrno(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

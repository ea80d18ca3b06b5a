/**
 * Whether the system refused with this code, such as ENOENT. The error's class is not checked, because within
 * Jest Node's own errors have the class of another realm.
 */
export function isErrno(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** Whether the system has no room for a file: that is no fault of the mail that it is of, and passes. */
export function isNoRoom(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

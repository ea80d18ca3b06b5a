/** Whether the disk is full. This is not the fault of the mail, and a retry may succeed. */
export function isNoRoom(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

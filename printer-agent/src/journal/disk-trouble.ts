/** SQLite's primary results of a disk that takes no writes: read-only, I/O error, full, cannot open. */
const ofDisk = new Set([8, 10, 13, 14]);

/** Whether SQLite failed because of the disk, which may take writes again later. */
export function isDiskTrouble(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return false;
  // The lowest byte of an extended result is the primary one.
  return typeof error.errcode === 'number' && ofDisk.has(error.errcode & 0xff);
}

/** SQLite's primary result codes of a disk that takes no writes: read-only, I/O error, full, cannot open. */
const ofDisk = new Set([8, 10, 13, 14]);

/** True when SQLite failed because of the disk. A later write may succeed. */
export function isDiskTrouble(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return false;
  // The lowest byte of an extended result code is the primary one.
  return typeof error.errcode === 'number' && ofDisk.has(error.errcode & 0xff);
}

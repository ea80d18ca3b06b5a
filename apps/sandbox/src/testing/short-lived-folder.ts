import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. Containers have a small one, unless told otherwise. */
const IN_MEMORY = '/dev/shm';
/** Bytes that must be free, as memory and in that file system: twenty times what the servers of one run write. */
const ROOM = 4 * 1024 ** 3;

/**
 * A new folder for what a test throws away: in memory where there is room, otherwise where temporary files lie. To make
 * and remove a database of hundreds of small files on a disk takes half a second of processor time, in memory a fiftieth.
 */
export function shortLivedFolder(prefix: string): string {
  return mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), prefix));
}

function hasRoom(): boolean {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM;
  } catch {
    // Another system, or somebody who may not write there: a disk does as well.
    return false;
  }
}

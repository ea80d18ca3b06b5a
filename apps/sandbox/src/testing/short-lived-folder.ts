import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. In containers it is small by default. */
const IN_MEMORY = '/dev/shm';
/** Bytes that must be free, in memory and in that file system: twenty times the data of one run's servers. */
const ROOM = 4 * 1024 ** 3;

/**
 * A new folder for temporary test data: in memory if there is room, otherwise in the folder for temporary
 * files. Making and removing a database of hundreds of small files takes half a second of processor time on a
 * disk, a fiftieth of that in memory.
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
    // Another system, or no permission to write there: a disk works too.
    return false;
  }
}

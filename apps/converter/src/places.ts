import { availableParallelism, totalmem } from 'node:os';
import { limits } from './limits.js';

/** More than some a core would only wait for each other. */
const documentsACore = 4;
/** The rest of the machine's memory is for LibreOffice, for what stands by, and for everything else. */
const shareOfMemory = 0.75;
/** All that one document can take: its processes, its folder, and its answers on their way to core. */
const documentBytes = limits.memoryBytes + limits.workFolderBytes + limits.answerBytes;

/**
 * So many documents a converter takes at most, most of which wait for a place: only among those that it has can it give
 * the next place to whoever has the fewest.
 */
export const documentsInHand = 100;

/** How many documents are converted at once, by cores and memory. */
export function documentsAtOnce(cores = availableParallelism(), memoryBytes = totalmem()): number {
  const byMemory = Math.floor((memoryBytes * shareOfMemory) / documentBytes);
  return Math.max(1, Math.min(cores * documentsACore, byMemory));
}

/** More would only hold memory, a tenth of a gigabyte each. */
const mostStandingBy = 5;

/** How many of them at most are in each lane. */
export interface LaneSizes {
  quick: number;
  slow: number;
}

/** A third of all places is for what takes long. Where there is one place only, nothing ever leaves it for another. */
export function laneSizes(all = documentsAtOnce()): LaneSizes {
  const slow = Math.min(all - 1, Math.max(1, Math.floor(all / 3)));
  return { quick: all - slow, slow };
}

/**
 * So many processes stand by, so that documents that come close together find one each: four of one person and the next
 * person's, where there is room for so many in the quick lane.
 */
export function standingBy({ quick }: LaneSizes): number {
  return Math.min(quick, mostStandingBy);
}

import { availableParallelism, totalmem } from 'node:os';
import { limits } from './limits.js';

/** With more documents per processor core, documents only wait for each other. */
const documentsACore = 4;
/** The remaining memory is for LibreOffice, waiting processes, and other programs. */
const shareOfMemory = 0.75;
/** The most memory of one document: its processes, its folder, and its answers on the way to core. */
const documentBytes = limits.memoryBytes + limits.workFolderBytes + limits.answerBytes;

/**
 * The number of documents that a converter takes from the queue. Most of them wait for a place: the converter
 * can choose the next person only among the documents that it has.
 */
export const documentsInHand = 100;

/** The number of documents that are converted at once, by cores and memory. */
export function documentsAtOnce(cores = availableParallelism(), memoryBytes = totalmem()): number {
  const byMemory = Math.floor((memoryBytes * shareOfMemory) / documentBytes);
  return Math.max(1, Math.min(cores * documentsACore, byMemory));
}

/** The most fenced processes that wait for a document; each takes a tenth of a gigabyte. */
const mostStandingBy = 5;

/** The number of places in each lane. */
export interface LaneSizes {
  quick: number;
  slow: number;
}

/**
 * A third of all places is for long documents. With a single place there is no slow lane, and documents never
 * give their place up.
 */
export function laneSizes(all = documentsAtOnce()): LaneSizes {
  const slow = Math.min(all - 1, Math.max(1, Math.floor(all / 3)));
  return { quick: all - slow, slow };
}

/**
 * The number of started processes that wait for documents: four for documents of one person that arrive
 * together and one for the next person, as far as the quick lane has places.
 */
export function standingBy({ quick }: LaneSizes): number {
  return Math.min(quick, mostStandingBy);
}

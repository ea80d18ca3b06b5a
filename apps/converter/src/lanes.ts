import { availableParallelism, totalmem } from 'node:os';
import { limits } from './limits.js';

/** More than some a core would only wait for each other. */
const documentsACore = 4;
/** The rest of the machine's memory is for LibreOffice, for what stands by, and for everything else. */
const shareOfMemory = 0.75;
/** All that one document can take: its processes, its folder, and its answers on their way to core. */
const documentBytes = limits.memoryBytes + limits.workFolderBytes + limits.answerBytes;

/**
 * How many documents are converted at once, by cores and memory. Of one person core hands out four at a time, so on a
 * machine with room for five no single person keeps the next one waiting.
 */
export function documentsAtOnce(cores = availableParallelism(), memoryBytes = totalmem()): number {
  const byMemory = Math.floor((memoryBytes * shareOfMemory) / documentBytes);
  return Math.max(1, Math.min(cores * documentsACore, byMemory));
}

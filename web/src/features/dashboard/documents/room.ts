import { documentLimits } from '@sixpence/contracts/limits';
import { documentWords } from '../dashboard-words.en.js';

export interface Room {
  documents: number;
  bytes: number;
}

const fewDocuments = 10;
const megabyte = 1024 ** 2;
/** Room for two files of the largest size. */
const fewBytes = 2 * documentLimits.fileBytes;

/** A sentence about the free room; undefined while there is plenty. */
export function roomInWords({ documents, bytes }: Room): string | undefined {
  if (documents > fewDocuments && bytes > fewBytes) return undefined;
  const megabytes = Math.floor(bytes / megabyte);
  return documents === 0 || megabytes === 0
    ? documentWords.noRoom
    : documentWords.roomLeft({ documents, megabytes });
}

import { documentLimits } from '@sixpence/contracts/limits';
import { documentWords } from '../dashboard-words.en.js';

export interface SpaceLeft {
  documents: number;
  bytes: number;
}

const fewDocuments = 10;
const megabyte = 1024 ** 2;
/** Two files of the largest size. */
const fewBytes = 2 * documentLimits.fileBytes;

/** A sentence about the space left for documents; undefined while it is plenty. */
export function spaceLeftInWords({ documents, bytes }: SpaceLeft): string | undefined {
  if (documents > fewDocuments && bytes > fewBytes) return undefined;
  const megabytes = Math.floor(bytes / megabyte);
  return documents === 0 || megabytes === 0
    ? documentWords.noRoom
    : documentWords.spaceLeft({ documents, megabytes });
}

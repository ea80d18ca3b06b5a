import { documentLimits } from '@sixpence/contracts/limits';

export interface Room {
  documents: number;
  bytes: number;
}

const fewDocuments = 10;
const megabyte = 1024 ** 2;
/** Two files of the largest size. */
const fewBytes = 2 * documentLimits.fileBytes;

/** How full the list is, once that begins to matter; undefined while there is plenty of room. */
export function roomInWords({ documents, bytes }: Room): string | undefined {
  if (documents > fewDocuments && bytes > fewBytes) return undefined;
  const { activeDocuments } = documentLimits;
  const megabytes = Math.floor(bytes / megabyte);
  if (documents === 0 || megabytes === 0) return 'No room left. Delete a document to upload another.';
  return `${activeDocuments - documents} of ${activeDocuments} documents, ${megabytes} MB left.`;
}

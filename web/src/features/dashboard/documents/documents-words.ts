import type { DocumentRow, Side } from '@sixpence/contracts/http/documents';
import { documentLimits } from '@sixpence/contracts/limits';
import { inLanguage } from '@sixpence/theme/language';

export const documentWords = inLanguage('documentWords', {
  seePages: (fileName: string) => `See the pages of ${fileName}`,
  closePages: (fileName: string) => `Close the pages of ${fileName}`,
  delete: (fileName: string) => `Delete ${fileName}`,
  move: (fileName: string) => `Move ${fileName}: up and down`,
  moveHow: 'Draw it up or down, press the arrow keys, or click to put it on top',
  cancelUpload: (fileName: string) => `Do not send ${fileName}`,
  takingPagesOut: 'Taking pages out',
  printed: 'printed',
  restFailed: {
    why: 'Some pages were printed; the rest could not be prepared.',
    remedy: 'See its pages, and close them to print those that are left.',
  },
  keptUntil: (moment: string) => `kept until ${moment}`,
  waiting: 'Waiting for its turn',
  sending: 'Sending',
  preparing: 'Preparing, ready in a few seconds',
  preparingLate: 'Still preparing, longer than usual. You can leave this page; it goes on.',
});

/** The names of the sides, in the specification's words. */
export const sideNames = inLanguage<Record<Side, string>>('sideNames', {
  '1-Sided': '1-Sided',
  '2-Sided': '2-Sided',
});
export const colorNames = inLanguage('colorNames', { mono: 'Black-White', color: 'Color' });

/** The print options in the words of the dashboard and the panel: `2-Sided, Color`. */
export function optionsInWords({ side, isColor }: Pick<DocumentRow, 'side' | 'isColor'>): string {
  return `${sideNames[side]}, ${isColor ? colorNames.color : colorNames.mono}`;
}

export interface Room {
  documents: number;
  bytes: number;
}

const fewDocuments = 10;
const megabyte = 1024 ** 2;
/** Room for two files of the largest size. */
const fewBytes = 2 * documentLimits.fileBytes;

/** A sentence about the free room; undefined while there is plenty. */
export const roomInWords = inLanguage('roomInWords', ({ documents, bytes }: Room): string | undefined => {
  if (documents > fewDocuments && bytes > fewBytes) return undefined;
  const { activeDocuments } = documentLimits;
  const megabytes = Math.floor(bytes / megabyte);
  if (documents === 0 || megabytes === 0) return 'No room left. Delete a document to upload another.';
  return `${activeDocuments - documents} of ${activeDocuments} documents, ${megabytes} MB left.`;
});

import type { DocumentRow } from '@sixpence/contracts/http/documents';

/** How a document is going to be printed, in the words of the options and of the panel: `2-Sided, Color`. */
export function optionsInWords({ side, isColor }: Pick<DocumentRow, 'side' | 'isColor'>): string {
  return `${side}, ${isColor ? 'Color' : 'Black-White'}`;
}

import type { DocumentRow } from '@sixpence/contracts/http/documents';

/** How a document is going to be printed, as it is said of one row: `both sides, colour`. */
export function optionsInWords({ side, isColor }: Pick<DocumentRow, 'side' | 'isColor'>): string {
  return `${side === '2-Sided' ? 'both sides' : 'one side'}, ${isColor ? 'colour' : 'b/w'}`;
}

import { pageRanges } from '@sixpence/contracts/printing/page-ranges';

/**
 * Parses page ranges as other print dialogs have them: `1-3, 7` or, to the end, `12-`.
 * @returns the numbers in order, each once; undefined for other text, or for a page that does not exist
 */
export function pagesIn(written: string, pageCount: number): number[] | undefined {
  const pages = new Set<number>();
  for (const range of written.split(/[,;]/)) {
    const [, first, to, last] = /^(\d{1,6})(?:\s*([-–])\s*(\d{1,6})?)?$/.exec(range.trim()) ?? [];
    const from = Number(first);
    const until = to === undefined ? from : Number(last ?? pageCount);
    // Also true for text without a number (NaN).
    if (!(from >= 1 && from <= until && until <= pageCount)) return undefined;
    for (let page = from; page <= until; page += 1) pages.add(page);
  }
  return [...pages].toSorted((one, other) => one - other);
}

/** Page numbers as ranges: `1-3, 7`. */
export function asRanges(pages: readonly number[]): string {
  return pageRanges(pages)
    .map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
    .join(', ');
}

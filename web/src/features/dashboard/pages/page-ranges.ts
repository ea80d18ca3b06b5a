import { pageRanges } from '@sixpence/contracts/printing/page-ranges';

/**
 * The pages that somebody wrote as in other print dialogs: `1-3, 7` or, to the end, `12-`.
 * @returns their numbers in order, each once; undefined where it is something else, or names a page that is not there
 */
export function pagesIn(written: string, pageCount: number): number[] | undefined {
  const pages = new Set<number>();
  for (const range of written.split(/[,;]/)) {
    const [, first, to, last] = /^(\d{1,6})(?:\s*([-–])\s*(\d{1,6})?)?$/.exec(range.trim()) ?? [];
    const from = Number(first);
    const until = to === undefined ? from : Number(last ?? pageCount);
    // Also when there was no number at all.
    if (!(from >= 1 && from <= until && until <= pageCount)) return undefined;
    for (let page = from; page <= until; page += 1) pages.add(page);
  }
  return [...pages].toSorted((one, other) => one - other);
}

/** Pages as somebody would write them: `1-3, 7`. */
export function asRanges(pages: readonly number[]): string {
  return pageRanges(pages)
    .map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
    .join(', ');
}

import { rangesInText } from '@sixpence/contracts/printing/page-ranges';

type Ranges = readonly (readonly [first: number, last: number])[];

/** The unprinted rest of a document, in page numbers of the whole document. */
export interface Rest {
  /** The number of remaining pages. */
  count: number;
  pages: Ranges;
  /** The pages that were printed and therefore left out. */
  printed: Ranges;
}

/** The page ranges of a rest as texts, as far as they fit into one line. */
export interface RestRanges {
  /** `3–12`; undefined when there are too many ranges for a line. */
  pages: string | undefined;
  /**
   * `first`: this many pages were printed, all before the rest. Otherwise the printed pages; undefined when
   * there are too many ranges.
   */
  printed: { first: number } | { pages: string; isOne: boolean } | undefined;
}

const mostRanges = 3;

export function rangesOf({ pages, printed }: Rest): RestRanges {
  const areFew = (ranges: Ranges) => ranges.length > 0 && ranges.length <= mostRanges;
  const count = printed.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const areFirst = (printed.at(-1)?.[1] ?? 0) < (pages[0]?.[0] ?? 0);
  return {
    pages: areFew(pages) ? rangesInText(pages) : undefined,
    printed: !areFew(printed)
      ? undefined
      : areFirst
        ? { first: count }
        : { pages: rangesInText(printed), isOne: count === 1 },
  };
}

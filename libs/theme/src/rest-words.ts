import { rangesInText } from '@sixpence/contracts/printing/page-ranges';
import { pagesInWords } from './count-words.js';
import { inLanguage } from './language.js';

type Ranges = readonly (readonly [first: number, last: number])[];

/** The unprinted rest of a document, in page numbers of the whole document. */
export interface Rest {
  /** The number of remaining pages. */
  count: number;
  pages: Ranges;
  /** The pages that were printed and therefore left out. */
  printed: Ranges;
}

/** The parts of a rest that fit into one line. */
export interface SayableRest {
  /** `3–12`; undefined when there are too many ranges for a line. */
  pages: string | undefined;
  /**
   * `first`: this many pages were printed, all before the rest. Otherwise the printed pages; undefined when
   * there are too many ranges.
   */
  printed: { first: number } | { pages: string; isOne: boolean } | undefined;
}

const mostRanges = 3;

export function sayable({ pages, printed }: Rest): SayableRest {
  const isSayable = (ranges: Ranges) => ranges.length > 0 && ranges.length <= mostRanges;
  const count = printed.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const areFirst = (printed.at(-1)?.[1] ?? 0) < (pages[0]?.[0] ?? 0);
  return {
    pages: isSayable(pages) ? rangesInText(pages) : undefined,
    printed: !isSayable(printed)
      ? undefined
      : areFirst
        ? { first: count }
        : { pages: rangesInText(printed), isOne: count === 1 },
  };
}

/** `Pages 3–12 (the first 2 were printed)` */
export const restInWords = inLanguage('restInWords', (rest: Rest): string => {
  const { pages, printed } = sayable(rest);
  const left =
    pages === undefined ? pagesInWords(rest.count) : `${rest.count === 1 ? 'Page' : 'Pages'} ${pages}`;
  if (!printed) return `${left} (others were printed)`;
  if ('pages' in printed) {
    return `${left} (${printed.isOne ? `page ${printed.pages} was` : `pages ${printed.pages} were`} printed)`;
  }
  return `${left} (the first ${printed.first === 1 ? 'was' : `${printed.first} were`} printed)`;
});

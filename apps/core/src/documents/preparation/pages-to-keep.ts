import { Refusal } from '@sixpence/contracts/refusals';

/** A document whose pages are chosen. Pages count from 1, as on paper. */
export interface ChoosablePages {
  /** The current revision, and how many pages it has. */
  revision: number;
  pageCount: number;
  /** The revision that the current one was made from. */
  basedOn: number | null;
  /** Which pages of that; null when it has all. */
  keepPages: readonly number[] | null;
  /** Pages of the original that were left out because they were printed. */
  printedPages: readonly number[];
}

export interface RequestedPages {
  /** Pages of the current revision that stay. */
  pages: readonly number[];
  /** Pages of the original that were printed and come back. */
  putBack: readonly number[];
}

export interface ChosenPages {
  /** The revision that the pages are taken from. */
  basedOn: number;
  /** Sorted and without repeats. */
  pages: number[];
  /** These are the pages that the current revision has. */
  isAsItIs: boolean;
}

/**
 * Which pages of the original a choice means. One page always stays: the site disables the last tick, and we hold other
 * clients to it too.
 * @throws Refusal `pages.none-left` or `pages.out-of-range`
 */
export function pagesToKeep(document: ChoosablePages, requested: RequestedPages): ChosenPages {
  const { revision, pageCount, basedOn, keepPages, printedPages } = document;
  const { pages, putBack } = requested;
  if (pages.length + putBack.length === 0) {
    throw new Refusal('pages.none-left', 'Please keep at least one page.');
  }
  if (pages.some((page) => page < 1 || page > pageCount)) {
    throw new Refusal('pages.out-of-range', `Pages go from 1 to ${pageCount}.`);
  }
  // Revisions of before chose from a later one, and go on with their own numbers.
  const isOfOriginal = basedOn === null || basedOn === 1;
  if (putBack.some((page) => !isOfOriginal || !printedPages.includes(page))) {
    throw new Refusal('pages.out-of-range', 'Only pages that were printed can be put back.');
  }
  const kept = isOfOriginal && keepPages ? pages.map((page) => keepPages[page - 1] ?? page) : pages;
  const chosen = [...new Set([...kept, ...putBack])].sort((a, b) => a - b);
  const has = new Set(isOfOriginal && keepPages ? keepPages : numbersTo(pageCount));
  return {
    basedOn: isOfOriginal ? 1 : revision,
    pages: chosen,
    isAsItIs: chosen.length === has.size && chosen.every((page) => has.has(page)),
  };
}

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

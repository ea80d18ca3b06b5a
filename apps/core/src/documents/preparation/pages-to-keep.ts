import { Refusal } from '@sixpence/contracts/refusals';

/** A document whose pages are chosen. Pages count from 1, as on paper. */
export interface ChoosablePages {
  /** The current revision, and how many pages it has. */
  revision: number;
  pageCount: number;
  /** The revision that the current one was made from. */
  basedOn: number | null;
  /** The pages of `basedOn` that the current revision has; null when it has all. */
  keepPages: readonly number[] | null;
  /** Pages of the original that were left out because they were printed. */
  printedPages: readonly number[];
}

export interface RequestedPages {
  /** Pages of the current revision to keep. */
  pages: readonly number[];
  /** Printed pages of the original to put back. */
  putBack: readonly number[];
}

export interface ChosenPages {
  /** The revision that the pages are taken from. */
  basedOn: number;
  /** Sorted and without repeats. */
  pages: number[];
  /** The choice equals the pages of the current revision. */
  isUnchanged: boolean;
}

/**
 * Translates a choice into pages of the original. At least one page must stay: the site does not let a person
 * untick the last one, and other clients are refused.
 * @throws Refusal `pages.none-left` or `pages.out-of-range`
 */
export function pagesToKeep(document: ChoosablePages, requested: RequestedPages): ChosenPages {
  const { revision, pageCount, basedOn, keepPages, printedPages } = document;
  const { pages, putBack } = requested;
  if (pages.length + putBack.length === 0) throw new Refusal('pages.none-left');
  if (pages.some((page) => page < 1 || page > pageCount)) {
    throw new Refusal('pages.out-of-range', `Pages go from 1 to ${pageCount}.`);
  }
  // Before 0.2.0 a revision could be based on a later one than the first; its pages keep that numbering.
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
    isUnchanged: chosen.length === has.size && chosen.every((page) => has.has(page)),
  };
}

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

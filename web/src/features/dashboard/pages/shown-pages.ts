import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { allKept, type Selection } from './page-selection.js';

/** The part of a document that decides which pages are shown. */
export type PagedDocument = Pick<
  DocumentRow,
  'orderId' | 'revision' | 'totalPages' | 'pagePreviews' | 'rest'
>;

/** A shown page: one of the document, or one that was left out because it has been printed. */
export interface ShownPage {
  preview: string;
  /** Counted from 1; after a partial print, the number in the whole document. */
  number: number;
  isPrinted: boolean;
  isLeftOut: boolean;
}

/** All shown pages in the order of the whole document. */
export function shownPages({ pagePreviews, rest }: PagedDocument): ShownPage[] {
  const printed = new Set(rest?.printed);
  const present = pagePreviews.map((preview, index) => {
    const number = rest?.pages[index] ?? index + 1;
    return { preview, number, isPrinted: printed.has(number), isLeftOut: false };
  });
  const leftOut = rest?.leftOut ?? [];
  return [
    ...present,
    ...leftOut.map(({ preview, page }) => ({ preview, number: page, isPrinted: true, isLeftOut: true })),
  ].toSorted((one, other) => one.number - other.number);
}

/**
 * The first selection: every page of the document. Printed pages are not ticked if they are left out, or if
 * the preparation of the rest failed and they are still in the document. If nothing would be ticked,
 * everything is.
 */
export function firstSelection(document: PagedDocument): Selection {
  const shown = shownPages(document);
  const selection = shown.map(
    ({ isPrinted, isLeftOut }) => !isLeftOut && !(isPrinted && document.rest?.failed === true),
  );
  return selection.includes(true) ? selection : allKept(shown.length);
}

/** The ticked pages in the form that core expects. */
export interface ChosenPages {
  /** The pages to keep, counted from 1 among the pages that the document has. */
  pages: number[];
  /** The numbers of printed pages to put back. */
  putBack: number[];
}

/** Undefined when the document has exactly these pages already. */
export function chosenPages(document: PagedDocument, selection: Selection): ChosenPages | undefined {
  const shown = shownPages(document);
  const presentPages = shown.filter(({ isLeftOut }) => !isLeftOut);
  const chosen = shown.filter((_, index) => selection[index] ?? true);
  const pages = chosen.filter(({ isLeftOut }) => !isLeftOut).map((page) => presentPages.indexOf(page) + 1);
  const putBack = chosen.filter(({ isLeftOut }) => isLeftOut).map(({ number }) => number);
  const isUnchanged = pages.length === presentPages.length && putBack.length === 0;
  return isUnchanged && document.rest?.failed !== true ? undefined : { pages, putBack };
}

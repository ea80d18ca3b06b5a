import type { DocumentRow } from '@sixpence/contracts/http/documents';
import { allKept, type Selection } from './page-selection.js';

/** A document as far as its pages are looked at. */
export type Looked = Pick<DocumentRow, 'orderId' | 'revision' | 'totalPages' | 'pagePreviews' | 'rest'>;

/** A page that is looked at: one that the document has, or one that was left out because it was printed. */
export interface ShownPage {
  /** The address of its image. */
  preview: string;
  /** Counted from 1; once pages were printed, as in the whole document. */
  number: number;
  isPrinted: boolean;
  isLeftOut: boolean;
}

/** All of them in the order of the whole document. */
export function shownPages({ pagePreviews, rest }: Looked): ShownPage[] {
  const printed = new Set(rest?.printed);
  const there = pagePreviews.map((preview, index) => {
    const number = rest?.pages[index] ?? index + 1;
    return { preview, number, isPrinted: printed.has(number), isLeftOut: false };
  });
  const leftOut = rest?.leftOut ?? [];
  return [
    ...there,
    ...leftOut.map(({ preview, page }) => ({ preview, number: page, isPrinted: true, isLeftOut: true })),
  ].toSorted((one, other) => one.number - other.number);
}

/** Every page of the document is ticked at first, and no printed one that it does not have, or only has by mishap. */
export function firstSelection(document: Looked): Selection {
  const shown = shownPages(document);
  const selection = shown.map(
    ({ isPrinted, isLeftOut }) => !isLeftOut && !(isPrinted && document.rest?.failed === true),
  );
  return selection.includes(true) ? selection : allKept(shown.length);
}

/** What is ticked, as core is asked for it. */
export interface ChosenPages {
  /** Places of pages that stay, counted from 1 among those that the document has. */
  pages: number[];
  /** Numbers of printed pages that come back. */
  putBack: number[];
}

/** Undefined when it is what the document has already. */
export function chosenPages(document: Looked, selection: Selection): ChosenPages | undefined {
  const shown = shownPages(document);
  const places = shown.filter(({ isLeftOut }) => !isLeftOut);
  const chosen = shown.filter((_, index) => selection[index] ?? true);
  const pages = chosen.filter(({ isLeftOut }) => !isLeftOut).map((page) => places.indexOf(page) + 1);
  const putBack = chosen.filter(({ isLeftOut }) => isLeftOut).map(({ number }) => number);
  const isAsItIs = pages.length === places.length && putBack.length === 0;
  return isAsItIs && document.rest?.failed !== true ? undefined : { pages, putBack };
}

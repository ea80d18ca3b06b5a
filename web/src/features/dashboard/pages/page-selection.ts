/** For each page of a document, in order: whether it prints. */
export type Selection = readonly boolean[];

export function allKept(pageCount: number): Selection {
  return Array.from({ length: pageCount }, () => true);
}

/** Whether a page can be toggled: the last page that prints must stay. */
export function canToggle(selection: Selection, page: number): boolean {
  return selection[page - 1] === false || keptPages(selection).length > 1;
}

/** The selection with one page (counted from 1) toggled; unchanged if it is the last page that prints. */
export function toggled(selection: Selection, page: number): Selection {
  if (!canToggle(selection, page)) return selection;
  return selection.map((kept, index) => (index === page - 1 ? !kept : kept));
}

/** The numbers of the pages that print, counted from 1, as `/remove-pages` expects them. */
export function keptPages(selection: Selection): number[] {
  return selection.flatMap((kept, index) => (kept ? [index + 1] : []));
}

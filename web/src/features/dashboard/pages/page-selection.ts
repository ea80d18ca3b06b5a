/** For each page of a document, in order: is it kept for printing? */
export type Selection = readonly boolean[];

/** Every page starts selected. */
export function allKept(pageCount: number): Selection {
  return Array.from({ length: pageCount }, () => true);
}

/** Whether a page can be taken out: the last one that is kept cannot. */
export function canToggle(selection: Selection, page: number): boolean {
  return selection[page - 1] === false || keptPages(selection).length > 1;
}

/** The selection with one page (counted from 1) turned over; unchanged when it was the last one kept. */
export function toggled(selection: Selection, page: number): Selection {
  if (!canToggle(selection, page)) return selection;
  return selection.map((kept, index) => (index === page - 1 ? !kept : kept));
}

/** The numbers of the kept pages, counted from 1 as on paper: what `/remove-pages` is told. */
export function keptPages(selection: Selection): number[] {
  return selection.flatMap((kept, index) => (kept ? [index + 1] : []));
}

/** The document of a job that ends, as `printed_document()` reads it. */
export interface PrintedDocument {
  /**
   * Pages of the original that the job's revision keeps; null when the revision is the original or is
   * removed.
   */
  keptPages: number[] | null;
  /**
   * Pages that were printed, and pages that were not, by jobs that ended while others were running. Null when
   * no job has recorded any.
   */
  endedPrinted: number[] | null;
  endedLeft: number[] | null;
  /** Pages of the original that were printed before and left out. */
  printedPages: number[];
  /** Whether another job of the document is running. */
  isAtWork: boolean;
  /** Whether the document is neither deleted nor expired. */
  isThere: boolean;
  /**
   * The newest revision that did not fail. `keepPages` are the pages of the original that it keeps; null for
   * the original itself, and for a revision that was not made from the original's pages.
   */
  newest: { revision: number; pageCount: number | null; keepPages: number[] | null } | null;
}

/** A job that ends. `captured` is the number of paid pages, undefined while this is undecided. */
export interface EndedJob {
  revision: number;
  total: number;
  captured: number | undefined;
}

/**
 * The values that `leave_out_printed()` writes. Pages have the numbers of the original, ascending in
 * `printedPages` and `rest`.
 */
export interface LeftOut {
  endedPrinted: number[] | null;
  endedLeft: number[] | null;
  printedPages: number[];
  /** The pages that remain, which become a revision; null when the document stays as it is. */
  rest: number[] | null;
}

/**
 * Decides which pages of a document remain when one of its jobs ends. A page is left out when it was printed
 * and no copy lacks it. The last running job decides this; the jobs that end before it only record their
 * pages. A complete job leaves nothing out, so that a fully printed document can be printed again. An
 * undecided job has neither printed nor missed a page.
 * @returns undefined when there is nothing to write
 */
export function leaveOutPrinted(job: EndedJob, document: PrintedDocument): LeftOut | undefined {
  const isPartial = job.captured !== undefined && job.captured < job.total;
  if (!isPartial && document.endedLeft === null) return undefined;
  const printedByJobs = [...(document.endedPrinted ?? [])];
  const missing = [...(document.endedLeft ?? [])];
  if (isPartial) {
    const pages = pagesOf(job, document);
    printedByJobs.push(...pages.slice(0, job.captured));
    missing.push(...pages.slice(job.captured));
  }
  const { printedPages } = document;
  if (document.isAtWork) return { endedPrinted: printedByJobs, endedLeft: missing, printedPages, rest: null };

  const printed = without(printedByJobs, missing);
  if (document.endedLeft === null && printed.length === 0) return undefined;
  return {
    endedPrinted: null,
    endedLeft: null,
    printedPages: ascending([...printedPages, ...printed]),
    rest: restOf(document, printed),
  };
}

/** The job's pages by their numbers in the original; none when the job's revision is removed. */
function pagesOf({ revision, total }: EndedJob, { keptPages }: PrintedDocument): number[] {
  return keptPages ?? (revision === 1 ? upTo(total) : []);
}

/** The remaining pages among those that the person has selected meanwhile. */
function restOf({ isThere, newest }: PrintedDocument, printed: number[]): number[] | null {
  if (!isThere || newest === null) return null;
  const wanted = newest.revision === 1 ? upTo(newest.pageCount ?? 0) : (newest.keepPages ?? []);
  const rest = without(wanted, printed);
  return rest.length === 0 || rest.length === wanted.length ? null : rest;
}

function without(pages: readonly number[], others: readonly number[]): number[] {
  return ascending(pages.filter((page) => !others.includes(page)));
}

function ascending(pages: readonly number[]): number[] {
  return [...new Set(pages)].sort((one, other) => one - other);
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** A document of which a job ends, as `printed_document()` reads it. */
export interface PrintedDocument {
  /** Pages of the original that the job's revision keeps; null when it is the original, or is gone. */
  keptPages: number[] | null;
  /**
   * Of jobs that ended while others were at work: pages that came out, and pages that did not. Null when no job has left
   * any.
   */
  endedPrinted: number[] | null;
  endedLeft: number[] | null;
  /** Pages of the original that were printed before and left out. */
  printedPages: number[];
  /** Whether a printer may be at work on another job of the document. */
  isAtWork: boolean;
  /** Whether it is neither deleted nor expired. */
  isThere: boolean;
  /** The newest revision that did not fail: the pages of the original, or those that it keeps of it. */
  newest: { revision: number; pageCount: number | null; keepPages: number[] | null } | null;
}

/** A job that ends: how many of its pages are paid for, or undefined while that is not decided. */
export interface EndedJob {
  revision: number;
  total: number;
  captured: number | undefined;
}

/** What `leave_out_printed()` writes. Pages have the numbers of the original, ascending in `printedPages` and `rest`. */
export interface LeftOut {
  endedPrinted: number[] | null;
  endedLeft: number[] | null;
  printedPages: number[];
  /** The pages that remain, which become a revision; null when the document stays as it is. */
  rest: number[] | null;
}

/**
 * Which pages remain of a document when one of its jobs ends. A page is left out when it came out and no copy lacks it;
 * that is decided with the last job at work, and noted until then. A job that is complete leaves nothing out: a document
 * that was printed whole can be printed whole again. A job that is not decided has neither printed nor missed a page.
 * @returns undefined when nothing is to be written
 */
export function leaveOutPrinted(job: EndedJob, document: PrintedDocument): LeftOut | undefined {
  const isPartial = job.captured !== undefined && job.captured < job.total;
  if (!isPartial && document.endedLeft === null) return undefined;
  const came = [...(document.endedPrinted ?? [])];
  const missing = [...(document.endedLeft ?? [])];
  if (isPartial) {
    const pages = pagesOf(job, document);
    came.push(...pages.slice(0, job.captured));
    missing.push(...pages.slice(job.captured));
  }
  const { printedPages } = document;
  if (document.isAtWork) return { endedPrinted: came, endedLeft: missing, printedPages, rest: null };

  const printed = without(came, missing);
  if (document.endedLeft === null && printed.length === 0) return undefined;
  return {
    endedPrinted: null,
    endedLeft: null,
    printedPages: ascending([...printedPages, ...printed]),
    rest: restOf(document, printed),
  };
}

/** The job's pages by their numbers in the original; none when the revision that knows them is forgotten. */
function pagesOf({ revision, total }: EndedJob, { keptPages }: PrintedDocument): number[] {
  return keptPages ?? (revision === 1 ? upTo(total) : []);
}

/** Pages that the person selected meanwhile stay selected. */
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

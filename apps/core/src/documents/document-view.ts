import type { PageFacts } from '@sixpence/contracts/events/events';
import type {
  DocumentRow,
  FailureReason,
  FileMetadataAnswer,
  Side,
} from '@sixpence/contracts/http/documents';
import { statusOf, type RevisionState } from './preparation/revision-state.js';

interface Viewed {
  id: string;
  fileName: string;
  side: Side;
  isColor: boolean;
  expiresAt: Date;
  printedAt: Date | null;
  revision: number;
  state: RevisionState;
  newestState: RevisionState;
  reason: FailureReason | null;
  pages: PageFacts[] | null;
  keepPages: number[] | null;
  printedPages: number[];
  restFailed: boolean;
}

/** A document as `/fetch-documents` and `/live` show it. */
export function documentRowOf(document: Viewed): DocumentRow {
  return {
    orderId: document.id,
    fileName: document.fileName,
    side: document.side,
    isColor: document.isColor,
    revision: document.revision,
    expiresAt: document.expiresAt.toISOString(),
    ...(document.printedAt && { printedAt: document.printedAt.toISOString() }),
    ...(document.printedPages.length > 0 && { rest: restOf(document) }),
    ...fileMetadataOf(document),
  };
}

/**
 * After a job that printed only some of the pages: the pages that the document has now, the printed pages,
 * and the printed pages that the document no longer has.
 */
function restOf(document: Viewed): DocumentRow['rest'] {
  // The first revision has every page, and its images are kept as long as the document.
  const leftOut = leftOutOf(document).map((page) => ({ page, preview: previewOf(document.id, 1, page) }));
  return {
    pages: pagesOf(document),
    printed: document.printedPages,
    leftOut,
    ...(document.restFailed && { failed: true }),
  };
}

type Numbered = Pick<Viewed, 'keepPages' | 'pages' | 'printedPages'>;

/** The numbers that the current pages have in the original. */
export function pagesOf({ keepPages, pages }: Numbered): number[] {
  return keepPages ?? (pages ?? []).map((_, index) => index + 1);
}

/** Printed pages of the original that the current revision leaves out. */
export function leftOutOf(document: Numbered): number[] {
  const has = new Set(pagesOf(document));
  return document.printedPages.filter((page) => !has.has(page));
}

function previewOf(documentId: string, revision: number, page: number): string {
  return `/document-pages/${documentId}/${revision}/${page}`;
}

/** A document as `/fetch-file-metadata` shows it. */
export function fileMetadataOf(document: Viewed): FileMetadataAnswer {
  const { id, revision, pages, reason } = document;
  const status = statusOf(document);
  return {
    status,
    ...(status === 'failed' && reason !== null && { reason }),
    totalPages: pages?.length ?? 0,
    pagePreviews: (pages ?? []).map((_, index) => previewOf(id, revision, index + 1)),
  };
}

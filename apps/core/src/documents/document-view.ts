import type { PageFacts } from '@sixpence/contracts/events/events';
import type {
  DocumentRow,
  FailureReason,
  FileMetadataAnswer,
  Side,
} from '@sixpence/contracts/http/documents';
import { statusOf, type RevisionState } from '../preparation/revision-state.js';

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
    ...fileMetadataOf(document),
  };
}

/** A document as `/fetch-file-metadata` shows it. */
export function fileMetadataOf(document: Viewed): FileMetadataAnswer {
  const { id, revision, pages, reason } = document;
  const status = statusOf(document);
  return {
    status,
    ...(status === 'failed' && reason !== null && { reason }),
    totalPages: pages?.length ?? 0,
    pagePreviews: (pages ?? []).map((_, index) => `/document-pages/${id}/${revision}/${index + 1}`),
  };
}

import type { ConvertedPage, PageFacts } from '@sixpence/contracts/events/events';
import type { FailureReason, PrintOptions, Side } from '@sixpence/contracts/http/documents';
import type { ByteRange } from '@sixpence/storage/object-store';
import { all, one, type Queries } from '../../platform/database/sql.js';
import type { RevisionState } from '../preparation/revision-state.js';
import { currentRevision, isActive, newestRevision, restFailed } from '../preparation/revisions.query.js';

/** A document with its current revision, and the state of its newest revision. */
export interface StoredDocument {
  id: string;
  ownerId: string;
  fileName: string;
  side: Side;
  isColor: boolean;
  expiresAt: Date;
  /**
   * When its pages were printed. For the rest of a partly printed document, only prints of that rest
   * count.
   */
  printedAt: Date | null;
  revision: number;
  state: RevisionState;
  reason: FailureReason | null;
  pages: PageFacts[] | null;
  newestState: RevisionState;
  /**
   * The pages of the original that the current revision has; null when it has all, or when this is unknown.
   */
  keepPages: number[] | null;
  /** Pages of the original that were left out because they were printed. */
  printedPages: number[];
  /** Whether the remaining pages of a partly printed document could not be prepared. */
  restFailed: boolean;
}

const activeDocument = `
  SELECT d.id, d.owner_id, d.file_name, d.side, d.is_color, d.expires_at,
    CASE WHEN NOT c.is_rest OR d.printed_at > c.created_at THEN d.printed_at END AS printed_at,
    c.revision, c.state, c.reason, c.pages, n.state AS newest_state,
    CASE WHEN c.based_on = 1 THEN c.keep_pages END AS keep_pages, d.printed_pages,
      ${restFailed} AS rest_failed
  FROM documents d ${currentRevision} ${newestRevision}
  WHERE d.owner_id = :ownerId AND ${isActive}`;

/** The owner's documents that have arrived, oldest first. */
export async function listedDocuments(queries: Queries, ownerId: string): Promise<StoredDocument[]> {
  return all(queries, `${activeDocument} AND c.state <> 'awaiting-upload' ORDER BY d.created_at, d.id`, {
    ownerId,
  });
}

/**
 * One document of the owner, arrived or awaited.
 * @returns undefined when another person owns it, or it is deleted or expired
 */
export async function documentOf(
  queries: Queries,
  ownerId: string,
  documentId: string,
): Promise<StoredDocument | undefined> {
  return one(queries, `${activeDocument} AND d.id = :documentId`, { ownerId, documentId });
}

/** The number of the newest sender, whose bytes count (`SendersService`). */
export async function newestSender(queries: Queries, documentId: string): Promise<number | undefined> {
  const row = await one<{ senders: number }>(
    queries,
    'SELECT senders FROM documents WHERE id = :documentId',
    { documentId },
  );
  return row?.senders;
}

/** The owner's last choice of print options, with which new documents begin. */
export async function optionsOf(queries: Queries, ownerId: string): Promise<PrintOptions> {
  const chosen = await one<PrintOptions>(
    queries,
    'SELECT side, is_color FROM print_options WHERE user_id = :ownerId',
    { ownerId },
  );
  return chosen ?? { side: '1-Sided', isColor: false };
}

/** The byte ranges of a page's two images in the images file of a conversion. */
export interface PageImages {
  conversionId: string;
  tile: ByteRange;
  page: ByteRange;
}

/**
 * @returns undefined unless the page belongs to a ready revision of a document of this owner that is neither
 *   deleted nor expired
 */
export async function imagesOfPage(
  queries: Queries,
  ownerId: string,
  asked: { documentId: string; revision: number; page: number },
): Promise<PageImages | undefined> {
  const row = await one<{ conversionId: string; start: number; facts: ConvertedPage }>(
    queries,
    `SELECT r.conversion_id, r.pages -> (:page::int - 1) AS facts,
       (SELECT coalesce(sum((before ->> 'tileBytes')::int + (before ->> 'imageBytes')::int), 0)::int
        FROM jsonb_array_elements(r.pages) WITH ORDINALITY AS pages (before, number)
          WHERE number < :page) AS start
     FROM documents d JOIN document_revisions r ON r.document_id = d.id
     WHERE d.id = :documentId AND d.owner_id = :ownerId AND ${isActive}
       AND r.revision = :revision AND r.state = 'ready' AND r.page_count >= :page`,
    { ownerId, documentId: asked.documentId, revision: asked.revision, page: asked.page },
  );
  if (!row) return undefined;
  const { conversionId, start, facts } = row;
  const between = start + facts.tileBytes;
  return {
    conversionId,
    tile: { start, end: between },
    page: { start: between, end: between + facts.imageBytes },
  };
}

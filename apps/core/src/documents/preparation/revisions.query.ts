import { all, one, type Queries } from '../../platform/database/sql.js';
import type { EntityManager } from 'typeorm';
import type { RevisionState } from './revision-state.js';

/** A condition on a document `d`: it is neither deleted nor expired. */
export const isActive = 'd.deleted_at IS NULL AND d.expires_at > app_now()';

/**
 * Joins the current revision `c` of a document `d`: the newest that is ready, or the first while none is
 * ready. Later revisions are made only from a ready one, so a document without a ready revision has only one.
 */
export const currentRevision = `
  JOIN LATERAL (
    SELECT * FROM document_revisions WHERE document_id = d.id ORDER BY state = 'ready' DESC, revision DESC LIMIT 1
  ) c ON true`;

/** Joins the newest revision `n` of a document `d`, in any state. */
export const newestRevision = `
  JOIN LATERAL (
    SELECT * FROM document_revisions WHERE document_id = d.id ORDER BY revision DESC LIMIT 1
  ) n ON true`;

/** One revision of a document that is neither deleted nor expired. */
export interface ActiveRevision {
  ownerId: string;
  fileName: string;
  state: RevisionState;
  /** The digest of the uploaded bytes; null until they arrive. */
  digest: Buffer | null;
  /** The revision from whose normalised PDF this one selects pages. */
  basedOn: number | null;
  /** The pages of `basedOn` that it keeps; null when it has no selection. */
  keepPages: number[] | null;
}

export async function activeRevision(
  queries: Queries,
  documentId: string,
  revision: number,
): Promise<ActiveRevision | undefined> {
  return one(
    queries,
    `SELECT d.owner_id, d.file_name, r.state, r.digest, r.based_on, r.keep_pages
     FROM document_revisions r JOIN documents d ON d.id = r.document_id
     WHERE r.document_id = :documentId AND r.revision = :revision AND ${isActive}`,
    { documentId, revision },
  );
}

/** As `activeRevision`, with the document's row locked until the transaction ends. */
export async function lockedRevision(
  tx: EntityManager,
  documentId: string,
  revision: number,
): Promise<ActiveRevision | undefined> {
  await lockDocument(tx, documentId);
  return activeRevision(tx, documentId, revision);
}

/** The given documents whose bytes have not arrived. */
export async function awaitedOf(queries: Queries, documentIds: readonly string[]): Promise<string[]> {
  const rows = await all<{ documentId: string }>(
    queries,
    `SELECT document_id FROM document_revisions
      WHERE document_id = ANY(:documentIds) AND state = 'awaiting-upload'`,
    { documentIds },
  );
  return rows.map(({ documentId }) => documentId);
}

/**
 * A condition on a document `d` with its current revision `c`: the rest of the partly printed document could
 * not be prepared. The current revision still has the printed pages, and waits for the person to choose
 * pages.
 */
export const restFailed = `
  EXISTS (SELECT FROM document_revisions r
    WHERE r.document_id = d.id AND r.is_rest AND r.state = 'failed' AND r.revision > c.revision)`;

/** The columns of a document that a choice of pages needs. */
export interface SelectableDocument {
  /** The current revision. */
  revision: number;
  state: RevisionState;
  pageCount: number | null;
  newestState: RevisionState;
  /** The revision that the current one selects from: the first, except for some made before 0.2.0. */
  basedOn: number | null;
  /** The pages of `basedOn` that it keeps; null when it has all. */
  keepPages: number[] | null;
  /** Pages of the first revision that were left out because they were printed. */
  printedPages: number[];
  restFailed: boolean;
}

/** @returns undefined when another person owns the document, or it is deleted or expired */
export async function selectableDocument(
  tx: EntityManager,
  ownerId: string,
  documentId: string,
): Promise<SelectableDocument | undefined> {
  return one(
    tx,
    `SELECT c.revision, c.state, c.page_count, c.based_on, c.keep_pages, n.state AS newest_state,
            d.printed_pages, ${restFailed} AS rest_failed
     FROM documents d ${currentRevision} ${newestRevision}
     WHERE d.id = :documentId AND d.owner_id = :ownerId AND ${isActive}`,
    { documentId, ownerId },
  );
}

/** The revisions between the first and the current one; none while an open job uses the document. */
export async function revisionsBetween(tx: EntityManager, documentId: string): Promise<number[]> {
  const rows = await all<{ revision: number }>(
    tx,
    `SELECT r.revision FROM documents d ${currentRevision} JOIN document_revisions r ON r.document_id = d.id
     WHERE d.id = :documentId AND d.open_jobs = 0 AND ${isActive} AND r.revision > 1
       AND r.revision < c.revision`,
    { documentId },
  );
  return rows.map(({ revision }) => revision);
}

/**
 * Locks a document's row. Each change of a document begins with this lock, so that changes are serialised.
 * The lock order is documents first, then their owners (`lockPerson`); several rows of one table in the order
 * of their ids.
 */
export async function lockDocument(tx: EntityManager, documentId: string): Promise<void> {
  await lockDocuments(tx, [documentId]);
}

export async function lockDocuments(tx: EntityManager, documentIds: readonly string[]): Promise<void> {
  await all(tx, 'SELECT id FROM documents WHERE id = ANY(:documentIds) ORDER BY id FOR UPDATE', {
    documentIds,
  });
}

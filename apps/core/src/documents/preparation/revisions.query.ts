import { all, one, type Queries } from '../../platform/database/sql.js';
import type { EntityManager } from 'typeorm';
import type { RevisionState } from './revision-state.js';

/** Of a document `d`: neither deleted nor past its time. */
export const living = 'd.deleted_at IS NULL AND d.expires_at > app_now()';

/**
 * Of a document `d`, its current revision `c`: the newest that is ready, or the first while none is. Others come only
 * from a ready one, so that while none is ready there is one revision alone.
 */
export const currentRevision = `
  JOIN LATERAL (
    SELECT * FROM document_revisions WHERE document_id = d.id ORDER BY state = 'ready' DESC, revision DESC LIMIT 1
  ) c ON true`;

/** Of a document `d`, its newest revision `n`, however far it has come. */
export const newestRevision = `
  JOIN LATERAL (
    SELECT * FROM document_revisions WHERE document_id = d.id ORDER BY revision DESC LIMIT 1
  ) n ON true`;

/** One revision of a document that is neither deleted nor past its time. */
export interface LivingRevision {
  ownerId: string;
  fileName: string;
  state: RevisionState;
  /** Of the original that was taken in. */
  digest: Buffer | null;
  /** The revision whose normalised PDF this one selects pages from. */
  basedOn: number | null;
  /** Which pages of that; null when it selects none. */
  keepPages: number[] | null;
}

export async function livingRevision(
  queries: Queries,
  documentId: string,
  revision: number,
): Promise<LivingRevision | undefined> {
  return one(
    queries,
    `SELECT d.owner_id, d.file_name, r.state, r.digest, r.based_on, r.keep_pages
     FROM document_revisions r JOIN documents d ON d.id = r.document_id
     WHERE r.document_id = :documentId AND r.revision = :revision AND ${living}`,
    { documentId, revision },
  );
}

/** The same, and it stays so until the transaction ends. */
export async function lockedRevision(
  tx: EntityManager,
  documentId: string,
  revision: number,
): Promise<LivingRevision | undefined> {
  await lockDocument(tx, documentId);
  return livingRevision(tx, documentId, revision);
}

/** Those of these documents whose bytes have not arrived. */
export async function awaitedOf(queries: Queries, documentIds: readonly string[]): Promise<string[]> {
  const rows = await all<{ documentId: string }>(
    queries,
    `SELECT document_id FROM document_revisions WHERE document_id = ANY(:documentIds) AND state = 'awaiting-upload'`,
    { documentIds },
  );
  return rows.map(({ documentId }) => documentId);
}

/**
 * Of a document `d` with its current revision `c`: whether the rest of it could not be prepared. What the current revision
 * has was printed in part, and waits for its person to choose pages.
 */
export const restFailed = `
  EXISTS (SELECT FROM document_revisions r
    WHERE r.document_id = d.id AND r.is_rest AND r.state = 'failed' AND r.revision > c.revision)`;

/** A document as far as the choice of its pages goes. */
export interface SelectableDocument {
  /** The current one. */
  revision: number;
  state: RevisionState;
  pageCount: number | null;
  newestState: RevisionState;
  /** The revision that the current one selects from: the first, but for some that were made before 1460. */
  basedOn: number | null;
  /** Which pages of that; null when it has all. */
  keepPages: number[] | null;
  /** Pages of the first revision that were left out because they were printed. */
  printedPages: number[];
  restFailed: boolean;
}

/** Undefined when the document is foreign, deleted, or past its time. */
export async function selectableDocument(
  tx: EntityManager,
  ownerId: string,
  documentId: string,
): Promise<SelectableDocument | undefined> {
  return one(
    tx,
    `SELECT c.revision, c.state, c.page_count, c.based_on, c.keep_pages, n.state AS newest_state, d.printed_pages,
            ${restFailed} AS rest_failed
     FROM documents d ${currentRevision} ${newestRevision}
     WHERE d.id = :documentId AND d.owner_id = :ownerId AND ${living}`,
    { documentId, ownerId },
  );
}

/** The revisions between the first and the current one; none while a job has the document in hand. */
export async function revisionsBetween(tx: EntityManager, documentId: string): Promise<number[]> {
  const rows = await all<{ revision: number }>(
    tx,
    `SELECT r.revision FROM documents d ${currentRevision} JOIN document_revisions r ON r.document_id = d.id
     WHERE d.id = :documentId AND d.open_jobs = 0 AND ${living} AND r.revision > 1 AND r.revision < c.revision`,
    { documentId },
  );
  return rows.map(({ revision }) => revision);
}

/**
 * Everything that moves a document holds its row first, so that none of it crosses another. Locks are taken in one order:
 * documents, then their owners, several of a kind in the order of their ids; never the other way round.
 */
export async function lockDocument(tx: EntityManager, documentId: string): Promise<void> {
  await lockDocuments(tx, [documentId]);
}

export async function lockDocuments(tx: EntityManager, documentIds: readonly string[]): Promise<void> {
  await all(tx, 'SELECT id FROM documents WHERE id = ANY(:documentIds) ORDER BY id FOR UPDATE', {
    documentIds,
  });
}

/**
 * What one person's documents do together, such as counting them or taking turns, holds the person's row: see above.
 * Whoever erases an account holds it too.
 * @returns whether the person is still there
 */
export async function lockOwner(tx: EntityManager, ownerId: string): Promise<boolean> {
  const owner = await one<{ isThere: boolean }>(
    tx,
    'SELECT erased_at IS NULL AS is_there FROM users WHERE id = :ownerId FOR NO KEY UPDATE',
    { ownerId },
  );
  return owner?.isThere === true;
}

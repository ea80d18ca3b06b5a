import type { EntityManager } from 'typeorm';
import { all, type Queries } from '../../platform/database/sql.js';
import { isActive } from './revisions.query.js';

/** Names a revision. */
export interface RevisionKey {
  documentId: string;
  revision: number;
}

/** A revision that takes a turn. */
export interface Turn {
  ownerId: string;
  documentId: string;
  revision: number;
  mediaType: string;
  keepPages: number[] | null;
}

/**
 * The owner's waiting revisions, oldest first, at most as many as the owner has free turns. An owner has
 * `atOnce` turns.
 */
export async function freeTurns(tx: EntityManager, ownerId: string, atOnce: number): Promise<Turn[]> {
  // Skips locked revisions: such a revision is being settled, or its document is being ended, so it needs no
  // turn.
  return all(
    tx,
    `SELECT d.owner_id, r.document_id, r.revision, r.media_type, r.keep_pages
     FROM document_revisions r JOIN documents d ON d.id = r.document_id
     WHERE d.owner_id = :ownerId AND ${isActive} AND r.state = 'uploaded' AND r.handed_out_at IS NULL
     ORDER BY r.created_at, r.document_id
     LIMIT (
       SELECT greatest(0, :atOnce - count(*)) FROM document_revisions r
         JOIN documents d ON d.id = r.document_id
       WHERE d.owner_id = :ownerId AND ${isActive} AND r.state = 'uploaded' AND r.handed_out_at IS NOT NULL
     )
     FOR UPDATE OF r SKIP LOCKED`,
    { ownerId, atOnce },
  );
}

/**
 * The given revisions that still wait, in the given order. Their rows stay locked until the transaction ends.
 */
export async function waitingTurns(tx: EntityManager, wanted: readonly RevisionKey[]): Promise<Turn[]> {
  // Skips locked revisions: such a revision is being settled, or its document is being ended.
  return all(
    tx,
    `SELECT d.owner_id, r.document_id, r.revision, r.media_type, r.keep_pages
     FROM unnest(:documentIds::uuid[], :revisions::int[]) WITH ORDINALITY
       AS wanted (document_id, revision, position)
     JOIN document_revisions r USING (document_id, revision) JOIN documents d ON d.id = r.document_id
     WHERE r.state = 'uploaded' AND r.handed_out_at IS NULL
     ORDER BY wanted.position
     FOR UPDATE OF r SKIP LOCKED`,
    {
      documentIds: wanted.map(({ documentId }) => documentId),
      revisions: wanted.map(({ revision }) => revision),
    },
  );
}

/** A turn whose conversion was never reported. */
export interface LostTurn extends Turn {
  attempt: number;
}

/**
 * Turns that were handed out so long ago that their work must be lost. The wait doubles with each attempt.
 */
export async function lostTurns(
  tx: EntityManager,
  { lostSeconds, limit }: { lostSeconds: number; limit: number },
): Promise<LostTurn[]> {
  // Skips locked revisions: such a revision is being settled, or another core hands it out again.
  return all(
    tx,
    `SELECT r.document_id, r.revision, r.media_type, r.keep_pages, r.attempt, d.owner_id
     FROM document_revisions r JOIN documents d ON d.id = r.document_id
     WHERE ${isActive} AND r.state = 'uploaded' AND r.handed_out_at IS NOT NULL
       AND coalesce(r.handed_out_again_at, r.handed_out_at)
         < app_now() - make_interval(secs => :lostSeconds * power(2, r.attempt - 1))
     ORDER BY r.handed_out_at, r.document_id LIMIT :limit
     FOR UPDATE OF r SKIP LOCKED`,
    { lostSeconds, limit },
  );
}

/** The owners of the given documents that are in preparation, ordered by id. */
export async function waitingOwners(tx: EntityManager, documentIds: readonly string[]): Promise<string[]> {
  const rows = await all<{ ownerId: string }>(
    tx,
    `SELECT DISTINCT d.owner_id FROM documents d JOIN document_revisions r ON r.document_id = d.id
     WHERE d.id = ANY(:documentIds) AND r.state = 'uploaded' ORDER BY d.owner_id`,
    { documentIds },
  );
  return rows.map(({ ownerId }) => ownerId);
}

/**
 * People who have a waiting document and a free turn. If there are more than `limit`, the choice is random,
 * so that people whose network has no free turn do not block the others.
 */
export async function ownersWithFreeTurns(
  queries: Queries,
  { atOnce, limit }: { atOnce: number; limit: number },
): Promise<string[]> {
  const rows = await all<{ ownerId: string }>(
    queries,
    `SELECT d.owner_id FROM document_revisions r JOIN documents d ON d.id = r.document_id
     WHERE r.state = 'uploaded' AND ${isActive} GROUP BY d.owner_id
     HAVING count(r.handed_out_at) < least(:atOnce::bigint, count(*)) ORDER BY random() LIMIT :limit`,
    { atOnce, limit },
  );
  return rows.map(({ ownerId }) => ownerId);
}

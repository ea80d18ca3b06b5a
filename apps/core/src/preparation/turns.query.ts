import type { EntityManager } from 'typeorm';
import { all, type Queries } from '../database/sql.js';
import { living } from './revisions.query.js';

/** A revision whose turn it is. */
export interface Turn {
  documentId: string;
  revision: number;
  mediaType: string;
  keepPages: number[] | null;
}

/** What the person has waiting, oldest first, as far as `atOnce` leaves turns free. */
export async function freeTurns(tx: EntityManager, ownerId: string, atOnce: number): Promise<Turn[]> {
  // A revision that is locked is being settled, or its document ended: it waits no more, and nobody waits for it here.
  return all(
    tx,
    `SELECT r.document_id, r.revision, r.media_type, r.keep_pages
     FROM document_revisions r JOIN documents d ON d.id = r.document_id
     WHERE d.owner_id = :ownerId AND ${living} AND r.state = 'uploaded' AND r.handed_out_at IS NULL
     ORDER BY r.created_at, r.document_id
     LIMIT (
       SELECT greatest(0, :atOnce - count(*)) FROM document_revisions r JOIN documents d ON d.id = r.document_id
       WHERE d.owner_id = :ownerId AND ${living} AND r.state = 'uploaded' AND r.handed_out_at IS NOT NULL
     )
     FOR UPDATE OF r SKIP LOCKED`,
    { ownerId, atOnce },
  );
}

/** A turn that nobody reported on. */
export interface LostTurn extends Turn {
  ownerId: string;
  attempt: number;
}

/** Turns that were given out so long ago that their work must be lost; those that were given out often wait longer. */
export async function lostTurns(
  tx: EntityManager,
  { lostSeconds, limit }: { lostSeconds: number; limit: number },
): Promise<LostTurn[]> {
  // One that is locked is just being settled, or handed out again by another core.
  return all(
    tx,
    `SELECT r.document_id, r.revision, r.media_type, r.keep_pages, r.attempt, d.owner_id
     FROM document_revisions r JOIN documents d ON d.id = r.document_id
     WHERE ${living} AND r.state = 'uploaded' AND r.handed_out_at IS NOT NULL
       AND coalesce(r.handed_out_again_at, r.handed_out_at)
         < app_now() - make_interval(secs => :lostSeconds * power(2, r.attempt - 1))
     ORDER BY r.handed_out_at, r.document_id LIMIT :limit
     FOR UPDATE OF r SKIP LOCKED`,
    { lostSeconds, limit },
  );
}

/** The owners of those of these documents that wait to be prepared, in the order of their ids. */
export async function waitingOwners(tx: EntityManager, documentIds: readonly string[]): Promise<string[]> {
  const rows = await all<{ ownerId: string }>(
    tx,
    `SELECT DISTINCT d.owner_id FROM documents d JOIN document_revisions r ON r.document_id = d.id
     WHERE d.id = ANY(:documentIds) AND r.state = 'uploaded' ORDER BY d.owner_id`,
    { documentIds },
  );
  return rows.map(({ ownerId }) => ownerId);
}

/** People who have a document waiting though one of their turns is free; of many of them `limit`. */
export async function ownersWithFreeTurns(
  queries: Queries,
  { atOnce, limit }: { atOnce: number; limit: number },
): Promise<string[]> {
  const rows = await all<{ ownerId: string }>(
    queries,
    `SELECT d.owner_id FROM document_revisions r JOIN documents d ON d.id = r.document_id
     WHERE r.state = 'uploaded' AND ${living} GROUP BY d.owner_id
     HAVING count(r.handed_out_at) < least(:atOnce::bigint, count(*)) LIMIT :limit`,
    { atOnce, limit },
  );
  return rows.map(({ ownerId }) => ownerId);
}

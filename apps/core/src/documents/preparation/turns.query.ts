import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { EntityManager } from 'typeorm';
import { all, type Queries } from '../../platform/database/sql.js';
import { living } from './revisions.query.js';

/** A revision that takes a turn. */
export interface Turn {
  ownerId: string;
  documentId: string;
  revision: number;
  mediaType: string;
  keepPages: number[] | null;
}

/**
 * The owner's waiting revisions, oldest first: as many as turns are free when the owner has `atOnce` turns.
 */
export async function freeTurns(tx: EntityManager, ownerId: string, atOnce: number): Promise<Turn[]> {
  // A locked revision is being settled, or its document is being ended: it no longer needs a turn, so it is
  // skipped.
  return all(
    tx,
    `SELECT d.owner_id, r.document_id, r.revision, r.media_type, r.keep_pages
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

/**
 * A condition on a user `u`: a newcomer, a new account without a payment, shares turns with the newcomers of
 * its network.
 */
const isNewcomer = `
  u.joined_network IS NOT NULL AND u.created_at > app_now() - make_interval(secs => ${lifeSeconds.newcomer})
  AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.owner_id = u.id AND p.credited_at IS NOT NULL)`;

/** The networks of the newcomers among these people, in one lock order; other people have no row. */
export async function newcomersNetworks(
  tx: EntityManager,
  ownerIds: readonly string[],
): Promise<{ ownerId: string; network: Buffer }[]> {
  return all(
    tx,
    `SELECT u.id AS owner_id, u.joined_network AS network FROM users u
     WHERE u.id = ANY(:ownerIds) AND ${isNewcomer} ORDER BY u.joined_network, u.id`,
    { ownerIds },
  );
}

/**
 * Waiting revisions of a network's newcomers: as many as turns are free when the network has `ofNetwork`
 * turns and each person `atOnce`. The person with the fewest turns in use comes first.
 */
export async function freeTurnsOfNetwork(
  tx: EntityManager,
  network: Buffer,
  { atOnce, ofNetwork }: { atOnce: number; ofNetwork: number },
): Promise<Turn[]> {
  return all(
    tx,
    `WITH theirs AS (
       SELECT d.owner_id, r.document_id, r.revision, r.created_at, r.handed_out_at,
              row_number() OVER (
                PARTITION BY d.owner_id ORDER BY r.handed_out_at NULLS LAST, r.created_at, r.document_id
              ) AS place
       FROM users u JOIN documents d ON d.owner_id = u.id JOIN document_revisions r ON r.document_id = d.id
       WHERE u.joined_network = :network AND ${isNewcomer} AND ${living} AND r.state = 'uploaded'
     ), next AS (
       SELECT document_id, revision, place, created_at FROM theirs
       WHERE handed_out_at IS NULL AND place <= :atOnce
       ORDER BY place, created_at, document_id
       LIMIT (SELECT greatest(0, :ofNetwork - count(handed_out_at)) FROM theirs)
     )
     SELECT d.owner_id, r.document_id, r.revision, r.media_type, r.keep_pages
     FROM next JOIN document_revisions r USING (document_id, revision) JOIN documents d ON d.id = r.document_id
     ORDER BY next.place, next.created_at, r.document_id
     FOR UPDATE OF r SKIP LOCKED`,
    { network, atOnce, ofNetwork },
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
  // A locked revision is being settled, or another core hands it out again: it is skipped.
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

/** The owners of the documents among these that are in preparation, ordered by id. */
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
 * so that people whose network has no free turn do not keep out the others.
 */
export async function ownersWithFreeTurns(
  queries: Queries,
  { atOnce, limit }: { atOnce: number; limit: number },
): Promise<string[]> {
  const rows = await all<{ ownerId: string }>(
    queries,
    `SELECT d.owner_id FROM document_revisions r JOIN documents d ON d.id = r.document_id
     WHERE r.state = 'uploaded' AND ${living} GROUP BY d.owner_id
     HAVING count(r.handed_out_at) < least(:atOnce::bigint, count(*)) ORDER BY random() LIMIT :limit`,
    { atOnce, limit },
  );
  return rows.map(({ ownerId }) => ownerId);
}

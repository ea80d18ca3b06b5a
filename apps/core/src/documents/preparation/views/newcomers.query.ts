import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { EntityManager } from 'typeorm';
import { all } from '../../../platform/database/sql.js';
import { isActive } from '../revisions.query.js';
import type { RevisionKey } from '../turns.query.js';

/**
 * A condition on a user `u`: a newcomer, that is, a new account without a payment. The newcomers of one
 * network share its turns.
 */
const isNewcomer = `
  u.joined_network IS NOT NULL AND u.created_at > app_now() - make_interval(secs => ${lifeSeconds.newcomer})
  AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.owner_id = u.id AND p.credited_at IS NOT NULL)`;

/** The networks of the newcomers among the given people, in lock order. Other people have no row. */
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
 * Waiting revisions of a network's newcomers, at most as many as there are free turns. All newcomers of the
 * network together have `networkTurns`, each person has `personTurns`. The person with the fewest turns in
 * use comes first. The caller holds the network's lock, and locks the rows afterwards.
 */
export async function waitingOfNetwork(
  tx: EntityManager,
  network: Buffer,
  { personTurns, networkTurns }: { personTurns: number; networkTurns: number },
): Promise<RevisionKey[]> {
  return all(
    tx,
    `WITH revisions AS (
       SELECT d.owner_id, r.document_id, r.revision, r.created_at, r.handed_out_at,
              row_number() OVER (
                PARTITION BY d.owner_id ORDER BY r.handed_out_at NULLS LAST, r.created_at, r.document_id
              ) AS position
       FROM users u JOIN documents d ON d.owner_id = u.id JOIN document_revisions r ON r.document_id = d.id
       WHERE u.joined_network = :network AND ${isNewcomer} AND ${isActive} AND r.state = 'uploaded'
     )
     SELECT document_id, revision FROM revisions
     WHERE handed_out_at IS NULL AND position <= :personTurns
     ORDER BY position, created_at, document_id
     LIMIT (SELECT greatest(0, :networkTurns - count(handed_out_at)) FROM revisions)`,
    { network, personTurns, networkTurns },
  );
}

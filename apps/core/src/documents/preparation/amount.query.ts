import type { EntityManager } from 'typeorm';
import { all, type Queries } from '../../platform/database/sql.js';
import type { ActiveAmount } from './quota.js';
import { isActive } from './revisions.query.js';
import { lockPerson } from '../../people/users/person-locks.query.js';

/** How much of the quota the owner uses. `without` names one document that is not counted. */
export async function activeAmount(
  queries: Queries,
  ownerId: string,
  without: string | null = null,
): Promise<ActiveAmount> {
  const [row] = (await all<ActiveAmount>(
    queries,
    `SELECT count(*)::int AS documents,
       coalesce(sum(r.bytes + coalesce(f.bytes, 0) + d.receiving_bytes), 0)::float8 AS bytes,
       coalesce(sum(f.repeated_bytes), 0)::float8 AS repeated_bytes,
       (count(*) FILTER (WHERE r.is_awaited))::int AS awaited,
       coalesce(sum(d.receiving_bytes) FILTER (WHERE r.is_awaited), 0)::float8 AS awaited_bytes,
       coalesce(extract(epoch FROM min(d.expires_at) FILTER (WHERE r.is_awaited) - app_now()), 0)::float8
         AS first_lapse_seconds
     FROM documents d
     CROSS JOIN LATERAL (
       SELECT sum(byte_length) AS bytes, bool_or(state = 'awaiting-upload') AS is_awaited
       FROM document_revisions WHERE document_id = d.id
     ) r
     CROSS JOIN LATERAL (
       SELECT sum(most) AS bytes, sum(all_tries - most) AS repeated_bytes FROM (
         SELECT max(bytes) AS most, sum(bytes) AS all_tries FROM (
           SELECT revision, sum(byte_length) AS bytes FROM converted_files
           WHERE document_id = d.id GROUP BY revision, conversion_id
         ) tries GROUP BY revision
       ) revisions
     ) f
     WHERE d.owner_id = :ownerId AND d.id IS DISTINCT FROM :without::uuid AND ${isActive}`,
    { ownerId, without },
  )) as [ActiveAmount];
  return row;
}

/**
 * As `activeAmount`, and locks the owner's row, so that concurrent arrivals are counted one after the other.
 */
export async function lockedAmount(
  tx: EntityManager,
  ownerId: string,
  without: string | null = null,
): Promise<ActiveAmount> {
  await lockPerson(tx, ownerId);
  return activeAmount(tx, ownerId, without);
}

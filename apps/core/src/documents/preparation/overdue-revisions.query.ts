import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import { all, type Queries } from '../../platform/database/sql.js';
import { isActive } from './revisions.query.js';

const batchSize = 100;

/**
 * The revisions on which no converter is expected to report any more: either no converter has reported on any
 * revision for half an hour, or this revision was handed out six hours ago. Revisions without a turn come
 * first: when a revision with a turn fails, its turn goes to the next revision, which would then fail as
 * well. A failure for this reason sets no `answered_at`: otherwise the first overdue revision would look like
 * the report of a working converter, and the others would wait longer.
 */
export async function overdueRevisions(
  queries: Queries,
): Promise<{ documentId: string; revision: number }[]> {
  return all(
    queries,
    `SELECT r.document_id, r.revision FROM document_revisions r
     WHERE r.state = 'uploaded' AND r.created_at < app_now() - make_interval(secs => :silence)
       AND EXISTS (SELECT 1 FROM documents d WHERE d.id = r.document_id AND ${isActive})
       AND (
         r.handed_out_at < app_now() - make_interval(secs => :longest)
         OR coalesce(r.handed_out_at, r.created_at) < app_now() - make_interval(secs => :silence)
           AND NOT EXISTS (
           SELECT 1 FROM document_revisions WHERE answered_at > app_now() - make_interval(secs => :silence)
         )
       )
     ORDER BY r.handed_out_at NULLS FIRST, r.created_at LIMIT :batchSize`,
    { silence: lifeSeconds.silentConverters, longest: lifeSeconds.conversion, batchSize },
  );
}

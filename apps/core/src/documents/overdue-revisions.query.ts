import { living, type Queries } from './document-rows.query.js';

/** When no converter has answered for anybody for this long, nobody is converting. */
export const silenceSeconds = 30 * 60;

/** However busy converters are, by then they would have come to it. */
const longestSeconds = 6 * 60 * 60;

const batchSize = 100;

/**
 * The revisions that no converter will answer for. Those that wait for their turn come first, so that failing the
 * others hands none of them out. What is given up is not an answer (`answered_at`), or the first would save the rest.
 */
export async function overdueRevisions(
  queries: Queries,
): Promise<{ documentId: string; revision: number }[]> {
  return queries.query(
    `SELECT r.document_id AS "documentId", r.revision FROM document_revisions r
     WHERE r.state = 'uploaded' AND r.created_at < app_now() - make_interval(secs => $1)
       AND EXISTS (SELECT 1 FROM documents d WHERE d.id = r.document_id AND ${living})
       AND (
         r.handed_out_at < app_now() - make_interval(secs => $2)
         OR coalesce(r.handed_out_at, r.created_at) < app_now() - make_interval(secs => $1) AND NOT EXISTS (
           SELECT 1 FROM document_revisions WHERE answered_at > app_now() - make_interval(secs => $1)
         )
       )
     ORDER BY r.handed_out_at NULLS FIRST, r.created_at LIMIT $3`,
    [silenceSeconds, longestSeconds, batchSize],
  );
}

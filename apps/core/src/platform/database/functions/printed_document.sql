-- The values from which leaveOutPrinted() in rest.ts computes which pages of the document remain when this
-- job ends. NULL when the document's row is deleted.
CREATE OR REPLACE FUNCTION printed_document(job uuid)
RETURNS jsonb LANGUAGE sql STABLE AS $$
SELECT jsonb_build_object(
  'keptPages', (SELECT r.keep_pages FROM document_revisions r
    WHERE r.document_id = d.id AND r.revision = j.revision AND r.based_on = 1),
  'endedPrinted', d.ended_printed,
  'endedLeft', d.ended_left,
  'printedPages', d.printed_pages,
  -- A job that waits to be checked may do so for a day: the rest does not wait for it.
  'isAtWork', EXISTS (SELECT FROM jobs o
    WHERE o.owner_id = d.owner_id AND o.document_id = d.id AND o.id <> j.id AND o.settled_at IS NULL
      AND o.state IN ('held', 'printing', 'stalled')),
  'isThere', d.deleted_at IS NULL AND d.expires_at > app_now(),
  'newest', (SELECT jsonb_build_object('revision', r.revision, 'pageCount', r.page_count,
      'keepPages', CASE WHEN r.based_on = 1 THEN r.keep_pages END)
    FROM document_revisions r WHERE r.document_id = d.id AND r.state <> 'failed'
    ORDER BY r.revision DESC LIMIT 1))
FROM jobs j JOIN documents d ON d.id = j.document_id WHERE j.id = job $$;

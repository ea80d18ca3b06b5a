-- Leaves out of a document what its jobs printed and captured. `j` was just settled, or waits to be checked,
-- and the row of its document is locked. While a printer may be at work on another job of the document, the
-- pages that came out and the pages that did not are noted. With the last of them the rest becomes a revision
-- of its own: a page is left out when it came out and no copy lacks it. Jobs that are complete leave nothing
-- out: a document that was printed whole can be printed whole again. Pages have the numbers of the original,
-- because a revision that selects pages selects them from revision 1. A job that is not settled has neither
-- printed nor missed a page.
CREATE OR REPLACE FUNCTION leave_out_printed(j jobs)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  d documents;
  newest document_revisions;
  of_job int[] := coalesce(j.document_pages,
    CASE WHEN j.revision = 1 THEN ARRAY(SELECT generate_series(1, cardinality(j.unit_prices))) END);
  is_whole boolean := j.captured_pages = cardinality(j.unit_prices);
  printed int[];
  missing int[];
  wanted int[];
  rest int[];
BEGIN
  SELECT * INTO d FROM documents WHERE id = j.document_id;
  IF NOT FOUND OR (is_whole IS NOT FALSE AND d.ended_left IS NULL) THEN RETURN; END IF;
  printed := coalesce(d.ended_printed, '{}');
  missing := coalesce(d.ended_left, '{}');
  IF NOT is_whole THEN
    printed := printed || of_job[1:j.captured_pages];
    missing := missing || of_job[j.captured_pages + 1:];
  END IF;
  IF EXISTS (SELECT FROM jobs o WHERE o.owner_id = d.owner_id AND o.document_id = d.id
      AND o.settled_at IS NULL AND o.state IN ('held', 'printing', 'stalled')) THEN
    UPDATE documents SET ended_printed = printed, ended_left = missing WHERE id = d.id;
    RETURN;
  END IF;

  printed := ARRAY(SELECT unnest(printed) EXCEPT SELECT unnest(missing) ORDER BY 1);
  UPDATE documents SET ended_printed = NULL, ended_left = NULL,
    printed_pages = ARRAY(SELECT unnest(printed_pages) UNION SELECT unnest(printed) ORDER BY 1)
  WHERE id = d.id AND (ended_left IS NOT NULL OR printed <> '{}');
  IF printed = '{}' OR d.deleted_at IS NOT NULL OR d.expires_at <= app_now() THEN RETURN; END IF;

  -- The pages that the person has selected meanwhile stay selected.
  SELECT * INTO newest FROM document_revisions
  WHERE document_id = d.id AND state <> 'failed' ORDER BY revision DESC LIMIT 1;
  wanted := CASE WHEN newest.revision = 1 THEN ARRAY(SELECT generate_series(1, newest.page_count))
    WHEN newest.based_on = 1 THEN newest.keep_pages END;
  rest := ARRAY(SELECT unnest(wanted) EXCEPT SELECT unnest(printed) ORDER BY 1);
  IF rest = '{}' OR rest = wanted THEN RETURN; END IF;
  INSERT INTO document_revisions (document_id, revision, state, media_type, based_on, keep_pages, is_rest)
  SELECT d.id, max(revision) + 1, 'uploaded', 'application/pdf', 1, rest, true
  FROM document_revisions WHERE document_id = d.id;
END $$;

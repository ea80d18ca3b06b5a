-- Writes which pages of a document remain when job `j` ends, as leaveOutPrinted() in rest.ts has computed
-- them. `leave` also contains the values from which they were computed, as `seen`; if these have changed, the
-- function fails and the caller tries again. A complete or undecided job leaves nothing out, so its values
-- are not compared, unless a job that ended before has recorded pages.
CREATE OR REPLACE FUNCTION leave_out_printed(j jobs, leave jsonb)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  seen jsonb;
BEGIN
  PERFORM FROM documents WHERE id = j.document_id FOR UPDATE;
  seen := printed_document(j.id);
  IF seen IS NULL
     OR (j.captured_pages < cardinality(j.unit_prices)) IS NOT TRUE AND seen->'endedLeft' = 'null' THEN
    RETURN;
  END IF;
  IF leave->'seen' IS DISTINCT FROM seen THEN
    RAISE EXCEPTION 'The document of job % changed meanwhile', j.id USING ERRCODE = '40001';
  END IF;
  IF leave->'printedPages' IS NULL THEN RETURN; END IF;
  UPDATE documents SET
    ended_printed = page_numbers(leave->'endedPrinted'), ended_left = page_numbers(leave->'endedLeft'),
    printed_pages = page_numbers(leave->'printedPages')
  WHERE id = j.document_id;
  IF leave->'rest' <> 'null' THEN
    INSERT INTO document_revisions (document_id, revision, state, media_type, based_on, keep_pages, is_rest)
    SELECT j.document_id, max(revision) + 1, 'uploaded', 'application/pdf', 1, page_numbers(leave->'rest'),
           true
    FROM document_revisions WHERE document_id = j.document_id;
  END IF;
END $$;

-- The pages of a JSON array, NULL for null.
CREATE OR REPLACE FUNCTION page_numbers(pages jsonb)
RETURNS integer[] LANGUAGE sql STABLE AS $$
SELECT CASE WHEN pages <> 'null' THEN ARRAY(SELECT jsonb_array_elements_text(pages)::int) END $$;

-- A whole settlement in one call: the hold, the job, its document, and the fact. It computes no price: the
-- caller has computed `capture`, `pages`, and the ending from `seen_impressions` and `seen_counting`; if
-- these have changed, the function fails and the caller tries again. `capture` is NULL when the job cannot be
-- settled yet and waits to be checked. A job that has ended stays as it is, and its values are returned
-- (`repeated`).
CREATE OR REPLACE FUNCTION settle_job(
  job uuid, seen_impressions integer, seen_counting text, end_state text, end_outcome text, end_reason text,
  end_impressions integer, end_counting text, pages integer, capture bigint, short boolean, printed boolean,
  leave jsonb,
  OUT state text, OUT impressions integer, OUT captured bigint, OUT returned bigint, OUT available bigint,
  OUT repeated boolean
)
RETURNS record LANGUAGE plpgsql AS $$
DECLARE
  j jobs;
  was_settled boolean;
  moment timestamptz;
BEGIN
  -- The order of locks, as everywhere: the wallet, then the job.
  IF capture IS NOT NULL THEN
    SELECT * INTO captured, returned, available, was_settled, moment FROM ledger_settle(job, capture);
  END IF;
  SELECT * INTO j FROM jobs WHERE id = job FOR UPDATE;
  -- The 24-hour rule settles by the highest count, so that it is kept while the job waits.
  IF j.state = 'checking' AND capture IS NULL AND end_impressions > j.impressions THEN
    UPDATE jobs SET impressions = end_impressions WHERE id = job RETURNING * INTO j;
  END IF;
  repeated := j.settled_at IS NOT NULL
    OR (capture IS NULL AND j.state NOT IN ('held', 'printing', 'stalled'));
  IF capture IS NOT NULL AND repeated <> was_settled THEN
    RAISE EXCEPTION 'Of job % and its hold, only one was settled before', job;
  END IF;
  IF NOT repeated THEN
    IF (j.impressions, j.counting) IS DISTINCT FROM (seen_impressions, seen_counting) THEN
      RAISE EXCEPTION 'Job % changed meanwhile', job USING ERRCODE = '40001';
    END IF;
    UPDATE jobs SET state = end_state, outcome = end_outcome, reason = end_reason,
      impressions = end_impressions, counting = end_counting, captured_minor = captured,
      returned_minor = returned, captured_pages = pages,
      document_pages = (SELECT r.keep_pages FROM document_revisions r
        WHERE r.document_id = j.document_id AND r.revision = j.revision AND r.based_on = 1),
      captured_color_pages = CASE WHEN pages IS NOT NULL THEN
        (SELECT count(*) FROM unnest(j.color_pages) AS page WHERE page <= pages) END,
      counted_short = short, ended_at = coalesce(ended_at, app_now()), settled_at = moment
    WHERE id = job RETURNING * INTO j;
    -- The panel's idle time begins when its job ends.
    UPDATE panel_sessions s SET touched_at = app_now() FROM releases r
    WHERE r.id = j.release_id AND s.id = r.panel_session_id AND s.ended_at IS NULL;
  END IF;
  IF NOT repeated AND capture IS NULL THEN
    -- With the last job at work, pages of the jobs that ended before are left out: this one may have been it.
    PERFORM leave_out_printed(j, leave);
  END IF;
  IF NOT repeated AND capture IS NOT NULL THEN
    -- A document whose row is gone stops no settlement. It counts as printed when pages of each copy came
    -- out.
    UPDATE documents SET open_jobs = open_jobs - 1,
      printed_at = CASE WHEN printed AND NOT EXISTS (
        SELECT FROM jobs c
        WHERE j.copies > 1 AND c.release_id = j.release_id AND c.document_id = j.document_id AND c.id <> job
          AND coalesce(c.captured_pages, 0) = 0) THEN app_now() ELSE printed_at END
    WHERE id = j.document_id;
    PERFORM leave_out_printed(j, leave);
    INSERT INTO outbox (subject, body) VALUES ('print.job.settled',
      jsonb_build_object('jobId', job, 'ownerId', j.owner_id, 'printerId', j.printer_id));
  END IF;
  state := j.state;
  impressions := j.impressions;
  captured := j.captured_minor;
  returned := j.returned_minor;
  SELECT w.posted_minor - w.held_minor INTO available FROM ledger_accounts w
  WHERE w.kind = 'wallet' AND w.owner_id = j.owner_id AND w.currency = j.currency;
END $$;

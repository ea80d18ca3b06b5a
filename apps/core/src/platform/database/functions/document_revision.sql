-- These functions check changes of rows of document_revisions. The triggers call one for each kind of change.

-- A revision moves forward only: the same table of moves as revision-state.ts.
CREATE OR REPLACE FUNCTION document_revision_moves()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN
     (('awaiting-upload', 'uploaded'), ('uploaded', 'ready'), ('uploaded', 'failed')) THEN
    RAISE EXCEPTION 'document revision: % cannot become %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- Refuses to set `handed_out_at` a second time, or for a revision that is not uploaded.
CREATE OR REPLACE FUNCTION document_revision_once()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'document revision: handed out already' USING ERRCODE = 'check_violation';
END $$;

-- The number of the attempt only rises by one, while a revision is handed out and has no result yet.
CREATE OR REPLACE FUNCTION document_revision_attempts()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.handed_out_at IS NULL OR (OLD.state, NEW.state) <> ('uploaded', 'uploaded')
     OR NEW.attempt <> OLD.attempt + 1 THEN
    RAISE EXCEPTION 'document revision: attempt % cannot follow %', NEW.attempt, OLD.attempt
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

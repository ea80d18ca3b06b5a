-- Settles the hold of a job: `capture` goes to revenue, the rest can be spent again. A second call for the
-- same job changes nothing, and returns the result of the first (`repeated`).
CREATE OR REPLACE FUNCTION ledger_settle(
  job uuid, capture bigint, OUT captured bigint, OUT returned bigint, OUT available bigint,
  OUT repeated boolean, OUT settled_at timestamp with time zone
)
RETURNS record LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  hold transfers;
BEGIN
  SELECT * INTO hold FROM transfers WHERE job_id = job AND kind = 'hold';
  IF NOT FOUND THEN RAISE EXCEPTION 'Job % has no hold to settle', job; END IF;
  INSERT INTO settlements (hold_id, held_minor, captured_minor, returned_minor)
  VALUES (hold.id, hold.amount_minor, capture, hold.amount_minor - capture)
  ON CONFLICT (hold_id) DO NOTHING RETURNING created_at INTO settled_at;
  repeated := NOT FOUND;
  IF repeated THEN
    SELECT s.captured_minor, s.returned_minor, w.posted_minor - w.held_minor, s.created_at
    INTO STRICT captured, returned, available, settled_at
    FROM settlements s, ledger_accounts w WHERE s.hold_id = hold.id AND w.id = hold.debit_id;
    RETURN;
  END IF;
  captured := capture;
  returned := hold.amount_minor - capture;
  UPDATE ledger_accounts
  SET posted_minor = posted_minor - capture, held_minor = held_minor - hold.amount_minor
  WHERE id = hold.debit_id RETURNING posted_minor - held_minor INTO STRICT available;
END $$;

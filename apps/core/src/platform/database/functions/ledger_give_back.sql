-- Moves part of what a settled job captured back to its wallet, never more than the job captured. `once` is
-- the idempotency key of the transfer. Returns false when it was used before.
CREATE OR REPLACE FUNCTION ledger_give_back(job uuid, amount bigint, once text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  hold transfers;
  left_of_it bigint;
BEGIN
  SELECT * INTO hold FROM transfers WHERE job_id = job AND kind = 'hold';
  IF NOT FOUND THEN RAISE EXCEPTION 'Job % has no hold', job; END IF;
  -- Serialised with other give-backs of this job by the row of its settlement.
  SELECT captured_minor INTO left_of_it FROM settlements WHERE hold_id = hold.id FOR UPDATE;
  SELECT coalesce(left_of_it, 0) - coalesce(sum(amount_minor), 0) INTO left_of_it
  FROM transfers WHERE job_id = job AND kind = 'give-back';
  IF EXISTS (SELECT FROM transfers WHERE key = once) THEN RETURN false; END IF;
  IF amount > left_of_it THEN RAISE EXCEPTION 'credits.more-than-captured' USING ERRCODE = 'SX001'; END IF;
  INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, job_id, key)
  VALUES ('give-back', hold.credit_id, hold.debit_id, hold.currency, amount, job, once);
  UPDATE ledger_accounts SET posted_minor = posted_minor + amount WHERE id = hold.debit_id;
  RETURN true;
END $$;

-- Holds the price of each job in the currency `money`, all of them or none, and returns the amount that the
-- wallet can spend after it. A job that has a hold already keeps it, and nothing more is held. Raises
-- credits.insufficient.
CREATE OR REPLACE FUNCTION ledger_hold(whose uuid, money text, jobs uuid[], amounts bigint[])
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet bigint := ledger_wallet(whose, money);
  total bigint;
  available bigint;
BEGIN
  WITH made AS (
    INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, job_id)
    SELECT 'hold', wallet, revenue.id, money, held.amount, held.job
    FROM unnest(jobs, amounts) AS held (job, amount), ledger_accounts revenue
    WHERE revenue.kind = 'revenue' AND revenue.currency = money
    ON CONFLICT (job_id) WHERE kind = 'hold' DO NOTHING RETURNING amount_minor
  )
  SELECT coalesce(sum(amount_minor), 0) INTO total FROM made;
  UPDATE ledger_accounts SET held_minor = held_minor + total
  WHERE id = wallet AND posted_minor - held_minor >= total
  RETURNING posted_minor - held_minor INTO available;
  IF NOT FOUND THEN RAISE EXCEPTION 'credits.insufficient' USING ERRCODE = 'SX001'; END IF;
  RETURN available;
END $$;

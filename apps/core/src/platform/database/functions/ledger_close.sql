-- Writes a checkpoint: every transfer up to `through` was verified. Refuses while rows up to `through` may
-- still appear: every hold must be settled, and every transfer must be at least an hour old, because no
-- transaction runs that long. `moved` is what all wallets gained together, by currency.
CREATE OR REPLACE FUNCTION ledger_close(through bigint)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  after bigint := coalesce((SELECT max(through_id) FROM ledger_checkpoints), 0);
BEGIN
  IF through <= after THEN RETURN; END IF;
  IF NOT EXISTS (SELECT FROM transfers WHERE id = through) OR EXISTS (
    SELECT FROM transfers t WHERE id > after AND id <= through
      AND (created_at > (SELECT app_now()) - interval '1 hour'
           OR (kind = 'hold' AND NOT EXISTS (SELECT FROM settlements s WHERE s.hold_id = t.id))))
  THEN RAISE EXCEPTION 'Not everything up to transfer % is closed', through; END IF;
  INSERT INTO ledger_checkpoints (after_id, through_id, through_at, digest, moved)
  SELECT after, through, (SELECT max(created_at) FROM transfers WHERE id > after AND id <= through),
         ledger_digest(after, through),
         (SELECT coalesce(jsonb_object_agg(currency, total), '{}') FROM (
            SELECT currency,
                   sum(CASE WHEN credit_id = wallet_id THEN amount_minor ELSE -amount_minor END) AS total
            FROM ledger_movements
            WHERE transfer_id > after AND transfer_id <= through AND wallet_id IS NOT NULL
            GROUP BY currency) totals)
  ON CONFLICT DO NOTHING;
END $$;

-- A digest of these transfers and their settlements. It does not depend on the order in which they are read.
CREATE OR REPLACE FUNCTION ledger_digest(after bigint, through bigint)
RETURNS numeric LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
SELECT coalesce(sum(('x' || left(md5(line), 15))::bit(60)::bigint), 0) FROM (
  SELECT concat_ws(' ', id, kind, debit_id, credit_id, currency, amount_minor, coalesce(job_id::text, '-'),
                   coalesce(key, '-'), extract(epoch FROM created_at)) AS line
  FROM transfers WHERE id > after AND id <= through
  UNION ALL
  SELECT concat_ws(' ', hold_id, held_minor, captured_minor, returned_minor, extract(epoch FROM created_at))
  FROM settlements WHERE hold_id > after AND hold_id <= through
) lines $$;

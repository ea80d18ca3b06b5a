-- Transfers that belong to no job. `once` is the idempotency key of a transfer: each is used for one transfer
-- only.

-- A transfer to or from a wallet. Returns false when the key was used before. Raises credits.insufficient.
CREATE OR REPLACE FUNCTION ledger_post(what text, whose uuid, money text, amount bigint, once text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet bigint;
  other bigint;
  is_credit boolean;
BEGIN
  SELECT account.id, k.credit = 'wallet' INTO other, is_credit
  FROM transfer_kinds k JOIN ledger_accounts account ON account.currency = money
    AND account.kind = CASE WHEN k.debit = 'wallet' THEN k.credit ELSE k.debit END
  WHERE k.kind = what AND NOT k.of_job AND 'wallet' IN (k.debit, k.credit);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Transfers of kind % do not move money of a wallet without a job, or % has no accounts',
      what, money;
  END IF;
  wallet := ledger_wallet(whose, money);
  INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, key)
  VALUES (what, CASE WHEN is_credit THEN other ELSE wallet END,
          CASE WHEN is_credit THEN wallet ELSE other END, money, amount, once)
  ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE ledger_accounts SET posted_minor = posted_minor + CASE WHEN is_credit THEN amount ELSE -amount END
  WHERE id = wallet AND (is_credit OR posted_minor - held_minor >= amount);
  IF NOT FOUND THEN RAISE EXCEPTION 'credits.insufficient' USING ERRCODE = 'SX001'; END IF;
  RETURN true;
END $$;

-- A transfer from a wallet: as much as it can spend, at most `most`. Returns the taken amount. If that is 0,
-- no transfer is written, so the caller must store in a row of its own that it has taken.
CREATE OR REPLACE FUNCTION ledger_take(what text, whose uuid, money text, most bigint, once text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet bigint := ledger_wallet(whose, money);
  taken bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM transfer_kinds k
      WHERE k.kind = what AND k.debit = 'wallet' AND NOT k.of_job) THEN
    RAISE EXCEPTION 'Transfers of kind % do not take money from a wallet without a job', what;
  END IF;
  SELECT least(most, posted_minor - held_minor) INTO STRICT taken
  FROM ledger_accounts WHERE id = wallet FOR UPDATE;
  IF EXISTS (SELECT FROM transfers WHERE key = once) THEN
    RAISE EXCEPTION 'The key % was used before', once;
  END IF;
  IF taken > 0 THEN PERFORM ledger_post(what, whose, money, taken, once); END IF;
  RETURN greatest(taken, 0);
END $$;

-- A transfer between two of the service's own accounts. Returns false when the key was used before.
CREATE OR REPLACE FUNCTION ledger_book(what text, money text, amount bigint, once text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM transfer_kinds k
      WHERE k.kind = what AND 'wallet' NOT IN (k.debit, k.credit)) THEN
    RAISE EXCEPTION 'Transfers of kind % are not between two of the service''s own accounts', what;
  END IF;
  INSERT INTO transfers (kind, debit_id, credit_id, currency, amount_minor, key)
  SELECT k.kind, d.id, c.id, money, amount, once FROM transfer_kinds k
  JOIN ledger_accounts d ON d.kind = k.debit AND d.currency = money
  JOIN ledger_accounts c ON c.kind = k.credit AND c.currency = money WHERE k.kind = what
  ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING;
  RETURN FOUND;
END $$;

-- Returns the wallet of a person in a currency; creates it when there is none.
CREATE OR REPLACE FUNCTION ledger_wallet(whose uuid, money text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wallet bigint;
BEGIN
  SELECT id INTO wallet FROM ledger_accounts WHERE kind = 'wallet' AND owner_id = whose AND currency = money;
  IF FOUND THEN RETURN wallet; END IF;
  INSERT INTO ledger_accounts (kind, owner_id, currency, posted_minor, held_minor)
  VALUES ('wallet', whose, money, 0, 0) ON CONFLICT DO NOTHING;
  SELECT id INTO STRICT wallet FROM ledger_accounts
  WHERE kind = 'wallet' AND owner_id = whose AND currency = money;
  RETURN wallet;
END $$;

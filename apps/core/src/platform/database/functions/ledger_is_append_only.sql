-- Refuses to change or remove a row of the ledger, for the owner of the tables too. The triggers say for
-- which changes it is called: only the two stored balances of a wallet may change.
CREATE OR REPLACE FUNCTION ledger_is_append_only()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The ledger is append-only: % on % is refused', TG_OP, TG_TABLE_NAME;
END $$;

-- Locks the wallets of a person until the transaction ends. The role of the service may not lock rows of a
-- table that it may not change.
CREATE OR REPLACE FUNCTION ledger_lock(whose uuid)
RETURNS TABLE(money text, posted bigint) LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
SELECT currency, posted_minor FROM ledger_accounts
WHERE kind = 'wallet' AND owner_id = whose ORDER BY currency FOR UPDATE $$;

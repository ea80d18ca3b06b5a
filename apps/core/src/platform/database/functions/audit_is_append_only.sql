-- Refuses UPDATE, DELETE, and TRUNCATE of the audit, for the owner of the table too.
CREATE OR REPLACE FUNCTION audit_is_append_only()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit is append-only: % is refused', TG_OP;
END $$;

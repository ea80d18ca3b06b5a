-- The clock of the service: every lifetime and every deadline in SQL uses it. Only tests write `clock_shift`,
-- to let 72 hours pass without changing other rows; in production the table is empty.
CREATE OR REPLACE FUNCTION app_now()
RETURNS timestamp with time zone LANGUAGE sql STABLE AS $$
SELECT clock_timestamp() + coalesce((SELECT shift FROM clock_shift), interval '0') $$;

-- The clock of the service: every lifetime and every deadline in SQL asks it. Only tests write `clock_shift`,
-- so that they live through 72 hours without touching a row; elsewhere the table is empty.
CREATE OR REPLACE FUNCTION app_now()
RETURNS timestamp with time zone LANGUAGE sql STABLE AS $$
SELECT clock_timestamp() + coalesce((SELECT shift FROM clock_shift), interval '0') $$;

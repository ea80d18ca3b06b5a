-- The two roles of the service: one owns the database and runs its migrations, one is what the service connects as, and
-- may no more than migrations grant it (apps/core/src/platform/database/grants.ts). For a superuser, in the service's database;
-- safe to repeat. What other roles have made there before belongs to the owner from then on.
--
--   psql --variable owner_password=… --variable app_password=… --file roles.sql <the database's address>
--
-- The embedded server reads this file too, one statement up to each blank line.

DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY ARRAY['sixpence_owner', 'sixpence_app'] LOOP
    IF to_regrole(role) IS NULL THEN
      EXECUTE format('CREATE ROLE %I', role);
    END IF;
    EXECUTE format('ALTER ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS', role);
  END LOOP;
END $$;

ALTER ROLE sixpence_owner PASSWORD :'owner_password';

ALTER ROLE sixpence_app PASSWORD :'app_password';

DO $$
DECLARE
  thing text;
BEGIN
  EXECUTE format('ALTER DATABASE %I OWNER TO sixpence_owner', current_database());
  FOR thing IN
    SELECT format('TABLE %s', oid::regclass) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
      AND relowner <> 'sixpence_owner'::regrole
    UNION ALL
    SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND proowner <> 'sixpence_owner'::regrole
  LOOP
    EXECUTE format('ALTER %s OWNER TO sixpence_owner', thing);
  END LOOP;
END $$;

-- The two roles of the service. The owner owns the database and runs its migrations. The service connects as
-- the other role, which has only the rights that migrations grant
-- (apps/core/src/platform/database/grants.ts). A superuser runs this file in the service's database; running
-- it again is safe. Objects that other roles made there before belong to the owner afterwards.
--
--   psql --variable owner_password=… --variable app_password=… --file roles.sql <the database's address>
--
-- The embedded server runs this file too. It splits the file at blank lines, so a blank line follows each
-- statement, and no statement contains one.

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

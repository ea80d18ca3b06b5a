-- Stores the id of each session that ends, for any reason. Cores with open sockets read the latest ids from
-- this table.
CREATE OR REPLACE FUNCTION sessions_ended()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ended_sessions (session_id) SELECT id FROM ended ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Writes each session that ends, however it ends: cores that hold its sockets read the latest ends from here.
CREATE OR REPLACE FUNCTION sessions_ended()
RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ended_sessions (session_id) SELECT id FROM ended ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

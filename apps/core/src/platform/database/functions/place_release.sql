-- A whole press of PRINT in one call: holds the price, and writes the release and its jobs. It computes no
-- price: prices come in `lines`. It checks that the values from which they were computed have not changed,
-- and refuses the whole release otherwise. Locks: wallet, panel session, documents by id. Raises
-- credits.insufficient, panel-session.ended, quote.changed.
CREATE OR REPLACE FUNCTION place_release(
  release uuid, agent uuid, session uuid, whose uuid, printer uuid, money text, count_by text, lines jsonb,
  OUT available bigint, OUT now timestamp with time zone
)
RETURNS record LANGUAGE plpgsql AS $$
DECLARE
  found_lines int;
BEGIN
  available := ledger_hold(whose, money,
    ARRAY(SELECT (line->>'jobId')::uuid
      FROM jsonb_array_elements(lines) WITH ORDINALITY AS l (line, n) ORDER BY n),
    ARRAY(SELECT (line->>'heldMinor')::bigint
      FROM jsonb_array_elements(lines) WITH ORDINALITY AS l (line, n) ORDER BY n));

  UPDATE panel_sessions SET touched_at = app_now()
  WHERE id = session AND agent_id = agent AND owner_id = whose AND printer_id = printer
    AND ended_at IS NULL AND NOT closing;
  IF NOT FOUND THEN RAISE EXCEPTION 'panel-session.ended' USING ERRCODE = 'SX001'; END IF;

  INSERT INTO releases (id, agent_id, panel_session_id, owner_id, printer_id)
  VALUES (release, agent, session, whose, printer) ON CONFLICT DO NOTHING;
  -- Serialised with the same press by its id: the second is run again and finds the answer of the first.
  IF NOT FOUND THEN RAISE EXCEPTION 'Release % exists already', release USING ERRCODE = '40001'; END IF;

  -- Locked in the order of their ids, as everywhere; then each must still be what the person saw. The lines
  -- of the copies of a document say the same of it, so that one of them is compared.
  PERFORM FROM documents
  WHERE id IN (SELECT (line->>'documentId')::uuid FROM jsonb_array_elements(lines) AS line)
  ORDER BY id FOR UPDATE;
  UPDATE documents d SET open_jobs = d.open_jobs + chosen.copies
  FROM (SELECT DISTINCT ON (l->>'documentId')
      l AS line, count(*) OVER (PARTITION BY l->>'documentId') AS copies
    FROM jsonb_array_elements(lines) AS l) AS chosen
  WHERE d.id = (line->>'documentId')::uuid AND d.owner_id = whose
    AND d.deleted_at IS NULL AND d.expires_at > app_now()
    AND d.side = line->>'chosenSide' AND d.is_color = (line->>'choseColor')::boolean
    AND EXISTS (SELECT FROM document_revisions r
      WHERE r.document_id = d.id AND r.revision = (line->>'revision')::int AND r.state = 'ready')
    AND NOT EXISTS (SELECT FROM document_revisions newer
      WHERE newer.document_id = d.id AND newer.revision > (line->>'revision')::int
        AND (newer.state <> 'failed' OR newer.is_rest));
  GET DIAGNOSTICS found_lines = ROW_COUNT;
  IF found_lines <> (SELECT count(DISTINCT line->>'documentId') FROM jsonb_array_elements(lines) AS line) THEN
    RAISE EXCEPTION 'quote.changed' USING ERRCODE = 'SX001';
  END IF;

  INSERT INTO jobs (id, release_id, position, owner_id, printer_id, agent_id, document_id, revision,
                    file_name, copy_number, copies, side, is_color, counting, currency, unit_prices,
                    color_pages, held_minor)
  SELECT (line->>'jobId')::uuid, release, n - 1, whose, printer, agent, (line->>'documentId')::uuid,
         (line->>'revision')::int, line->>'fileName',
         coalesce((line->>'copyNumber')::int, 1), coalesce((line->>'copies')::int, 1),
         line->>'side', (line->>'isColor')::boolean, count_by, money,
         ARRAY(SELECT jsonb_array_elements_text(line->'unitPrices')::int),
         -- A line without `colorPages` has none.
         ARRAY(SELECT jsonb_array_elements_text(line->'colorPages')::int), (line->>'heldMinor')::bigint
  FROM jsonb_array_elements(lines) WITH ORDINALITY AS l (line, n);

  INSERT INTO outbox (subject, body)
  VALUES ('print.release.held',
          jsonb_build_object('releaseId', release, 'ownerId', whose, 'printerId', printer));
  now := app_now();
END $$;

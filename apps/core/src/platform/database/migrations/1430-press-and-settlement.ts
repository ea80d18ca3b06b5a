import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A whole press of PRINT, and a whole settlement, in one call each. They decide nothing: what documents cost and what an
 * ending costs is worked out before, from what was read; the functions see to it that this is still so, and write.
 */
export class PressAndSettlement1430 implements MigrationInterface {
  readonly name = 'PressAndSettlement1763600001430';

  async up(db: QueryRunner): Promise<void> {
    await createPlaceRelease(db);
    await createSettleJob(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION place_release, settle_job');
  }
}

/** Locks in the order of everybody: wallet, session, documents by id. Whatever does not hold any more undoes all of it. */
async function createPlaceRelease(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE FUNCTION place_release(release uuid, agent uuid, session uuid, whose uuid, printer uuid, money text,
      count_by text, lines jsonb, OUT available bigint, OUT now timestamptz) LANGUAGE plpgsql AS $$
    DECLARE
      found_lines int;
    BEGIN
      available := ledger_hold(whose, money,
        ARRAY(SELECT (line->>'jobId')::uuid FROM jsonb_array_elements(lines) WITH ORDINALITY AS l (line, n) ORDER BY n),
        ARRAY(SELECT (line->>'heldMinor')::bigint FROM jsonb_array_elements(lines) WITH ORDINALITY AS l (line, n) ORDER BY n));

      UPDATE panel_sessions SET touched_at = app_now()
      WHERE id = session AND agent_id = agent AND owner_id = whose AND printer_id = printer
        AND ended_at IS NULL AND NOT closing;
      IF NOT FOUND THEN RAISE EXCEPTION 'panel-session.ended' USING ERRCODE = 'SX001'; END IF;

      INSERT INTO releases (id, agent_id, panel_session_id, owner_id, printer_id)
      VALUES (release, agent, session, whose, printer) ON CONFLICT DO NOTHING;
      -- Asked twice at one moment: the second tries again, and finds what the first was answered.
      IF NOT FOUND THEN RAISE EXCEPTION 'Release % is there', release USING ERRCODE = '40001'; END IF;

      -- Locked in the order of their ids, as everywhere; then each must still be what the person saw.
      PERFORM FROM documents WHERE id IN (SELECT (line->>'documentId')::uuid FROM jsonb_array_elements(lines) AS line)
      ORDER BY id FOR UPDATE;
      UPDATE documents d SET open_jobs = d.open_jobs + 1
      FROM jsonb_array_elements(lines) AS line
      WHERE d.id = (line->>'documentId')::uuid AND d.owner_id = whose
        AND d.deleted_at IS NULL AND d.expires_at > app_now()
        AND d.side = line->>'chosenSide' AND d.is_color = (line->>'choseColor')::boolean
        AND EXISTS (SELECT FROM document_revisions r
          WHERE r.document_id = d.id AND r.revision = (line->>'revision')::int AND r.state = 'ready')
        AND NOT EXISTS (SELECT FROM document_revisions newer
          WHERE newer.document_id = d.id AND newer.revision > (line->>'revision')::int AND newer.state <> 'failed');
      GET DIAGNOSTICS found_lines = ROW_COUNT;
      IF found_lines <> jsonb_array_length(lines) THEN
        RAISE EXCEPTION 'quote.changed' USING ERRCODE = 'SX001';
      END IF;

      INSERT INTO jobs (id, release_id, position, owner_id, printer_id, agent_id, document_id, revision, file_name,
                        side, is_color, counting, currency, unit_prices, held_minor)
      SELECT (line->>'jobId')::uuid, release, n - 1, whose, printer, agent, (line->>'documentId')::uuid,
             (line->>'revision')::int, line->>'fileName', line->>'side', (line->>'isColor')::boolean, count_by, money,
             ARRAY(SELECT jsonb_array_elements_text(line->'unitPrices')::int), (line->>'heldMinor')::bigint
      FROM jsonb_array_elements(lines) WITH ORDINALITY AS l (line, n);

      INSERT INTO outbox (subject, body)
      VALUES ('print.release.held', jsonb_build_object('releaseId', release, 'ownerId', whose, 'printerId', printer));
      now := app_now();
    END $$`);
}

/**
 * `seen` is what the ending was worked out from: the job's impressions and how they are counted. A job that has ended, or
 * waits to be checked and is to wait again, stays as it is and answers so; `capture` is null when nobody can tell yet.
 */
async function createSettleJob(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE FUNCTION settle_job(job uuid, seen_impressions int, seen_counting text, end_state text, end_outcome text,
      end_reason text, end_impressions int, end_counting text, capture bigint, short boolean, printed boolean,
      OUT state text, OUT impressions int, OUT captured bigint, OUT returned bigint, OUT available bigint,
      OUT repeated boolean) LANGUAGE plpgsql AS $$
    DECLARE
      j jobs;
      was_settled boolean;
    BEGIN
      -- Locks in the order of everybody: the wallet, then the job.
      IF capture IS NOT NULL THEN
        SELECT * INTO captured, returned, available, was_settled FROM ledger_settle(job, capture);
      END IF;
      SELECT * INTO j FROM jobs WHERE id = job FOR UPDATE;
      repeated := j.settled_at IS NOT NULL OR (capture IS NULL AND j.state NOT IN ('held', 'printing', 'stalled'));
      IF capture IS NOT NULL AND repeated <> was_settled THEN
        RAISE EXCEPTION 'Job % and its hold tell different stories', job;
      END IF;
      IF NOT repeated THEN
        IF (j.impressions, j.counting) IS DISTINCT FROM (seen_impressions, seen_counting) THEN
          RAISE EXCEPTION 'Job % moved meanwhile', job USING ERRCODE = '40001';
        END IF;
        UPDATE jobs SET state = end_state, outcome = end_outcome, reason = end_reason, impressions = end_impressions,
          counting = end_counting, captured_minor = captured, returned_minor = returned,
          counted_short = short, ended_at = coalesce(ended_at, app_now()),
          settled_at = CASE WHEN capture IS NOT NULL THEN app_now() END
        WHERE id = job RETURNING * INTO j;
        -- The panel's idle time begins when its job ends.
        UPDATE panel_sessions s SET touched_at = app_now() FROM releases r
        WHERE r.id = j.release_id AND s.id = r.panel_session_id AND s.ended_at IS NULL;
      END IF;
      IF NOT repeated AND capture IS NOT NULL THEN
        -- A document whose row is missing keeps nobody's money.
        UPDATE documents SET open_jobs = open_jobs - 1,
          printed_at = CASE WHEN printed THEN app_now() ELSE printed_at END
        WHERE id = j.document_id;
        INSERT INTO outbox (subject, body) VALUES ('print.job.settled',
          jsonb_build_object('jobId', job, 'ownerId', j.owner_id, 'printerId', j.printer_id));
      END IF;
      state := j.state;
      impressions := j.impressions;
      captured := j.captured_minor;
      returned := j.returned_minor;
      SELECT w.posted_minor - w.held_minor INTO available FROM ledger_accounts w
      WHERE w.kind = 'wallet' AND w.owner_id = j.owner_id AND w.currency = j.currency;
    END $$`);
}

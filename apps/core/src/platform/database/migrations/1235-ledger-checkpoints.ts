import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the ledger was verified, so that a night reads what is new, and which nights have been looked at. */
export class LedgerCheckpoints1235 implements MigrationInterface {
  readonly name = 'LedgerCheckpoints1763600001235';

  async up(db: QueryRunner): Promise<void> {
    await createTables(db);
    await createDigest(db);
    await createClose(db);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION ledger_close, ledger_digest');
    await db.query('DROP TABLE ledger_checkpoints, verifications');
  }
}

async function createTables(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE TABLE ledger_checkpoints (
      after_id bigint PRIMARY KEY,
      through_id bigint NOT NULL CHECK (through_id > after_id),
      through_at timestamptz NOT NULL,
      digest numeric NOT NULL,
      moved jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT app_now()
    )`);
  await db.query(`
    CREATE TRIGGER ledger_checkpoints_append_only BEFORE UPDATE OR DELETE ON ledger_checkpoints
    FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only()`);
  await db.query(`
    CREATE TRIGGER ledger_checkpoints_no_truncate BEFORE TRUNCATE ON ledger_checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only()`);
  await db.query(`
    CREATE TABLE verifications (
      night date PRIMARY KEY,
      begun_at timestamptz NOT NULL,
      finished_at timestamptz,
      breaches int
    )`);
}

/** A number of all that stands in these transfers and their settlements, in whatever order they are read. */
async function createDigest(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE FUNCTION ledger_digest(after bigint, through bigint) RETURNS numeric
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
      SELECT coalesce(sum(('x' || left(md5(line), 15))::bit(60)::bigint), 0) FROM (
        SELECT concat_ws(' ', id, kind, debit_id, credit_id, currency, amount_minor, coalesce(job_id::text, '-'),
                         coalesce(key, '-'), extract(epoch FROM created_at)) AS line
        FROM transfers WHERE id > after AND id <= through
        UNION ALL
        SELECT concat_ws(' ', hold_id, held_minor, captured_minor, returned_minor, extract(epoch FROM created_at))
        FROM settlements WHERE hold_id > after AND hold_id <= through
      ) lines $$`);
}

/**
 * Writes down that all up to this transfer was verified. Only what can change no more is closed: every hold is settled,
 * and no transaction that began then still runs. `moved` is what wallets have gained, by currency.
 */
async function createClose(db: QueryRunner): Promise<void> {
  await db.query(`
    CREATE FUNCTION ledger_close(through bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      after bigint := coalesce((SELECT max(through_id) FROM ledger_checkpoints), 0);
    BEGIN
      IF through <= after THEN RETURN; END IF;
      IF NOT EXISTS (SELECT FROM transfers WHERE id = through) OR EXISTS (
        SELECT FROM transfers t WHERE id > after AND id <= through
          AND (created_at > (SELECT app_now()) - interval '1 hour'
               OR (kind = 'hold' AND NOT EXISTS (SELECT FROM settlements s WHERE s.hold_id = t.id))))
      THEN RAISE EXCEPTION 'Not everything up to transfer % is closed', through; END IF;
      INSERT INTO ledger_checkpoints (after_id, through_id, through_at, digest, moved)
      SELECT after, through, (SELECT max(created_at) FROM transfers WHERE id > after AND id <= through),
             ledger_digest(after, through),
             (SELECT coalesce(jsonb_object_agg(currency, total), '{}') FROM (
                SELECT currency, sum(CASE WHEN credit_id = wallet_id THEN amount_minor ELSE -amount_minor END) AS total
                FROM ledger_movements WHERE transfer_id > after AND transfer_id <= through AND wallet_id IS NOT NULL
                GROUP BY currency) totals)
      ON CONFLICT DO NOTHING;
    END $$`);
}

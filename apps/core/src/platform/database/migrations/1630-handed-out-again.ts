import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A revision that nobody finished is handed to the converters again, with a number that only rises. Its first turn keeps
 * its moment: from that one it is known how long it has waited.
 */
export class HandedOutAgain1630 implements MigrationInterface {
  readonly name = 'HandedOutAgain1763600001630';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE document_revisions
        ADD COLUMN attempt integer NOT NULL DEFAULT 1,
        ADD COLUMN handed_out_again_at timestamptz`);
    await db.query('DROP TRIGGER document_revision_moves ON document_revisions');
    await db.query(`
      CREATE TRIGGER document_revision_moves BEFORE UPDATE ON document_revisions
      FOR EACH ROW WHEN (NEW.handed_out_at IS NOT DISTINCT FROM OLD.handed_out_at AND NEW.attempt = OLD.attempt)
      EXECUTE FUNCTION document_revision_moves()`);
    await db.query(`
      CREATE FUNCTION document_revision_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.handed_out_at IS NULL OR (OLD.state, NEW.state) <> ('uploaded', 'uploaded')
           OR NEW.attempt <> OLD.attempt + 1 THEN
          RAISE EXCEPTION 'document revision: attempt % cannot follow %', NEW.attempt, OLD.attempt
            USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $$`);
    await db.query(`
      CREATE TRIGGER document_revision_attempts BEFORE UPDATE ON document_revisions
      FOR EACH ROW WHEN (NEW.attempt <> OLD.attempt) EXECUTE FUNCTION document_revision_attempts()`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TRIGGER document_revision_attempts ON document_revisions');
    await db.query('DROP FUNCTION document_revision_attempts');
    await db.query('DROP TRIGGER document_revision_moves ON document_revisions');
    await db.query(`
      CREATE TRIGGER document_revision_moves BEFORE UPDATE ON document_revisions
      FOR EACH ROW WHEN (NEW.handed_out_at IS NOT DISTINCT FROM OLD.handed_out_at)
      EXECUTE FUNCTION document_revision_moves()`);
    await db.query('ALTER TABLE document_revisions DROP COLUMN attempt, DROP COLUMN handed_out_again_at');
  }
}

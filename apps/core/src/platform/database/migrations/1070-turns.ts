import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a revision was handed to the converters, and when they answered. */
export class Turns1070 implements MigrationInterface {
  readonly name = 'Turns1763600001070';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE document_revisions
        ADD COLUMN handed_out_at timestamptz,
        ADD COLUMN answered_at timestamptz`);

    // Handing a revision out leaves its state as it is, which the table of moves would refuse. So the trigger does not run
    // for that change.
    await db.query('DROP TRIGGER document_revision_moves ON document_revisions');
    await db.query(`UPDATE document_revisions SET handed_out_at = app_now() WHERE state = 'uploaded'`);
    await db.query(`
      CREATE TRIGGER document_revision_moves BEFORE UPDATE ON document_revisions
      FOR EACH ROW WHEN (NEW.handed_out_at IS NOT DISTINCT FROM OLD.handed_out_at)
      EXECUTE FUNCTION document_revision_moves()`);

    await db.query(`
      CREATE FUNCTION document_revision_once() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'document revision: handed out already' USING ERRCODE = 'check_violation';
      END $$`);
    await db.query(`
      CREATE TRIGGER document_revision_once BEFORE UPDATE OF handed_out_at ON document_revisions
      FOR EACH ROW WHEN (OLD.handed_out_at IS NOT NULL OR OLD.state <> 'uploaded')
      EXECUTE FUNCTION document_revision_once()`);

    await db.query(`
      CREATE INDEX document_revisions_answered ON document_revisions (answered_at) WHERE answered_at IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX document_revisions_answered');
    await db.query('DROP TRIGGER document_revision_once ON document_revisions');
    await db.query('DROP FUNCTION document_revision_once');
    await db.query('DROP TRIGGER document_revision_moves ON document_revisions');
    await db.query(`
      CREATE TRIGGER document_revision_moves BEFORE UPDATE ON document_revisions
      FOR EACH ROW EXECUTE FUNCTION document_revision_moves()`);
    await db.query('ALTER TABLE document_revisions DROP COLUMN handed_out_at, DROP COLUMN answered_at');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The current revision follows from the revisions' states, which one feature keeps, and is stored no second time. */
export class CurrentRevision1080 implements MigrationInterface {
  readonly name = 'CurrentRevision1763600001080';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE documents DROP COLUMN current_revision');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE documents ADD COLUMN current_revision int NOT NULL DEFAULT 1');
    await db.query(`
      UPDATE documents d SET current_revision = coalesce(
        (SELECT max(revision) FROM document_revisions WHERE document_id = d.id AND state = 'ready'), 1)`);
  }
}

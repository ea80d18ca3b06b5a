import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the removal of a document's key and bytes failed last. */
export class Removals1075 implements MigrationInterface {
  readonly name = 'Removals1763600001075';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE documents ADD COLUMN removal_failed_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE documents DROP COLUMN removal_failed_at');
  }
}

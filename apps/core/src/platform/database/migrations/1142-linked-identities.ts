import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether an identity was linked to an account that was there before, or made it. */
export class LinkedIdentities1142 implements MigrationInterface {
  readonly name = 'LinkedIdentities1763600001142';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identities ADD COLUMN is_linked boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identities DROP COLUMN is_linked');
  }
}

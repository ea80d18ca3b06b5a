import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Somebody who has left stays as a pseudonym, because jobs and the ledger point at it. */
export class ErasedPeople1160 implements MigrationInterface {
  readonly name = 'ErasedPeople1763600001160';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE users ADD COLUMN erased_at timestamptz,
        ADD CONSTRAINT users_erased_have_no_way_in
          CHECK (erased_at IS NULL OR (password_hash IS NULL AND locked_at IS NOT NULL))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE users DROP COLUMN erased_at');
  }
}

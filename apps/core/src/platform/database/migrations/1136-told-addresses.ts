import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A network is told about the same address again for nothing: which ones it was told about is kept, as keyed hashes. */
export class ToldAddresses1136 implements MigrationInterface {
  readonly name = 'ToldAddresses1763600001136';

  async up(db: QueryRunner): Promise<void> {
    await db.query('DELETE FROM account_questions');
    await db.query(`
      ALTER TABLE account_questions DROP COLUMN told,
        ADD COLUMN told bytea[] NOT NULL,
        ADD COLUMN refused int NOT NULL DEFAULT 0`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DELETE FROM account_questions');
    await db.query(`
      ALTER TABLE account_questions DROP COLUMN refused, DROP COLUMN told, ADD COLUMN told int NOT NULL`);
  }
}

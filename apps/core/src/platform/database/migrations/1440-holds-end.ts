import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often giving back an overdue hold failed, and when it is tried again. */
export class HoldsEnd1440 implements MigrationInterface {
  readonly name = 'HoldsEnd1763600001440';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE jobs ADD COLUMN give_back_tries int NOT NULL DEFAULT 0,
        ADD COLUMN give_back_next_at timestamptz`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE jobs DROP COLUMN give_back_tries, DROP COLUMN give_back_next_at');
  }
}

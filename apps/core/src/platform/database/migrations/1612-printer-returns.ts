import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a printer stopped taking jobs last, and when it was back: whoever was there meanwhile is told. */
export class PrinterReturns1612 implements MigrationInterface {
  readonly name = 'PrinterReturns1763600001612';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE printers ADD COLUMN troubled_at timestamptz, ADD COLUMN back_at timestamptz;
      CREATE INDEX panel_sessions_of_owner ON panel_sessions (owner_id, created_at);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX panel_sessions_of_owner;
      ALTER TABLE printers DROP COLUMN troubled_at, DROP COLUMN back_at;
    `);
  }
}

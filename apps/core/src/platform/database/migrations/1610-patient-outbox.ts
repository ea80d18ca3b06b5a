import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A fact that cannot be sent is put off and lets the others pass. */
export class PatientOutbox1610 implements MigrationInterface {
  readonly name = 'PatientOutbox1763600001610';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE outbox ADD COLUMN tries integer NOT NULL DEFAULT 0, ADD COLUMN retry_at timestamptz`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE outbox DROP COLUMN tries, DROP COLUMN retry_at');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A panel session that waits for its running job alone: nothing new is printed in it. */
export class ClosingSessions1410 implements MigrationInterface {
  readonly name = 'ClosingSessions1763600001410';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE panel_sessions ADD COLUMN closing boolean NOT NULL DEFAULT false');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE panel_sessions DROP COLUMN closing');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a box was connected last, to any core: a printer whose box is gone is not ready, whatever it said before. */
export class SeenAgents1611 implements MigrationInterface {
  readonly name = 'SeenAgents1763600001611';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE agents ADD COLUMN seen_at timestamptz');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE agents DROP COLUMN seen_at');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which version a box runs, and which number of the contract it speaks: staff see which boxes are behind. */
export class AgentVersions1614 implements MigrationInterface {
  readonly name = 'AgentVersions1763600001614';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE agents ADD COLUMN version text, ADD COLUMN contract integer');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE agents DROP COLUMN version, DROP COLUMN contract');
  }
}

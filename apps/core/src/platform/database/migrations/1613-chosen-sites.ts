import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sites that people want to see before they have printed there. */
export class ChosenSites1613 implements MigrationInterface {
  readonly name = 'ChosenSites1763600001613';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE chosen_sites (
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        site_id uuid NOT NULL REFERENCES sites ON DELETE CASCADE,
        chosen_at timestamptz NOT NULL DEFAULT app_now(),
        PRIMARY KEY (user_id, site_id)
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE chosen_sites');
  }
}

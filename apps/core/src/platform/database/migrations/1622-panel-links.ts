import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links by which staff pair a device with a printer's panel: good once, or, on a developer's machine, for everybody. */
export class PanelLinks1622 implements MigrationInterface {
  readonly name = 'PanelLinks1763600001622';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE panel_links (
        code_hash bytea PRIMARY KEY,
        printer_id uuid NOT NULL REFERENCES printers,
        reusable boolean NOT NULL,
        expires_at timestamptz NOT NULL,
        used_by uuid
      )`);
    await db.query('CREATE INDEX panel_links_ending ON panel_links (expires_at)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE panel_links');
  }
}

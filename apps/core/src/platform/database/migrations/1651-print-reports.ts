import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people say at panels was wrong with what came out. */
export class PrintReports1651 implements MigrationInterface {
  readonly name = 'PrintReports1763600001651';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE print_reports (
        id uuid PRIMARY KEY,
        at timestamptz NOT NULL DEFAULT app_now(),
        job_id uuid NOT NULL REFERENCES jobs,
        fault text NOT NULL,
        closed_at timestamptz,
        closed_with text,
        CONSTRAINT print_reports_once UNIQUE (job_id, fault),
        CHECK ((closed_at IS NULL) = (closed_with IS NULL))
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE print_reports');
  }
}

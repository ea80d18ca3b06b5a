import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A job that was cancelled or aborted at a printer that told no count is counted as one that fell silent. */
export class UncountedJobs1467 implements MigrationInterface {
  readonly name = 'UncountedJobs1763600001467';

  async up(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX jobs_silent');
    await db.query(`
      CREATE INDEX jobs_silent ON jobs (created_at) WHERE impressions = 0
        AND (outcome = 'unknown' OR outcome IN ('canceled', 'aborted') AND counting <> 'impressions')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX jobs_silent');
    await db.query(
      `CREATE INDEX jobs_silent ON jobs (created_at) WHERE outcome = 'unknown' AND impressions = 0`,
    );
  }
}

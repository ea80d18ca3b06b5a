import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What staff decided of jobs whose end only a human knew, and a list of those of which fewer pages were counted. */
export class DecidedJobs1445 implements MigrationInterface {
  readonly name = 'DecidedJobs1763600001445';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE jobs ADD COLUMN decided_pages int
        CHECK (decided_pages BETWEEN 0 AND cardinality(unit_prices)) CHECK (decided_pages IS NULL OR settled_at IS NOT NULL)`);
    await db.query('CREATE INDEX jobs_counted_short ON jobs (settled_at) WHERE counted_short');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX jobs_counted_short');
    await db.query('ALTER TABLE jobs DROP COLUMN decided_pages');
  }
}

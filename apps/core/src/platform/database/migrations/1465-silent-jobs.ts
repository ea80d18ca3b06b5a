import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rewrite } from './rewritten-function.js';

/**
 * A box follows a job that waits to be checked: a count that rises meanwhile is kept, because the 24-hour rule settles by
 * it. Jobs that fell silent before a page was counted are counted by printer and by person.
 */
export class SilentJobs1465 implements MigrationInterface {
  readonly name = 'SilentJobs1763600001465';

  async up(db: QueryRunner): Promise<void> {
    await rewrite(db, 'settle_job', [[before, after]]);
    await db.query(
      `CREATE INDEX jobs_silent ON jobs (created_at) WHERE outcome = 'unknown' AND impressions = 0`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX jobs_silent');
    await rewrite(db, 'settle_job', [[after, before]]);
  }
}

const before = `SELECT * INTO j FROM jobs WHERE id = job FOR UPDATE;
      repeated :=`;

const after = `SELECT * INTO j FROM jobs WHERE id = job FOR UPDATE;
      IF j.state = 'checking' AND capture IS NULL AND end_impressions > j.impressions THEN
        UPDATE jobs SET impressions = end_impressions WHERE id = job RETURNING * INTO j;
      END IF;
      repeated :=`;

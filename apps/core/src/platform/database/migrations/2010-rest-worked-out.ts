import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drops the two functions without the parameter `leave`; `applyFunctions` then creates the ones with it. */
export class RestWorkedOut2010 implements MigrationInterface {
  readonly name = 'RestWorkedOut1763600002010';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP FUNCTION IF EXISTS leave_out_printed(jobs),
        settle_job(uuid, int, text, text, text, text, int, text, int, bigint, boolean, boolean)`);
  }

  /** Does nothing: the earlier version creates its functions when it starts. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

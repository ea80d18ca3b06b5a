import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What remains of a document is handed to these functions, as a further parameter: the ones without it go. */
export class RestWorkedOut2010 implements MigrationInterface {
  readonly name = 'RestWorkedOut1763600002010';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP FUNCTION IF EXISTS leave_out_printed(jobs),
        settle_job(uuid, int, text, text, text, text, int, text, int, bigint, boolean, boolean)`);
  }

  /** The version before makes its functions when it starts. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}

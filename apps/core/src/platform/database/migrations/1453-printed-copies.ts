import type { MigrationInterface, QueryRunner } from 'typeorm';
import { rewrite } from './rewritten-function.js';

/**
 * A document is marked as printed when pages of all its copies came out, whichever of them is settled last: one that
 * failed leaves it as it was.
 */
export class PrintedCopies1453 implements MigrationInterface {
  readonly name = 'PrintedCopies1763600001453';

  async up(db: QueryRunner): Promise<void> {
    await rewrite(db, 'settle_job', [[before, after]]);
  }

  async down(db: QueryRunner): Promise<void> {
    await rewrite(db, 'settle_job', [[after, before]]);
  }
}

const before = 'printed_at = CASE WHEN printed THEN';

/** Settlements of one wallet wait for each other, so that the last of them sees what the others have written. */
const after = `printed_at = CASE WHEN printed AND NOT EXISTS (
            SELECT FROM jobs c WHERE j.copies > 1 AND c.release_id = j.release_id AND c.document_id = j.document_id
              AND c.id <> job AND coalesce(c.captured_pages, 0) = 0) THEN`;

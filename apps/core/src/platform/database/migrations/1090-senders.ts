import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many senders have begun to bring a document's bytes: only the last one counts, at whichever core it arrives. */
export class Senders1090 implements MigrationInterface {
  readonly name = 'Senders1763600001090';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE documents ADD COLUMN senders int NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE documents DROP COLUMN senders');
  }
}

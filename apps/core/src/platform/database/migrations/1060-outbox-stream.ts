import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which stream the outbox was sent to: into another one everything is sent again. */
export class OutboxStream1060 implements MigrationInterface {
  readonly name = 'OutboxStream1763600001060';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE outbox_stream (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        created text NOT NULL
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE outbox_stream');
  }
}

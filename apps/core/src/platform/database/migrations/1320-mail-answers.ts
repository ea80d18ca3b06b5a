import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the answer to a mail says, and when it was written. Mails of before have none coming. */
export class MailAnswers1320 implements MigrationInterface {
  readonly name = 'MailAnswers1763600001320';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE taken_mails
        ADD COLUMN sender text NOT NULL DEFAULT '',
        ADD COLUMN message_id text,
        ADD COLUMN not_taken jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN answered_at timestamptz;
      ALTER TABLE taken_mails ALTER COLUMN sender DROP DEFAULT;
      UPDATE taken_mails SET answered_at = done_at;
      CREATE INDEX taken_mails_unanswered ON taken_mails (done_at) WHERE answered_at IS NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX taken_mails_unanswered;
      ALTER TABLE taken_mails
        DROP COLUMN sender, DROP COLUMN message_id, DROP COLUMN not_taken, DROP COLUMN answered_at;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people want of print by mail; whoever has no row has both. */
export class MailChoices1340 implements MigrationInterface {
  readonly name = 'MailChoices1763600001340';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE mail_choices (
        user_id uuid PRIMARY KEY REFERENCES users,
        takes_mail boolean NOT NULL,
        answers_mail boolean NOT NULL
      )
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE mail_choices');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One-time codes by e-mail, and how often a network was told who has an account. */
export class EmailCodes1120 implements MigrationInterface {
  readonly name = 'EmailCodes1763600001120';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE email_codes (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        purpose text NOT NULL CHECK (purpose IN ('sign-up', 'reset')),
        address_hash bytea NOT NULL,
        code_hash bytea NOT NULL,
        mail_id uuid NOT NULL UNIQUE,
        tries int NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT app_now(),
        expires_at timestamptz NOT NULL,
        ended_at timestamptz
      )`);
    await db.query(
      'CREATE UNIQUE INDEX email_codes_one_each ON email_codes (address_hash, purpose) WHERE ended_at IS NULL',
    );
    await db.query('CREATE INDEX email_codes_counted ON email_codes (address_hash, created_at)');
    await db.query('CREATE INDEX email_codes_age ON email_codes (created_at)');

    await db.query(`
      CREATE TABLE account_questions (
        network_hash bytea PRIMARY KEY,
        since timestamptz NOT NULL,
        told int NOT NULL
      )`);
    await db.query('CREATE INDEX account_questions_age ON account_questions (since)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE account_questions, email_codes');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whom identity providers know our people as, and those who are on their way to a provider and back. */
export class Identities1140 implements MigrationInterface {
  readonly name = 'Identities1763600001140';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identities (
        issuer text NOT NULL,
        subject text NOT NULL,
        provider text NOT NULL CHECK (provider IN ('google', 'microsoft', 'apple')),
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT app_now(),
        PRIMARY KEY (issuer, subject)
      )`);
    await db.query('CREATE INDEX identities_user ON identities (user_id)');

    await db.query(`
      CREATE TABLE social_states (
        state_hash bytea PRIMARY KEY,
        browser_hash bytea NOT NULL,
        is_sign_up boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT app_now(),
        expires_at timestamptz NOT NULL,
        used_at timestamptz
      )`);
    await db.query('CREATE INDEX social_states_age ON social_states (created_at)');

    await db.query(`
      CREATE TABLE unproven_people (
        browser_hash bytea PRIMARY KEY,
        sealed bytea NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await db.query('CREATE INDEX unproven_people_age ON unproven_people (expires_at)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE unproven_people, social_states, identities');
  }
}

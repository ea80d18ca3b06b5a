import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People and their sessions. */
export class Accounts1010 implements MigrationInterface {
  readonly name = 'Accounts1763600001010';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
        password_hash text,
        created_at timestamptz NOT NULL DEFAULT app_now(),
        locked_at timestamptz
      )`);
    await db.query(`CREATE UNIQUE INDEX users_email ON users (email)`);

    await db.query(`
      CREATE TABLE sessions (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        token_hash bytea NOT NULL UNIQUE,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL DEFAULT app_now(),
        expires_at timestamptz NOT NULL
      )`);
    await db.query(`CREATE INDEX sessions_user ON sessions (user_id)`);
    await db.query(`CREATE INDEX sessions_expiry ON sessions (expires_at)`);

    // The shape that rate-limiter-flexible keeps its counters in.
    await db.query(`
      CREATE TABLE attempt_budgets (
        key varchar(255) PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        expire bigint
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE attempt_budgets, sessions, users');
  }
}

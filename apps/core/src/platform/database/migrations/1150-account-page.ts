import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a person sees of their sessions, and changes of their addresses that can be stopped. */
export class AccountPage1150 implements MigrationInterface {
  readonly name = 'AccountPage1763600001150';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE sessions ADD COLUMN device text, ADD COLUMN last_seen_at timestamptz');
    await db.query('ALTER TABLE addresses ADD COLUMN leaving_at timestamptz');
    await db.query('CREATE INDEX addresses_leaving ON addresses (leaving_at) WHERE leaving_at IS NOT NULL');
    await db.query(`
      CREATE TABLE address_changes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('added', 'removed', 'primary')),
        address text NOT NULL,
        was_primary text CHECK ((was_primary IS NOT NULL) = (kind = 'primary')),
        token_hash bytea NOT NULL UNIQUE,
        created_at timestamptz NOT NULL DEFAULT app_now()
      )`);
    await db.query('CREATE INDEX address_changes_user ON address_changes (user_id)');
    await db.query('CREATE INDEX address_changes_age ON address_changes (created_at)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE address_changes');
    await db.query('ALTER TABLE addresses DROP COLUMN leaving_at');
    await db.query('ALTER TABLE sessions DROP COLUMN device, DROP COLUMN last_seen_at');
  }
}

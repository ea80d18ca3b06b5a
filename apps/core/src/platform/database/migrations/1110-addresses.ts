import type { MigrationInterface, QueryRunner } from 'typeorm';

/** E-mail addresses are records of their own: a person may have several, and each was proven. */
export class Addresses1110 implements MigrationInterface {
  readonly name = 'Addresses1763600001110';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE addresses (
        address text PRIMARY KEY CHECK (length(address) <= 254),
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        proven_at timestamptz NOT NULL DEFAULT app_now(),
        proven_by text NOT NULL CHECK (proven_by IN ('code', 'google', 'microsoft', 'apple', 'operator')),
        is_primary boolean NOT NULL,
        undeliverable_at timestamptz
      )`);
    await db.query('CREATE INDEX addresses_user ON addresses (user_id)');
    // The last guard: whatever goes wrong above, nobody has two.
    await db.query('CREATE UNIQUE INDEX addresses_primary ON addresses (user_id) WHERE is_primary');
    await db.query(`
      INSERT INTO addresses (address, user_id, proven_at, proven_by, is_primary)
      SELECT email, id, created_at, 'operator', true FROM users`);
    await db.query('ALTER TABLE users DROP COLUMN email');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE users ADD COLUMN email text');
    await db.query(
      'UPDATE users SET email = a.address FROM addresses a WHERE a.user_id = users.id AND a.is_primary',
    );
    await db.query(`
      ALTER TABLE users ALTER COLUMN email SET NOT NULL,
        ADD CHECK (email = lower(email) AND length(email) <= 254)`);
    await db.query('CREATE UNIQUE INDEX users_email ON users (email)');
    await db.query('DROP TABLE addresses');
  }
}

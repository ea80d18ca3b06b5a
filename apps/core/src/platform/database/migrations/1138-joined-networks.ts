import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From which network an account was made, as a keyed hash: what is shared is divided among networks first. */
export class JoinedNetworks1138 implements MigrationInterface {
  readonly name = 'JoinedNetworks1763600001138';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE users ADD COLUMN joined_network bytea');
    await db.query(
      'CREATE INDEX users_joined_network ON users (joined_network, created_at) WHERE joined_network IS NOT NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE users DROP COLUMN joined_network');
  }
}

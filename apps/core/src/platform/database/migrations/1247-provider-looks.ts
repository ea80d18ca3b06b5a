import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is heard from the provider also when no webhook comes: declined cards, and money that left. */
export class ProviderLooks1247 implements MigrationInterface {
  readonly name = 'ProviderLooks1763600001247';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE payment_declines (
        id text PRIMARY KEY,
        payment_id uuid NOT NULL REFERENCES payments,
        counted_at timestamptz NOT NULL DEFAULT app_now()
      )`);
    await db.query('CREATE INDEX payment_declines_counted ON payment_declines (counted_at)');
    // One row for each kind of look, so that one core takes it, and a core that starts again does not wait anew.
    await db.query(`
      CREATE TABLE provider_looks (
        name text PRIMARY KEY,
        next_look_at timestamptz NOT NULL
      )`);
    await db.query(`INSERT INTO provider_looks (name, next_look_at) VALUES ('money-back', app_now())`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE provider_looks, payment_declines');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Balances of the previous version, each of which waits for its address and is claimed once. */
export class LegacyBalances1210 implements MigrationInterface {
  readonly name = 'LegacyBalances1763600001210';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE legacy_balances (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        address_hash bytea NOT NULL CHECK (length(address_hash) = 32),
        currency text NOT NULL CHECK (currency IN ('GBP', 'EUR')),
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        imported_at timestamptz NOT NULL DEFAULT app_now(),
        claimed_by uuid REFERENCES users,
        claimed_at timestamptz,
        CHECK ((claimed_by IS NULL) = (claimed_at IS NULL)),
        UNIQUE (address_hash, currency)
      )`);
    await db.query(
      'CREATE INDEX legacy_balances_claimed ON legacy_balances (claimed_by) WHERE claimed_by IS NOT NULL',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE legacy_balances');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What goes back to cards, what banks take, and who may send money back to their cards by themselves. */
export class Refunds1246 implements MigrationInterface {
  readonly name = 'Refunds1763600001246';

  async up(db: QueryRunner): Promise<void> {
    // Taken is what the wallet gave: all of it, unless the provider refunded without being asked by us.
    await db.query(`
      CREATE TABLE payment_refunds (
        id uuid PRIMARY KEY,
        payment_id uuid NOT NULL REFERENCES payments,
        asked_by text NOT NULL CHECK (asked_by IN ('person', 'staff', 'provider')),
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        taken_minor bigint NOT NULL CHECK (taken_minor BETWEEN 0 AND amount_minor),
        state text NOT NULL CHECK (state IN ('asked', 'sent', 'failed')),
        provider_id text UNIQUE,
        looks integer NOT NULL DEFAULT 0,
        next_look_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT app_now(),
        updated_at timestamptz NOT NULL DEFAULT app_now(),
        CHECK (asked_by = 'provider' OR taken_minor = amount_minor),
        CHECK (state <> 'sent' OR provider_id IS NOT NULL),
        CHECK ((state = 'asked') = (next_look_at IS NOT NULL))
      )`);
    await db.query('CREATE INDEX payment_refunds_payment ON payment_refunds (payment_id, created_at)');
    await db.query(
      'CREATE INDEX payment_refunds_to_look_at ON payment_refunds (next_look_at) WHERE next_look_at IS NOT NULL',
    );
    await db.query(`
      CREATE TABLE payment_disputes (
        id text PRIMARY KEY,
        payment_id uuid NOT NULL REFERENCES payments,
        what text NOT NULL CHECK (what IN ('dispute', 'late-failure')),
        amount_minor bigint NOT NULL CHECK (amount_minor > 0),
        taken_minor bigint NOT NULL CHECK (taken_minor BETWEEN 0 AND amount_minor),
        state text NOT NULL CHECK (state IN ('open', 'won', 'lost')),
        created_at timestamptz NOT NULL DEFAULT app_now(),
        updated_at timestamptz NOT NULL DEFAULT app_now()
      )`);
    await db.query('CREATE INDEX payment_disputes_payment ON payment_disputes (payment_id)');
    await db.query(`
      ALTER TABLE organisations ADD COLUMN refunds text NOT NULL DEFAULT 'staff' CHECK (refunds IN ('self', 'staff'))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE organisations DROP COLUMN refunds');
    await db.query('DROP TABLE payment_disputes, payment_refunds');
  }
}

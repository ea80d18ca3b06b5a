import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the provider may say beside the usual: a failure that it keeps under an idempotency key, a dispute that was
 * prevented, or lost after it was won. And what its lists have that the books do not.
 */
export class ProviderDifferences1256 implements MigrationInterface {
  readonly name = 'ProviderDifferences1763600001256';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payment_refunds ADD COLUMN key_number integer NOT NULL DEFAULT 0');
    // The amount is what a dispute claims beyond the others of its payment, so that a loss is booked once: it may be nothing.
    await db.query(`
      ALTER TABLE payment_disputes
        ADD COLUMN turns integer NOT NULL DEFAULT 0,
        DROP CONSTRAINT payment_disputes_state_check,
        ADD CONSTRAINT payment_disputes_state_check CHECK (state IN ('open', 'won', 'lost', 'prevented')),
        DROP CONSTRAINT payment_disputes_amount_minor_check,
        ADD CONSTRAINT payment_disputes_amount_minor_check CHECK (amount_minor >= 0)`);
    // Taken is from now on what the wallet has not got back. A dispute that was won may have been lost before.
    await db.query(`
      UPDATE payment_disputes SET turns = CASE state WHEN 'won' THEN 2 WHEN 'lost' THEN 1 ELSE 0 END,
        taken_minor = CASE state WHEN 'won' THEN 0 ELSE taken_minor END`);
    await db.query(`
      ALTER TABLE provider_looks
        ADD COLUMN differing_disputes integer NOT NULL DEFAULT 0,
        ADD COLUMN missing_payments integer NOT NULL DEFAULT 0`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE provider_looks DROP COLUMN differing_disputes, DROP COLUMN missing_payments');
    await db.query(`
      ALTER TABLE payment_disputes DROP COLUMN turns,
        DROP CONSTRAINT payment_disputes_state_check,
        ADD CONSTRAINT payment_disputes_state_check CHECK (state IN ('open', 'won', 'lost')),
        DROP CONSTRAINT payment_disputes_amount_minor_check,
        ADD CONSTRAINT payment_disputes_amount_minor_check CHECK (amount_minor > 0)`);
    await db.query('ALTER TABLE payment_refunds DROP COLUMN key_number');
  }
}

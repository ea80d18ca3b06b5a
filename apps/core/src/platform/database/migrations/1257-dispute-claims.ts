import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The amount of a dispute is from now on what its bank told; what it claims of its payment moves with the other disputes. */
export class DisputeClaims1257 implements MigrationInterface {
  readonly name = 'DisputeClaims1763600001257';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE payment_disputes ADD COLUMN claimed_minor bigint');
    await db.query(`
      UPDATE payment_disputes SET claimed_minor = CASE WHEN state IN ('open', 'lost') THEN amount_minor ELSE 0 END`);
    await db.query(`
      ALTER TABLE payment_disputes ALTER COLUMN claimed_minor SET NOT NULL,
        DROP CONSTRAINT payment_disputes_check,
        ADD CONSTRAINT payment_disputes_claimed_minor_check CHECK (claimed_minor BETWEEN 0 AND amount_minor),
        ADD CONSTRAINT payment_disputes_taken_minor_check CHECK (taken_minor BETWEEN 0 AND claimed_minor)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('UPDATE payment_disputes SET amount_minor = claimed_minor');
    await db.query(`
      ALTER TABLE payment_disputes DROP COLUMN claimed_minor,
        ADD CONSTRAINT payment_disputes_check CHECK (taken_minor BETWEEN 0 AND amount_minor)`);
  }
}

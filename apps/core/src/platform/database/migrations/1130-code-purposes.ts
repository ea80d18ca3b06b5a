import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mailed codes prove further addresses, and those that a provider says without proof. */
export class CodePurposes1130 implements MigrationInterface {
  readonly name = 'CodePurposes1763600001130';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE email_codes DROP CONSTRAINT email_codes_purpose_check,
        ADD CHECK (purpose IN ('sign-up', 'reset', 'address', 'provider'))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query("DELETE FROM email_codes WHERE purpose NOT IN ('sign-up', 'reset')");
    await db.query(`
      ALTER TABLE email_codes DROP CONSTRAINT email_codes_purpose_check,
        ADD CHECK (purpose IN ('sign-up', 'reset'))`);
  }
}

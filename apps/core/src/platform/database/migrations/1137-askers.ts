import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each browser that asks for a mailed code has one of its own, and asks at the expense of its own network or device. */
export class Askers1137 implements MigrationInterface {
  readonly name = 'Askers1763600001137';

  async up(db: QueryRunner): Promise<void> {
    // Codes live for minutes. Those of before belong to no browser.
    await db.query('DELETE FROM email_codes');
    await db.query('DROP INDEX email_codes_one_each');
    await db.query(`
      ALTER TABLE email_codes
        ADD COLUMN asker_hash bytea NOT NULL,
        ADD COLUMN payer_hash bytea NOT NULL`);
    await db.query(`
      CREATE UNIQUE INDEX email_codes_one_each ON email_codes (address_hash, purpose, asker_hash)
      WHERE ended_at IS NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DELETE FROM email_codes');
    await db.query('DROP INDEX email_codes_one_each');
    await db.query('ALTER TABLE email_codes DROP COLUMN asker_hash, DROP COLUMN payer_hash');
    await db.query(
      'CREATE UNIQUE INDEX email_codes_one_each ON email_codes (address_hash, purpose) WHERE ended_at IS NULL',
    );
  }
}

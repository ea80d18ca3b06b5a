import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The last guard: whatever goes wrong above, no address stands there twice in two cases. The database looks at A to Z alone,
 * because of other letters it knows more or fewer than the code that writes them.
 */
export class LowerAddresses1135 implements MigrationInterface {
  readonly name = 'LowerAddresses1763600001135';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE addresses
        ADD CONSTRAINT addresses_lower CHECK (address = lower(address COLLATE "C"))`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE addresses DROP CONSTRAINT addresses_lower');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Staff end the pairings of a printer's panel by beginning another round of them. */
export class PairingRounds1623 implements MigrationInterface {
  readonly name = 'PairingRounds1763600001623';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE printers ADD COLUMN pairing_round int NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE printers DROP COLUMN pairing_round');
  }
}

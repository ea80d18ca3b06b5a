import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Codes that a panel shows instead of asking for one. They are rows of the same table, so that the same indexes keep them
 * apart from each other and from print codes. Such a code is nobody's: it belongs to the request of a box, for one of its
 * printers. Tries are counted by kind, so that wrong ones of one kind never pause the other.
 */
export class PairingCodes1621 implements MigrationInterface {
  readonly name = 'PairingCodes1763600001621';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE print_codes
        ADD COLUMN kind text NOT NULL DEFAULT 'print' CHECK (kind IN ('print', 'pairing')),
        ALTER COLUMN owner_id DROP NOT NULL,
        ADD COLUMN request_id uuid,
        ADD COLUMN printer_id uuid REFERENCES printers,
        ADD COLUMN agent_id uuid REFERENCES agents,
        ADD CHECK ((kind = 'print') = (owner_id IS NOT NULL)),
        ADD CHECK (num_nonnulls(request_id, printer_id, agent_id) = CASE kind WHEN 'pairing' THEN 3 ELSE 0 END)`);
    await db.query(
      `CREATE UNIQUE INDEX print_codes_of_request ON print_codes (request_id) WHERE kind = 'pairing'`,
    );
    await db.query(
      `CREATE UNIQUE INDEX print_codes_one_each_printer ON print_codes (printer_id) WHERE state = 'active'`,
    );
    await db.query(`
      ALTER TABLE code_tries
        ADD COLUMN kind text NOT NULL DEFAULT 'print' CHECK (kind IN ('print', 'pairing')),
        DROP CONSTRAINT code_tries_pkey,
        ADD PRIMARY KEY (kind, minute, stripe)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DELETE FROM code_tries WHERE kind <> 'print'`);
    await db.query(`
      ALTER TABLE code_tries DROP CONSTRAINT code_tries_pkey, DROP COLUMN kind, ADD PRIMARY KEY (minute, stripe)`);
    await db.query(`DELETE FROM print_codes WHERE kind <> 'print'`);
    await db.query(`
      ALTER TABLE print_codes DROP COLUMN kind, DROP COLUMN request_id, DROP COLUMN printer_id, DROP COLUMN agent_id,
        ALTER COLUMN owner_id SET NOT NULL`);
  }
}

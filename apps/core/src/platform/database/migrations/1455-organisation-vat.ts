import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The VAT that an organisation's prices contain, from when on; a new rate is a new row, so that earlier prints keep theirs. */
export class OrganisationVat1455 implements MigrationInterface {
  readonly name = 'OrganisationVat1763600001455';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE organisation_vat (
        organisation_id uuid NOT NULL REFERENCES organisations,
        valid_from timestamptz NOT NULL DEFAULT app_now(),
        vat_number text,
        basis_points int NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
        PRIMARY KEY (organisation_id, valid_from)
      )`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE organisation_vat');
  }
}

import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';
import { changed, one } from '../platform/database/sql.js';

/** The VAT in an organisation's prices: 2,000 basis points are 20 %, and 0 means that it owes none. */
export interface OrganisationVat {
  vatNumber: string | null;
  basisPoints: number;
}

/** The VAT of organisations. Every price contains it; a top-up contains none. */
@Injectable()
export class OrganisationVatService {
  constructor(private readonly database: DataSource) {}

  /**
   * Sets the VAT from now on. A field that is missing in `changes` keeps its value.
   * @throws Refusal `request.invalid` when the organisation is unknown
   */
  async set(organisation: string, changes: Partial<OrganisationVat>): Promise<OrganisationVat> {
    const { vatNumber, basisPoints } = { ...(await this.vatOf(organisation)), ...changes };
    const written = await changed(
      this.database,
      `INSERT INTO organisation_vat (organisation_id, vat_number, basis_points)
       SELECT id, :vatNumber, :basisPoints FROM organisations WHERE name = :organisation`,
      { organisation, vatNumber, basisPoints },
    );
    if (written === 0) {
      const sentence = `There is no organisation called ${organisation}. See: organisation list`;
      throw new Refusal('request.invalid', sentence);
    }
    return { vatNumber, basisPoints };
  }

  private async vatOf(organisation: string): Promise<OrganisationVat> {
    const row = await one<OrganisationVat>(
      this.database,
      `SELECT v.vat_number, v.basis_points FROM organisation_vat v
        JOIN organisations o ON o.id = v.organisation_id
       WHERE o.name = :organisation ORDER BY v.valid_from DESC LIMIT 1`,
      { organisation },
    );
    return row ?? { vatNumber: null, basisPoints: 0 };
  }
}

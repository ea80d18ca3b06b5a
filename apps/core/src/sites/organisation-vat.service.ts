import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';
import { changed, one } from '../platform/database/sql.js';

/** What an organisation's prices contain: of 20 % there are 2,000 basis points, and 0 where it owes none. */
export interface OrganisationVat {
  vatNumber: string | null;
  basisPoints: number;
}

/** VAT by organisation. Every price contains it; a top-up does not. */
@Injectable()
export class OrganisationVatService {
  constructor(private readonly database: DataSource) {}

  /**
   * From now on; what is not given stays as it was.
   * @throws Refusal `request.invalid` when the organisation is unknown
   */
  async set(organisation: string, given: Partial<OrganisationVat>): Promise<OrganisationVat> {
    const { vatNumber, basisPoints } = { ...(await this.of(organisation)), ...given };
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

  private async of(organisation: string): Promise<OrganisationVat> {
    const row = await one<OrganisationVat>(
      this.database,
      `SELECT v.vat_number, v.basis_points FROM organisation_vat v JOIN organisations o ON o.id = v.organisation_id
       WHERE o.name = :organisation ORDER BY v.valid_from DESC LIMIT 1`,
      { organisation },
    );
    return row ?? { vatNumber: null, basisPoints: 0 };
  }
}

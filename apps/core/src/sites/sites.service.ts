import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/money';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';

export interface Organisation {
  id: string;
  name: string;
}

export interface Site {
  id: string;
  name: string;
  organisation: string;
  currency: Currency;
  timeZone: string;
}

const selectSites = `
  SELECT s.id, s.name, o.name AS organisation, s.currency, s.time_zone AS "timeZone"
  FROM sites s JOIN organisations o ON o.id = s.organisation_id`;

/** Organisations and their sites, by the names operators know them by. Adding what exists already changes nothing. */
@Injectable()
export class SitesService {
  constructor(private readonly database: DataSource) {}

  async addOrganisation(name: string): Promise<Organisation> {
    await this.database.query('INSERT INTO organisations (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
    const [row]: Organisation[] = await this.database.query(
      'SELECT id, name FROM organisations WHERE name = $1',
      [name],
    );
    if (!row) throw new Error('An organisation that was just added cannot be found');
    return row;
  }

  async organisations(): Promise<Organisation[]> {
    return this.database.query('SELECT id, name FROM organisations ORDER BY name');
  }

  /**
   * A site prices in one currency for good: its ledger entries are in it.
   * @throws Refusal `request.invalid` when the organisation is unknown, or the site exists with another currency
   */
  async addSite(site: {
    organisation: string;
    name: string;
    currency: Currency;
    timeZone: string;
  }): Promise<Site> {
    await this.database.query(
      `INSERT INTO sites (organisation_id, name, currency, time_zone)
       SELECT id, $2, $3, $4 FROM organisations WHERE name = $1 ON CONFLICT (name) DO NOTHING`,
      [site.organisation, site.name, site.currency, site.timeZone],
    );
    const added = (await this.sites()).find((other) => other.name === site.name);
    if (!added) throw new Refusal('request.invalid', `There is no organisation called ${site.organisation}.`);
    if (added.currency !== site.currency || added.organisation !== site.organisation) {
      throw new Refusal(
        'request.invalid',
        `There is another site called ${site.name}: give it another name.`,
      );
    }
    return added;
  }

  async sites(): Promise<Site[]> {
    return this.database.query(`${selectSites} ORDER BY s.name`);
  }

  /** @throws Refusal `request.invalid` */
  async siteNamed(name: string): Promise<Site> {
    const [site]: Site[] = await this.database.query(`${selectSites} WHERE s.name = $1`, [name]);
    if (!site) throw new Refusal('request.invalid', `There is no site called ${name}. See: site list`);
    return site;
  }
}

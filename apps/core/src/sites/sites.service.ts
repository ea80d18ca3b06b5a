import { Injectable } from '@nestjs/common';
import type { Currency } from '@sixpence/contracts/currencies';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../platform/audit/audit.service.js';
import { all, changed, one } from '../platform/database/sql.js';

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
  SELECT s.id, s.name, o.name AS organisation, s.currency, s.time_zone
  FROM sites s JOIN organisations o ON o.id = s.organisation_id`;

/** Organisations and their sites, identified by name. Adding one that exists changes nothing. */
@Injectable()
export class SitesService {
  constructor(
    private readonly database: DataSource,
    private readonly audit: AuditService,
  ) {}

  async addOrganisation(name: string): Promise<Organisation> {
    await changed(this.database, 'INSERT INTO organisations (name) VALUES (:name) ON CONFLICT DO NOTHING', {
      name,
    });
    const organisation = (await this.organisations()).find((other) => other.name === name);
    if (!organisation) throw new Error('An organisation that was just added cannot be found');
    return organisation;
  }

  /**
   * Sets whether people refund top-ups to their cards without staff. A change is recorded in the audit.
   * @throws Refusal `request.invalid` when the organisation is unknown
   */
  async allowRefunds(name: string, refunds: 'self' | 'staff', actor = 'operator'): Promise<void> {
    await this.database.transaction(async (tx) => {
      const organisation = await one<{ id: string; refunds: string }>(
        tx,
        'SELECT id, refunds FROM organisations WHERE name = :name FOR UPDATE',
        { name },
      );
      if (!organisation) throw new Refusal('request.invalid', `There is no organisation called ${name}.`);
      const { id, refunds: before } = organisation;
      if (before === refunds) return;
      await changed(tx, 'UPDATE organisations SET refunds = :refunds WHERE id = :id', { id, refunds });
      const reason = `refunds by ${refunds}, previously by ${before}`;
      await this.audit.recordAct(tx, { actor, act: 'organisation update', subject: id, reason });
    });
  }

  async organisations(): Promise<Organisation[]> {
    return all(this.database, 'SELECT id, name FROM organisations ORDER BY name');
  }

  /**
   * Adds a site. A site never changes its currency, because its ledger entries are in this currency.
   * @throws Refusal `request.invalid` when the organisation is unknown, or the name belongs to a site of
   * another organisation or currency
   */
  async addSite(site: {
    organisation: string;
    name: string;
    currency: Currency;
    timeZone: string;
  }): Promise<Site> {
    await changed(
      this.database,
      `INSERT INTO sites (organisation_id, name, currency, time_zone)
       SELECT id, :name, :currency, :timeZone FROM organisations WHERE name = :organisation
       ON CONFLICT (name) DO NOTHING`,
      site,
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
    return all(this.database, `${selectSites} ORDER BY s.name`);
  }

  async exists(tx: EntityManager, siteId: string): Promise<boolean> {
    return (await one(tx, 'SELECT 1 FROM sites WHERE id = :siteId', { siteId })) !== undefined;
  }

  /** @throws Refusal `request.invalid` */
  async siteNamed(name: string): Promise<Site> {
    const site = await one<Site>(this.database, `${selectSites} WHERE s.name = :name`, { name });
    if (!site) throw new Refusal('request.invalid', `There is no site called ${name}. See: site list`);
    return site;
  }
}

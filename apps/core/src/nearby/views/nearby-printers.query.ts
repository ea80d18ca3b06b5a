import { Injectable } from '@nestjs/common';
import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Currency } from '@sixpence/contracts/currencies';
import type { PrinterState } from '@sixpence/contracts/printing/printer-states';
import { DataSource } from 'typeorm';
import { all, one } from '../../platform/database/sql.js';

/** The most printers in an answer. A person's sites may have more. */
const mostShown = 8;

/**
 * A printer at a site where the person printed recently, or that the person chose, with its last reported
 * state.
 */
export interface NearbyPrinter {
  id: string;
  name: string;
  siteId: string;
  site: string;
  currency: Currency;
  state: PrinterState | null;
  reasons: JobReason[];
  accepting: boolean;
  online: boolean;
  color: boolean | null;
  duplex: boolean | null;
}

const columns = `
  p.id, p.name, s.id AS site_id, s.name AS site, s.currency, p.state, p.reasons, p.accepting, p.color, p.duplex,
  a.revoked_at IS NULL AND coalesce(a.seen_at > app_now() - make_interval(secs => :sight), false) AS online`;
const known = 'printers p JOIN sites s ON s.id = p.site_id LEFT JOIN agents a ON a.id = p.agent_id';

/** Reads the printers at a person's sites. */
@Injectable()
export class NearbyPrinters {
  constructor(private readonly database: DataSource) {}

  /** The sites whose printers are shown to a person. */
  async sitesOf(ownerId: string): Promise<string[]> {
    const rows = await all<{ siteId: string }>(
      this.database,
      `SELECT p.site_id FROM jobs j JOIN printers p ON p.id = j.printer_id
       WHERE j.owner_id = :ownerId AND j.created_at > app_now() - make_interval(secs => :lately)
       UNION SELECT site_id FROM chosen_sites WHERE user_id = :ownerId`,
      { ownerId, lately: lifeSeconds.ownSite },
    );
    return rows.map(({ siteId }) => siteId);
  }

  /** The current state of a printer, and whether it became usable again recently. */
  printerWithId(printerId: string): Promise<(NearbyPrinter & { isBack: boolean }) | undefined> {
    return one(
      this.database,
      `SELECT ${columns}, coalesce(p.back_at > app_now() - make_interval(secs => :back), false) AS is_back
       FROM ${known} WHERE p.id = :printerId`,
      { printerId, sight: lifeSeconds.agentSight, back: lifeSeconds.printerBack },
    );
  }

  /**
   * The printers that the person used, the last one first, then other printers of the same sites, chosen
   * sites first.
   */
  async printersOf(ownerId: string): Promise<NearbyPrinter[]> {
    return all(
      this.database,
      `WITH used AS (
         SELECT printer_id, max(created_at) AS last_used FROM jobs
         WHERE owner_id = :ownerId AND created_at > app_now() - make_interval(secs => :lately)
         GROUP BY printer_id)
       SELECT ${columns} FROM ${known} LEFT JOIN used u ON u.printer_id = p.id
         LEFT JOIN chosen_sites c ON c.site_id = p.site_id AND c.user_id = :ownerId
       WHERE c.user_id IS NOT NULL OR p.site_id IN (SELECT site_id FROM printers JOIN used ON printer_id = id)
       ORDER BY u.last_used DESC NULLS LAST, c.chosen_at DESC NULLS LAST, s.name, p.slug LIMIT :mostShown`,
      { ownerId, mostShown, lately: lifeSeconds.ownSite, sight: lifeSeconds.agentSight },
    );
  }
}

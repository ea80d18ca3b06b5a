import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { one } from '../../../platform/database/sql.js';

/**
 * Whether a person may request a refund without staff. The person belongs to the organisation at whose
 * printer they printed last. A person who has never printed may do it if every organisation allows it.
 */
@Injectable()
export class OwnRefunds {
  constructor(private readonly database: DataSource) {}

  async areAllowed(owner: string): Promise<boolean> {
    const last = await one<{ refunds: 'self' | 'staff' }>(
      this.database,
      `SELECT o.refunds FROM jobs j JOIN printers p ON p.id = j.printer_id JOIN sites s ON s.id = p.site_id
       JOIN organisations o ON o.id = s.organisation_id
       WHERE j.owner_id = :owner ORDER BY j.created_at DESC LIMIT 1`,
      { owner },
    );
    if (last) return last.refunds === 'self';
    const all = await one<{ allow: boolean | null }>(
      this.database,
      `SELECT bool_and(refunds = 'self') AS allow FROM organisations`,
    );
    return all?.allow !== false;
  }
}

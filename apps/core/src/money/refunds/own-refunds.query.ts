import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { one } from '../../platform/database/sql.js';

/**
 * Whether people may send money back to their cards by themselves. They belong to the organisation at whose printer they
 * printed last; whoever has printed nowhere may do it where every organisation allows it.
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

import { Injectable } from '@nestjs/common';
import type { JobState } from '@sixpence/contracts/http/release';
import type { JobReason } from '@sixpence/contracts/job-reasons';
import { DataSource } from 'typeorm';
import { all } from '../database/sql.js';

/** A job that holds money, as staff see it. */
export interface OpenJob {
  id: string;
  printer: string;
  owner: string;
  state: JobState;
  reason: JobReason | null;
  impressions: number;
  total: number;
  currency: string;
  createdAt: Date;
}

/** What staff look at when a printer or its box went silent. */
@Injectable()
export class OpenJobs {
  constructor(private readonly database: DataSource) {}

  /** Jobs whose money is still set aside, oldest first. */
  async list(): Promise<OpenJob[]> {
    return all(
      this.database,
      `SELECT j.id, p.slug AS printer, coalesce(a.address, j.owner_id::text) AS owner, j.state, j.reason, j.impressions,
              cardinality(j.unit_prices) AS total, j.currency, j.created_at
       FROM jobs j JOIN printers p ON p.id = j.printer_id LEFT JOIN addresses a ON a.user_id = j.owner_id AND a.is_primary
       WHERE j.settled_at IS NULL ORDER BY j.created_at`,
    );
  }
}

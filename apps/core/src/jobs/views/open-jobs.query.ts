import { Injectable } from '@nestjs/common';
import type { JobState } from '@sixpence/contracts/http/release';
import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import { DataSource } from 'typeorm';
import { all } from '../../platform/database/sql.js';

/** A job as staff see it. */
export interface ListedJob {
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

const columns = `
  j.id, p.slug AS printer, coalesce(a.address, j.owner_id::text) AS owner, j.state, j.reason, j.impressions,
  cardinality(j.unit_prices) AS total, j.currency, j.created_at`;
const tables = `
  jobs j JOIN printers p ON p.id = j.printer_id LEFT JOIN addresses a ON a.user_id = j.owner_id AND a.is_primary`;

const mostShortCounts = 200;

/**
 * Two lists for staff: jobs that are not settled, and jobs whose printer counted fewer pages than were sent.
 */
@Injectable()
export class OpenJobs {
  constructor(private readonly database: DataSource) {}

  /** Jobs whose price is still held, oldest first. */
  async listOpenJobs(): Promise<ListedJob[]> {
    return all(
      this.database,
      `SELECT ${columns} FROM ${tables} WHERE j.settled_at IS NULL ORDER BY j.created_at`,
    );
  }

  /** Jobs that the printer reported as completed with fewer counted pages than were sent, newest first. */
  async listShortCounts(): Promise<ListedJob[]> {
    return all(
      this.database,
      `SELECT ${columns} FROM ${tables} WHERE j.counted_short
       ORDER BY j.settled_at DESC LIMIT :mostShortCounts`,
      { mostShortCounts },
    );
  }
}

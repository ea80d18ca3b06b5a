import { Injectable } from '@nestjs/common';
import type { JobState, JobView } from '@sixpence/contracts/http/release';
import type { JobReason } from '@sixpence/contracts/printing/job-reasons';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Currency } from '@sixpence/contracts/currencies';
import { money } from '@sixpence/money/money';
import { DataSource } from 'typeorm';
import { all, one } from '../../platform/database/sql.js';
import { copyOf } from '../job-row.js';

interface Row {
  id: string;
  documentId: string;
  fileName: string;
  copyNumber: number;
  copies: number;
  printer: string;
  state: JobState;
  reason: JobReason | null;
  impressions: number;
  total: number;
  currency: Currency;
  heldMinor: number;
  capturedMinor: number | null;
  returnedMinor: number | null;
  createdAt: Date;
}

const selectViews = `
  SELECT j.id, j.document_id, j.file_name, j.copy_number, j.copies, p.name AS printer, j.state, j.reason,
         j.impressions,
         cardinality(j.unit_prices) AS total, j.currency, j.held_minor, j.captured_minor, j.returned_minor,
         j.created_at
  FROM jobs j JOIN printers p ON p.id = j.printer_id`;

/** Jobs as their owner sees them on the dashboard. */
@Injectable()
export class JobViews {
  constructor(private readonly database: DataSource) {}

  /** The jobs of the last day, oldest first. */
  async recent(ownerId: string): Promise<JobView[]> {
    const rows = await all<Row>(
      this.database,
      `${selectViews} WHERE j.owner_id = :ownerId AND j.created_at > app_now() - make_interval(secs => :listed)
       ORDER BY j.created_at, j.position`,
      { ownerId, listed: lifeSeconds.listedJob },
    );
    return rows.map(viewOf);
  }

  /** The jobs of one press of PRINT. */
  async ofRelease(ownerId: string, releaseId: string): Promise<JobView[]> {
    const rows = await all<Row>(
      this.database,
      `${selectViews} WHERE j.owner_id = :ownerId AND j.release_id = :releaseId ORDER BY j.position`,
      { ownerId, releaseId },
    );
    return rows.map(viewOf);
  }

  async one(ownerId: string, jobId: string): Promise<JobView | undefined> {
    const row = await one<Row>(
      this.database,
      `${selectViews} WHERE j.owner_id = :ownerId AND j.id = :jobId`,
      { ownerId, jobId },
    );
    return row && viewOf(row);
  }
}

function viewOf(row: Row): JobView {
  const amount = (minor: number) => money(minor, row.currency);
  return {
    id: row.id,
    orderId: row.documentId,
    fileName: row.fileName,
    ...copyOf(row),
    printer: row.printer,
    state: row.state,
    ...(row.reason !== null && { reason: row.reason }),
    impressions: row.impressions,
    total: row.total,
    held: amount(row.heldMinor),
    ...(row.capturedMinor !== null && { captured: amount(row.capturedMinor) }),
    ...(row.returnedMinor !== null && { returned: amount(row.returnedMinor) }),
    createdAt: row.createdAt.toISOString(),
  };
}

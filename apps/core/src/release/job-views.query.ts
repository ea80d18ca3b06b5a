import { Injectable } from '@nestjs/common';
import type { JobReason, JobState, JobView } from '@sixpence/contracts/http/release';
import type { Currency } from '@sixpence/contracts/money';
import { money } from '@sixpence/money/money';
import { DataSource } from 'typeorm';

interface Row {
  id: string;
  documentId: string;
  fileName: string;
  printer: string;
  state: JobState;
  reason: JobReason | null;
  impressions: number;
  total: number;
  currency: Currency;
  held: string;
  captured: string | null;
  returned: string | null;
  createdAt: Date;
}

const selectViews = `
  SELECT j.id, j.document_id AS "documentId", j.file_name AS "fileName", p.name AS printer, j.state, j.reason,
         j.impressions, cardinality(j.unit_prices) AS total, j.currency, j.held_minor AS held,
         j.captured_minor AS captured, j.returned_minor AS returned, j.created_at AS "createdAt"
  FROM jobs j JOIN printers p ON p.id = j.printer_id`;

/** Jobs as their owner sees them on the dashboard. */
@Injectable()
export class JobViews {
  constructor(private readonly database: DataSource) {}

  /** The last 24 hours, oldest first. */
  async recent(ownerId: string): Promise<JobView[]> {
    const rows: Row[] = await this.database.query(
      `${selectViews} WHERE j.owner_id = $1 AND j.created_at > app_now() - interval '24 hours'
       ORDER BY j.created_at, j.position`,
      [ownerId],
    );
    return rows.map(viewOf);
  }

  async one(ownerId: string, jobId: string): Promise<JobView | undefined> {
    const [row]: Row[] = await this.database.query(`${selectViews} WHERE j.owner_id = $1 AND j.id = $2`, [
      ownerId,
      jobId,
    ]);
    return row && viewOf(row);
  }
}

function viewOf(row: Row): JobView {
  const amount = (minor: string) => money(Number(minor), row.currency);
  return {
    id: row.id,
    orderId: row.documentId,
    fileName: row.fileName,
    printer: row.printer,
    state: row.state,
    ...(row.reason !== null && { reason: row.reason }),
    impressions: row.impressions,
    total: row.total,
    held: amount(row.held),
    ...(row.captured !== null && { captured: amount(row.captured) }),
    ...(row.returned !== null && { returned: amount(row.returned) }),
    createdAt: row.createdAt.toISOString(),
  };
}

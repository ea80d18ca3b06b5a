import { Injectable } from '@nestjs/common';
import type { JobState } from '@sixpence/contracts/http/release';
import type { PrintFault } from '@sixpence/contracts/printing/print-reports';
import { DataSource } from 'typeorm';
import { all, type Queries } from '../../platform/database/sql.js';

/** A report as staff read it. */
export interface PrintReport {
  id: string;
  at: Date;
  site: string;
  printer: string;
  fault: PrintFault;
  jobId: string;
  state: JobState;
  /** The number of pages that the printer counted. */
  impressions: number;
  /** The number of pages that were sent. */
  pages: number;
  closedAt: Date | null;
  closedWith: string | null;
}

/** Reports with their printer, and without any content of the document. */
@Injectable()
export class PrintReportList {
  constructor(private readonly database: DataSource) {}

  /** Open reports, and on request closed ones, too; oldest first. */
  listReports({ includeClosed }: { includeClosed: boolean }): Promise<PrintReport[]> {
    return all<PrintReport>(
      this.database,
      `SELECT r.id, r.at, s.name AS site, p.name AS printer, r.fault, r.job_id, j.state, j.impressions,
              cardinality(j.unit_prices) AS pages, r.closed_at, r.closed_with
       FROM print_reports r JOIN jobs j ON j.id = r.job_id
         JOIN printers p ON p.id = j.printer_id JOIN sites s ON s.id = p.site_id
       WHERE :includeClosed OR r.closed_at IS NULL ORDER BY r.at, r.id`,
      { includeClosed },
    );
  }
}

/** How many print reports there are about all jobs of the panel session to which this job belongs. */
export async function countReportsOfSession(queries: Queries, jobId: string): Promise<number> {
  const [row] = await all<{ count: number }>(
    queries,
    `SELECT count(*)::int AS count FROM jobs this
       JOIN releases r ON r.id = this.release_id
       JOIN releases other ON other.panel_session_id = r.panel_session_id
       JOIN jobs j ON j.release_id = other.id
       JOIN print_reports p ON p.job_id = j.id
     WHERE this.id = :jobId`,
    { jobId },
  );
  return row?.count ?? 0;
}

/** A person's own reports, for the export of personal data. */
export function reportsOfPerson(queries: Queries, userId: string): Promise<unknown> {
  return all(
    queries,
    `SELECT r.at, r.job_id, r.fault, r.closed_at, r.closed_with
     FROM print_reports r JOIN jobs j ON j.id = r.job_id WHERE j.owner_id = :userId ORDER BY r.at, r.id`,
    { userId },
  );
}

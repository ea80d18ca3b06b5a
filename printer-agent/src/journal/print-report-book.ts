import type { DatabaseSync } from 'node:sqlite';
import { printFaultSchema, type PrintFault } from '@sixpence/contracts/printing/print-reports';
import { z } from 'zod';
import { isReadable, rowVersion } from './row-version.js';

const row = z
  .object({ report_id: z.string(), job_id: z.string(), fault: printFaultSchema })
  .transform((found) => ({ reportId: found.report_id, jobId: found.job_id, fault: found.fault }));
export type PrintReportRecord = z.infer<typeof row>;

/** Users' reports about bad prints. `prune` deletes a report only when core has accepted or refused it. */
export class PrintReportBook {
  constructor(private readonly database: DatabaseSync) {}

  /**
   * Stores a report; a job takes one report of each kind.
   * @returns true when the report is new
   */
  addReport({ reportId, jobId, fault }: PrintReportRecord, at: number): boolean {
    const { changes } = this.database
      .prepare(`insert or ignore into print_reports (report_id, job_id, fault, said_at, version)
         values (?, ?, ?, ?, ${rowVersion})`)
      .run(reportId, jobId, fault, at);
    return changes === 1;
  }

  /** Marks a report that core has accepted or refused. */
  markSent(reportId: string): void {
    this.database.prepare('update print_reports set told = 1 where report_id = ?').run(reportId);
  }

  unsentReports(): PrintReportRecord[] {
    return this.database
      .prepare(`select * from print_reports where ${isReadable} and told = 0 order by rowid`)
      .all()
      .map((found) => row.parse(found));
  }

  /** The latest report about a job. */
  lastOf(jobId: string): PrintFault | undefined {
    const found = this.database
      .prepare(`select * from print_reports where ${isReadable} and job_id = ? order by rowid desc limit 1`)
      .get(jobId);
    return found && row.parse(found).fault;
  }

  prune(beforeMs: number): void {
    this.database.prepare('delete from print_reports where said_at < ? and told = 1').run(beforeMs);
  }
}

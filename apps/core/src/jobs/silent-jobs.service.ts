import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { one } from '../platform/database/sql.js';
import { LOGGER } from '../platform/process/logger.js';
import { METRICS } from '../platform/process/metrics.js';

/** More silent jobs than this of one printer or one person within a week raise an alarm. */
export const mostSilentJobs = 3;
const weekSeconds = 7 * 24 * 60 * 60;

/**
 * Counts silent jobs by printer and by person: jobs that ended unknown before any page was counted, and jobs
 * that were cancelled or aborted at a printer without a count. Their price is given back, so a person who
 * pulls the plug, or stops the printer before its last page, prints free of charge. Above a weekly bound the
 * service raises an alarm.
 */
@Injectable()
export class SilentJobsService {
  private readonly silent: Counter;
  private readonly alarms: Counter;

  constructor(
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Registry,
  ) {
    this.silent = new Counter({
      name: 'sixpence_silent_jobs_total',
      help: 'Jobs without any count of printed pages, which therefore cost nothing',
      registers: [metrics],
    });
    this.alarms = new Counter({
      name: 'sixpence_silent_job_alarms_total',
      help: 'Silent jobs above the weekly bound of a printer or a person',
      labelNames: ['of'],
      registers: [metrics],
    });
  }

  /** Counts a silent job that has just ended. Its row is already written. */
  async countSilentJob(job: { jobId: string; printerId: string; ownerId: string }): Promise<void> {
    this.silent.inc();
    const { printerId, ownerId } = job;
    const row = await one<{ ofPrinter: number; ofPerson: number }>(
      this.database,
      `SELECT count(*) FILTER (WHERE printer_id = :printerId) AS of_printer,
              count(*) FILTER (WHERE owner_id = :ownerId) AS of_person
       FROM jobs WHERE impressions = 0
         AND (outcome = 'unknown' OR outcome IN ('canceled', 'aborted') AND counting <> 'impressions')
         AND created_at > app_now() - make_interval(secs => :weekSeconds)`,
      { printerId, ownerId, weekSeconds },
    );
    const { ofPrinter = 0, ofPerson = 0 } = row ?? {};
    if (ofPrinter > mostSilentJobs) {
      this.alarms.inc({ of: 'printer' });
      this.logger.error({ ...job, ofPrinter }, 'jobs of a printer end too often before a page is counted');
    }
    if (ofPerson > mostSilentJobs) {
      this.alarms.inc({ of: 'person' });
      const sentence = 'jobs of one person end too often before a page is counted';
      this.logger.error({ ...job, ofPerson }, sentence);
    }
  }
}

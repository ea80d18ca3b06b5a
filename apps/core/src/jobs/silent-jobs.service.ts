import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { one } from '../platform/database/sql.js';
import { LOGGER } from '../platform/process/logger.js';
import { METRICS } from '../platform/process/metrics.js';

/** More silent jobs than these, of one printer or of one person within a week, are more than bad luck. */
export const mostSilentJobs = 3;
const weekSeconds = 7 * 24 * 60 * 60;

/**
 * Jobs that fell silent before any page was counted, and jobs that were cancelled or aborted at a printer that told no
 * count. Their money goes back, so a person who pulls the plug, or stops the printer before its last page, prints for
 * nothing: the service counts such jobs by printer and by person, and raises an alarm above the bound.
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
      help: 'Jobs of which nobody knows what they printed, so that nobody pays',
      registers: [metrics],
    });
    this.alarms = new Counter({
      name: 'sixpence_silent_job_alarms_total',
      help: 'Silent jobs beyond those that a printer, or a person, may have in a week',
      labelNames: ['of'],
      registers: [metrics],
    });
  }

  /** The job has just ended so: its row says it already. */
  async count(job: { jobId: string; printerId: string; ownerId: string }): Promise<void> {
    this.silent.inc();
    const { printerId, ownerId } = job;
    const row = await one<{ ofPrinter: number; ofPerson: number }>(
      this.database,
      `SELECT count(*) FILTER (WHERE printer_id = :printerId) AS of_printer,
              count(*) FILTER (WHERE owner_id = :ownerId) AS of_person
       FROM jobs WHERE impressions = 0 AND (outcome = 'unknown' OR outcome IN ('canceled', 'aborted') AND counting <> 'impressions')
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

import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { LOGGER } from '../platform/process/logger.js';
import { METRICS } from '../platform/process/metrics.js';

/**
 * Reports printers that complete jobs and count nothing. People are not charged for uncounted pages, so such
 * a printer costs its site money: staff see it in the log, in a metric, and in `job list --short`.
 */
@Injectable()
export class ShortCountsService {
  private readonly uncountedJobs: Counter;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Registry,
  ) {
    this.uncountedJobs = new Counter({
      name: 'sixpence_completed_jobs_without_count_total',
      help: 'Jobs that the printer reported as completed without counting a page, which cost nothing',
      registers: [metrics],
    });
  }

  /** Reports a job that was settled as completed with no counted page. */
  reportUncountedJob(job: { jobId: string; printerId: string; total: number }): void {
    this.uncountedJobs.inc();
    this.logger.error(
      job,
      'a printer completed a job and counted no page, so it cost nothing: see `operator job list --short`',
    );
  }
}

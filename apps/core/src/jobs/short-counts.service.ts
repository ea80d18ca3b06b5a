import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { LOGGER } from '../platform/process/logger.js';
import { METRICS } from '../platform/process/metrics.js';

/**
 * Printers that say "completed" and have counted nothing. Nobody is charged for pages that nobody counted, but a printer
 * that prints for nothing is somebody's loss: staff hear of it at once, and `job list --short` has it.
 */
@Injectable()
export class ShortCountsService {
  private readonly nothing: Counter;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Registry,
  ) {
    this.nothing = new Counter({
      name: 'sixpence_completed_jobs_without_count_total',
      help: 'Jobs that their printer called completed while it counted no page, so that nobody paid',
      registers: [metrics],
    });
  }

  /** A job was settled so just now. */
  countedNothing(job: { jobId: string; printerId: string; total: number }): void {
    this.nothing.inc();
    this.logger.error(
      job,
      'a printer completed a job and counted nothing, so nobody paid: see operator job list --short',
    );
  }
}

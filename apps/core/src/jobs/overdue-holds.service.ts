import { Inject, Injectable } from '@nestjs/common';
import { lifeSeconds } from '@sixpence/contracts/lifetimes';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { all, changed, one } from '../platform/database/sql.js';
import { LOGGER } from '../platform/process/logger.js';
import { METRICS } from '../platform/process/metrics.js';
import { JobsService } from './jobs.service.js';

/** Holds are settled this long before they expire: for retries, and for the wait of a core that starts. */
const settledEarlySeconds = 5 * 60;
const giveUpAfterSeconds = lifeSeconds.hold - settledEarlySeconds;

/** Retries of one job back off exponentially between these two delays. */
const firstRetrySeconds = 30;
const longestRetrySeconds = 3_600;

const batchSize = 100;
/** One round settles at most this many batches. */
const mostBatches = 20;

const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/** The 24-hour rule: no hold lasts longer, even if a printer, an agent, or core never reports an end. */
@Injectable()
export class OverdueHoldsService {
  constructor(
    private readonly database: DataSource,
    private readonly jobs: JobsService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Registry,
  ) {
    new Gauge({
      name: 'sixpence_overdue_holds',
      help: 'Jobs whose money is set aside for longer than a day: settling them fails',
      registers: [metrics],
      async collect() {
        const row = await one<{ count: number }>(
          database,
          `SELECT count(*) FROM jobs
           WHERE settled_at IS NULL AND created_at < app_now() - make_interval(secs => :seconds)`,
          { seconds: lifeSeconds.hold },
        );
        this.set(row?.count ?? 0);
      },
    });
  }

  /** Tries every due job once. A job that fails backs off, and does not delay the others. */
  async settleAll(): Promise<void> {
    let after = beforeAllIds;
    for (let batch = 0; batch < mostBatches; batch += 1) {
      const due = await this.dueJobs(after);
      for (const { id } of due) await this.settleOverdue(id);
      const last = due.at(-1);
      if (!last || due.length < batchSize) return;
      after = last.id;
    }
  }

  private dueJobs(after: string): Promise<{ id: string }[]> {
    return all(
      this.database,
      `SELECT id FROM jobs
       WHERE settled_at IS NULL AND created_at < app_now() - make_interval(secs => :giveUpAfterSeconds)
         AND (give_back_next_at IS NULL OR give_back_next_at <= app_now()) AND id > :after
       ORDER BY id LIMIT :batchSize`,
      { giveUpAfterSeconds, after, batchSize },
    );
  }

  private async settleOverdue(jobId: string): Promise<void> {
    try {
      const pages = await this.jobs.settleOverdue(jobId);
      if (pages !== undefined) {
        const sentence =
          'this job was not settled within a day: counted pages are paid, the rest is given back';
        this.logger.warn({ jobId, pages }, sentence);
      }
    } catch (error) {
      this.logger.error({ err: error, jobId }, 'settling an overdue hold failed, it is retried later');
      await this.tryLater(jobId);
    }
  }

  private async tryLater(jobId: string): Promise<void> {
    try {
      await changed(
        this.database,
        `UPDATE jobs SET give_back_tries = give_back_tries + 1, give_back_next_at = app_now()
           + make_interval(secs =>
               least(:longestRetrySeconds, :firstRetrySeconds * 2 ^ least(give_back_tries, 20)))
         WHERE id = :jobId AND settled_at IS NULL`,
        { jobId, firstRetrySeconds, longestRetrySeconds },
      );
    } catch (error) {
      // If the database refuses this as well, the next round tries the job again.
      this.logger.error({ err: error, jobId }, 'the retry of an overdue hold could not be scheduled');
    }
  }
}

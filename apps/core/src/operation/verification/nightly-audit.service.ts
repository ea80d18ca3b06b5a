import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { changed, one } from '../../platform/database/sql.js';
import { LOGGER } from '../../platform/process/logger.js';
import { METRICS } from '../../platform/process/metrics.js';
import { Every } from '../../platform/process/rounds.js';
import { VerificationService } from './verification.service.js';

const claimEveryMs = 10 * 60 * 1_000;
/** A night begins at two o'clock UTC, by the database's clock. */
const nightNow = `((app_now() AT TIME ZONE 'UTC') - interval '2 hours')::date`;
/** The most findings in one log line; `operator ledger verify` shows all. */
const mostLogged = 20;

/**
 * Verifies the ledger once a night, on one core: the core that claims the night's row. If that core dies,
 * another one claims the row again.
 */
@Injectable()
export class NightlyAuditService {
  constructor(
    private readonly database: DataSource,
    private readonly verification: VerificationService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Registry,
  ) {
    const lastNight = async () =>
      one<{ seconds: number; breaches: number }>(
        database,
        `SELECT extract(epoch FROM finished_at)::float8 AS seconds, breaches FROM verifications
         WHERE finished_at IS NOT NULL ORDER BY night DESC LIMIT 1`,
      );
    new Gauge({
      name: 'sixpence_ledger_verified_timestamp_seconds',
      help: 'When any core last verified the ledger',
      registers: [metrics],
      async collect() {
        this.set((await lastNight())?.seconds ?? 0);
      },
    });
    new Gauge({
      name: 'sixpence_ledger_breaches',
      help: 'Breaches of the ledger that the last nightly check found',
      registers: [metrics],
      async collect() {
        this.set((await lastNight())?.breaches ?? 0);
      },
    });
  }

  /** Verifies the transfers since the last checkpoint, unless a core has claimed this night already. */
  @Every(claimEveryMs, 'error', 'verifying the ledger failed; a core retries it after an hour')
  async verifyOncePerNight(): Promise<void> {
    // A core that has not finished after an hour is assumed to be dead.
    const claimed = await one<{ night: string }>(
      this.database,
      `INSERT INTO verifications AS tonight (night, begun_at) VALUES (${nightNow}, app_now())
       ON CONFLICT (night) DO UPDATE SET begun_at = excluded.begun_at
         WHERE tonight.finished_at IS NULL AND tonight.begun_at < app_now() - interval '1 hour'
       RETURNING night::text`,
    );
    if (!claimed) return;
    const { night } = claimed;
    const breaches = await this.verification.checkAndAdvance();
    await changed(
      this.database,
      'UPDATE verifications SET finished_at = app_now(), breaches = :count WHERE night = :night',
      { night, count: breaches.length },
    );
    if (breaches.length === 0) this.logger.info({ night }, 'the ledger is in order');
    else {
      this.logger.error(
        { night, count: breaches.length, breaches: breaches.slice(0, mostLogged) },
        'the ledger is not in order: see `operator ledger verify`',
      );
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { LOGGER } from '../process/logger.js';
import { METRICS } from '../process/metrics.js';
import { PrintCodesService } from './print-codes.service.js';
import type { Strain } from './service-tries.js';
import { TryBudgetsService } from './try-budgets.service.js';

/** While the alarm goes on, the log says so this often. */
const saidAgainMs = 60_000;

/** Says in the log and in figures when more wrong codes are typed than people's slips explain. */
@Injectable()
export class CodeAlarmsService {
  private readonly alarms: Counter;
  private saidAt = Number.NEGATIVE_INFINITY;

  constructor(
    database: DataSource,
    codes: PrintCodesService,
    budgets: TryBudgetsService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Registry,
  ) {
    this.alarms = new Counter({
      name: 'sixpence_code_alarms_total',
      help: 'Wrong print codes that were more than slips of all who print explain, and pauses of every printer',
      labelNames: ['strain'],
      registers: [metrics],
    });
    new Gauge({
      name: 'sixpence_code_tries',
      help: 'Print codes that were typed at all printers in the last quarter of an hour, since the last pause of them all',
      labelNames: ['answer'],
      registers: [metrics],
      async collect() {
        const { taken, wrong } = await budgets.lately(database);
        this.set({ answer: 'taken' }, taken);
        this.set({ answer: 'wrong' }, wrong);
      },
    });
    new Gauge({
      name: 'sixpence_codes_active',
      help: 'Print codes that a guess could hit',
      registers: [metrics],
      async collect() {
        this.set(await codes.countActive(database));
      },
    });
  }

  /** A wrong code was typed, and counted. */
  heard(strain: Strain): void {
    if (strain === 'usual') return;
    this.alarms.inc({ strain });
    if (strain === 'pause') {
      this.logger.error('too many wrong print codes all over the service: every printer pauses');
    } else if (performance.now() - this.saidAt >= saidAgainMs) {
      this.saidAt = performance.now();
      this.logger.warn('more wrong print codes all over the service than slips explain');
    }
  }
}

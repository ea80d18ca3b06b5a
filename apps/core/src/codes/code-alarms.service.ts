import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { LOGGER } from '../platform/process/logger.js';
import { METRICS } from '../platform/process/metrics.js';
import { codeKinds, CodeSpaceService, type CodeKind } from './code-space.service.js';
import type { Strain } from './service-tries.js';
import { TryBudgetsService } from './try-budgets.service.js';

/** While the alarm goes on, the log says so this often. */
const saidAgainMs = 60_000;

/** Says in the log and in figures when more wrong codes are typed than people's slips explain. */
@Injectable()
export class CodeAlarmsService {
  private readonly alarms: Counter;
  private readonly saidAt = new Map<CodeKind, number>();

  constructor(
    database: DataSource,
    codes: CodeSpaceService,
    budgets: TryBudgetsService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Registry,
  ) {
    this.alarms = new Counter({
      name: 'sixpence_code_alarms_total',
      help: 'Wrong codes that were more than slips of all who print explain, and pauses of every printer',
      labelNames: ['kind', 'strain'],
      registers: [metrics],
    });
    new Gauge({
      name: 'sixpence_code_tries',
      help: 'Codes that were given all over the service in the last quarter of an hour, since the last pause',
      labelNames: ['kind', 'answer'],
      registers: [metrics],
      async collect() {
        for (const kind of codeKinds) {
          const { taken, wrong } = await budgets.lately(database, kind);
          this.set({ kind, answer: 'taken' }, taken);
          this.set({ kind, answer: 'wrong' }, wrong);
        }
      },
    });
    new Gauge({
      name: 'sixpence_codes_active',
      help: 'Codes that a guess could hit',
      labelNames: ['kind'],
      registers: [metrics],
      async collect() {
        for (const kind of codeKinds) this.set({ kind }, await codes.countActive(database, kind));
      },
    });
  }

  /** A wrong code was given, and counted. */
  heard(kind: CodeKind, strain: Strain): void {
    if (strain === 'usual') return;
    this.alarms.inc({ kind, strain });
    if (strain === 'pause') {
      this.logger.error({ kind }, 'too many wrong codes all over the service: every printer pauses');
    } else if (performance.now() - (this.saidAt.get(kind) ?? Number.NEGATIVE_INFINITY) >= saidAgainMs) {
      this.saidAt.set(kind, performance.now());
      this.logger.warn({ kind }, 'more wrong codes all over the service than slips explain');
    }
  }
}

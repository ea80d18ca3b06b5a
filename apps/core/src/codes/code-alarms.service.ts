import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { LOGGER } from '../platform/process/logger.js';
import { METRICS } from '../platform/process/metrics.js';
import { codeKinds, CodeSpaceService, type CodeKind } from './code-space.service.js';
import type { WrongTryLevel } from './service-tries.js';
import { TryBudgetsService } from './try-budgets.service.js';

/** While an alarm lasts, the log repeats it at this interval. */
const logAgainMs = 60_000;

/** Reports, in the log and in metrics, that more wrong codes are typed than typing errors can explain. */
@Injectable()
export class CodeAlarmsService {
  private readonly alarms: Counter;
  private readonly loggedAt = new Map<CodeKind, number>();

  constructor(
    database: DataSource,
    codes: CodeSpaceService,
    budgets: TryBudgetsService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Registry,
  ) {
    this.alarms = new Counter({
      name: 'sixpence_code_alarms_total',
      help: 'Wrong codes beyond the number that typing slips explain, and pauses of every printer',
      labelNames: ['kind', 'strain'],
      registers: [metrics],
    });
    new Gauge({
      name: 'sixpence_code_tries',
      help: 'Codes that were typed in the whole service in the last 15 minutes, since the last pause',
      labelNames: ['kind', 'answer'],
      registers: [metrics],
      async collect() {
        for (const kind of codeKinds) {
          const { right, wrong } = await budgets.recentTries(database, kind);
          this.set({ kind, answer: 'taken' }, right);
          this.set({ kind, answer: 'wrong' }, wrong);
        }
      },
    });
    new Gauge({
      name: 'sixpence_codes_active',
      help: 'Active codes',
      labelNames: ['kind'],
      registers: [metrics],
      async collect() {
        for (const kind of codeKinds) this.set({ kind }, await codes.countActive(database, kind));
      },
    });
  }

  /** Reports the level that the whole service has reached with a wrong code. */
  reportLevel(kind: CodeKind, level: WrongTryLevel): void {
    if (level === 'usual') return;
    this.alarms.inc({ kind, strain: level });
    if (level === 'pause') {
      this.logger.error({ kind }, 'too many wrong codes in the whole service: every printer pauses');
    } else if (performance.now() - (this.loggedAt.get(kind) ?? Number.NEGATIVE_INFINITY) >= logAgainMs) {
      this.loggedAt.set(kind, performance.now());
      this.logger.warn({ kind }, 'more wrong codes in the whole service than typing slips explain');
    }
  }
}

import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../process/logger.js';
import { Rounds } from '../process/rounds.js';
import { OverdueHoldsService } from './overdue-holds.service.js';
import { PanelSessionsService } from './panel-sessions.service.js';
import { PrintCodesService } from './print-codes.service.js';
import { CodeSpaceService } from './code-space.service.js';
import { TryBudgetsService } from './try-budgets.service.js';

const sweepEveryMs = 20_000;

/** What time ends by itself: holds that nobody settled, panel sessions, and codes. */
@Injectable()
export class SweeperService implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Rounds | undefined;

  constructor(
    private readonly database: DataSource,
    private readonly overdueHolds: OverdueHoldsService,
    private readonly sessions: PanelSessionsService,
    private readonly codes: CodeSpaceService,
    private readonly budgets: TryBudgetsService,
    private readonly printCodes: PrintCodesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds = new Rounds({
      everyMs: sweepEveryMs,
      work: () => this.sweep(),
      failed: (error) => {
        this.logger.error({ err: error }, 'sweeping failed, the next round tries again');
      },
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }

  /** Money first: gives back what has been held for a day, then ends lapsed panel sessions and codes, and forgets those long dead. */
  async sweep(): Promise<void> {
    await this.overdueHolds.settleAll();
    await this.sessions.endLapsed();
    await this.codes.sweep();
    await this.budgets.forgetOld(this.database);
    await this.printCodes.forgetWrong();
  }
}

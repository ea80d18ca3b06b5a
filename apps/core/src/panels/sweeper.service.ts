import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { LOGGER } from '../platform/process/logger.js';
import { Rounds } from '../platform/process/rounds.js';
import { OverdueHoldsService } from '../jobs/overdue-holds.service.js';
import { PanelSessionsService } from './panel-sessions.service.js';
import { PrintCodesService } from '../codes/print-codes.service.js';
import { CodeSpaceService } from '../codes/code-space.service.js';
import { TryBudgetsService } from '../codes/try-budgets.service.js';

const sweepEveryMs = 20_000;

/**
 * Rounds settle no overdue hold in the first two minutes of core. A database that was restored from a copy of yesterday
 * holds jobs open that have ended since; their boxes tell the true ends when core welcomes them, and a settlement by the
 * count of the copy would be final. The 24-hour rule has five minutes in hand, so that no hold gets older by this wait.
 */
const boxesFirstMs = 2 * 60_000;

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
    const startedAt = performance.now();
    this.rounds = new Rounds({
      everyMs: sweepEveryMs,
      work: () => (performance.now() - startedAt < boxesFirstMs ? this.endLapsed() : this.sweep()),
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
    await this.endLapsed();
  }

  private async endLapsed(): Promise<void> {
    await this.sessions.endLapsed();
    await this.codes.sweep();
    await this.budgets.forgetOld(this.database);
    await this.printCodes.forgetWrong();
  }
}

import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../platform/process/logger.js';
import { Rounds } from '../../platform/process/rounds.js';
import { PrintReportsService } from './print-reports.service.js';

const forgetEveryMs = 10 * 60 * 1_000;

/** The timer that deletes reports when their year is over. */
@Injectable()
export class OldPrintReportsService implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Rounds | undefined;

  constructor(
    private readonly reports: PrintReportsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds = new Rounds({
      everyMs: forgetEveryMs,
      work: () => this.reports.forgetOld(),
      failed: (error) => {
        this.logger.warn(
          { err: error },
          'old print reports could not be deleted, the next round tries again',
        );
      },
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }
}

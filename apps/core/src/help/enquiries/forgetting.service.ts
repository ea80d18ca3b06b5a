import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../platform/process/logger.js';
import { Rounds } from '../../platform/process/rounds.js';
import { EnquiriesService } from './enquiries.service.js';

const forgetEveryMs = 10 * 60 * 1_000;

/** Deletes old enquiries every ten minutes. */
@Injectable()
export class ForgettingService implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Rounds | undefined;

  constructor(
    private readonly enquiries: EnquiriesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds = new Rounds({
      everyMs: forgetEveryMs,
      work: () => this.enquiries.forgetOld(),
      failed: (error) => {
        this.logger.warn({ err: error }, 'deleting old enquiries failed, the next round retries');
      },
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }
}

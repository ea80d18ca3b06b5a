import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../platform/process/logger.js';
import { Rounds } from '../../../platform/process/rounds.js';
import { ReconciliationService } from './reconciliation.service.js';
import { StripeService } from '../provider/stripe.service.js';

const everyMs = 5_000;

/** Runs reconciliation every five seconds, if payments are set up. */
@Injectable()
export class ReconcilerService implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Rounds | undefined;

  constructor(
    private readonly reconciliation: ReconciliationService,
    private readonly stripe: StripeService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.stripe.isSetUp) return;
    this.rounds = new Rounds({
      everyMs,
      work: async () => {
        await this.reconciliation.round();
      },
      failed: (error) => {
        this.logger.error({ err: error }, 'payments could not be reconciled; the next round retries');
      },
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }
}

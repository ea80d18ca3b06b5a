import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { StripeService } from '../payments/provider/stripe.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { Rounds } from '../../platform/process/rounds.js';
import { CardRefundsService } from './card-refunds.service.js';
import { ProviderLists } from './provider-lists.service.js';

/** Whoever asked for a refund has been answered, and it waits for nothing else. */
const everyMs = 1_000;
/** So often it is asked whether an hour has gone by. */
const listsEveryMs = 60_000;

/** Looks after refunds, and what else leaves at the provider, for as long as core runs, where payments are set up. */
@Injectable()
export class RefundRounds implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: Rounds[] = [];

  constructor(
    private readonly cardRefunds: CardRefundsService,
    private readonly lists: ProviderLists,
    private readonly stripe: StripeService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.stripe.isSetUp) return;
    this.rounds.push(
      new Rounds({
        everyMs,
        work: () => this.cardRefunds.round(),
        failed: (error) => {
          this.logger.error({ err: error }, 'refunds could not be looked at, it is tried again');
        },
      }),
      new Rounds({
        everyMs: listsEveryMs,
        work: () => this.lists.round(),
        failed: (error) => {
          this.logger.error({ err: error }, 'the provider could not be asked what left, it is tried again');
        },
      }),
    );
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.rounds.map((rounds) => rounds.stop()));
  }
}

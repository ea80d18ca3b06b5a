import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { StripeService } from '../payments/provider/stripe.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { Rounds } from '../../platform/process/rounds.js';
import { CardRefundsService } from './card-refunds.service.js';
import { ProviderLists } from './provider-lists.service.js';

/** The request for a refund is answered before the provider is asked, so the delay is short. */
const everyMs = 1_000;
/** How often core checks whether the hourly comparison is due. */
const listsEveryMs = 60_000;

/** Runs the rounds of refunds and of the provider's lists, if payments are set up. */
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
          this.logger.error({ err: error }, 'the round of refunds failed; the next round retries');
        },
      }),
      new Rounds({
        everyMs: listsEveryMs,
        work: () => this.lists.round(),
        failed: (error) => {
          this.logger.error(
            { err: error },
            "the provider's lists could not be compared; a later round retries",
          );
        },
      }),
    );
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.rounds.map((rounds) => rounds.stop()));
  }
}

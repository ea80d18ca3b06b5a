import { Injectable } from '@nestjs/common';
import { CardTestingService } from '../card-testing.service.js';
import { CreditingService } from './crediting.service.js';
import type { ReadIntent } from '../provider/intent.js';
import { PaymentListeners } from '../payment-listeners.service.js';
import type { PaymentState } from '../payment-state.js';
import { StripeService } from '../provider/stripe.service.js';

/**
 * Every look at a payment at the provider. Whatever it tells takes effect here, whether or not a webhook told it before:
 * money that came, cards that were declined, and money that left again.
 */
@Injectable()
export class PaymentLooks {
  constructor(
    private readonly stripe: StripeService,
    private readonly crediting: CreditingService,
    private readonly cardTesting: CardTestingService,
    private readonly listeners: PaymentListeners,
  ) {}

  /**
   * @param until when nobody waits for it any more
   * @returns the state of the payment then; undefined when the provider does not know it, or it is none of ours
   */
  async lookAt(intentId: string, until?: AbortSignal): Promise<PaymentState | undefined> {
    const intent = await this.stripe.read(intentId, until);
    return intent && this.take(intent, until);
  }

  /** Cancels it at the provider, or learns why it cannot. @returns the state of the payment then */
  async giveUp(intentId: string, until?: AbortSignal): Promise<PaymentState | undefined> {
    const intent = await this.stripe.cancel(intentId, until);
    return intent ? this.take(intent, until) : this.lookAt(intentId, until);
  }

  private async take(intent: ReadIntent, until?: AbortSignal): Promise<PaymentState | undefined> {
    const state = await this.crediting.creditPayment(intent);
    if (state === undefined) return undefined;
    if (await this.endsByDeclines(intent, until)) return this.giveUp(intent.id, until);
    if (state === 'succeeded') await this.listeners.tellRead(intent);
    return state;
  }

  /** The payment tells of its last declined card alone, so that all of its charges are read when that one is news. */
  private async endsByDeclines({ id, declined }: ReadIntent, until?: AbortSignal): Promise<boolean> {
    if (declined === undefined || (await this.cardTesting.isCounted(declined))) return false;
    const charges = await this.stripe.declinesOf(id, until);
    return this.cardTesting.count(id, [...new Set([declined, ...charges])]);
  }
}

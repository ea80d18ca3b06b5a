import { Injectable } from '@nestjs/common';
import { CardTestingService } from '../card-testing.service.js';
import { CreditingService } from './crediting.service.js';
import type { ReadIntent } from '../provider/intent.js';
import { PaymentListeners } from '../payment-listeners.service.js';
import type { PaymentState } from '../payment-state.js';
import { StripeService } from '../provider/stripe.service.js';

/**
 * Reads payments from the provider. Every read applies all that is new in the payment, whether or not a
 * webhook reported it: received money, declined cards, refunds, and disputes.
 */
@Injectable()
export class PaymentReconciliation {
  constructor(
    private readonly stripe: StripeService,
    private readonly crediting: CreditingService,
    private readonly cardTesting: CardTestingService,
    private readonly listeners: PaymentListeners,
  ) {}

  /**
   * @param until aborts the read at the caller's deadline
   * @returns the state of the payment after the read; undefined when the provider does not know the payment,
   *   or it is not ours
   */
  async readPayment(intentId: string, until?: AbortSignal): Promise<PaymentState | undefined> {
    const intent = await this.stripe.readIntent(intentId, until);
    return intent && this.takeIntent(intent, until);
  }

  /**
   * Cancels the payment at the provider, or reads why that is impossible.
   * @returns the state of the payment afterwards
   */
  async cancelPayment(intentId: string, until?: AbortSignal): Promise<PaymentState | undefined> {
    const intent = await this.stripe.cancel(intentId, until);
    return intent ? this.takeIntent(intent, until) : this.readPayment(intentId, until);
  }

  private async takeIntent(intent: ReadIntent, until?: AbortSignal): Promise<PaymentState | undefined> {
    const state = await this.crediting.creditPayment(intent);
    if (state === undefined) return undefined;
    if (await this.endsByDeclines(intent, until)) return this.cancelPayment(intent.id, until);
    if (state === 'succeeded') await this.listeners.read.notify(intent);
    return state;
  }

  /**
   * Counts the declined cards of the payment. An intent names only its last declined card; if that card is
   * not counted yet, all charges are read.
   * @returns whether the payment has to be cancelled
   */
  private async endsByDeclines({ id, lastDeclineId }: ReadIntent, until?: AbortSignal): Promise<boolean> {
    if (lastDeclineId === undefined || (await this.cardTesting.isCounted(lastDeclineId))) return false;
    const charges = await this.stripe.declinesOf(id, until);
    return this.cardTesting.countDeclines(id, [...new Set([lastDeclineId, ...charges])]);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { money, type Money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import type { ProviderRefund } from '../payments/provider/stripe-answers.js';
import { StripeService } from '../payments/provider/stripe.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { Every } from '../../platform/process/rounds.js';
import { RefundsService, type RefundWish, type StoredRefund } from './refunds.service.js';

/** Requests the booked refunds from the provider. */
@Injectable()
export class CardRefundsService {
  constructor(
    private readonly stripe: StripeService,
    private readonly refunds: RefundsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Books a refund: takes the money out of the wallet. The next round requests the refund from the provider.
   * If the provider refuses, the money returns to the wallet.
   * @throws Refusal `refund.too-much`, `refund.changed`, `payment.not-set-up`
   */
  async refundToCard(wish: RefundWish): Promise<{ refunded: Money; available: Money }> {
    if (!this.stripe.isSetUp) throw new Refusal('payment.not-set-up');
    const { refunds, available } = await this.refunds.askRefund(wish);
    const minor = refunds.reduce((total, refund) => total + refund.minor, 0);
    return { refunded: money(minor, wish.currency), available };
  }

  /**
   * Tries every due refund once, in parallel, so that a slow one delays no other. The person's call is
   * answered before the provider is asked, so a round runs every second.
   */
  @Every(1_000, 'error', 'the round of refunds failed; the next round retries')
  async round(): Promise<void> {
    if (!this.stripe.isSetUp) return;
    const due = await this.refunds.claimDue();
    await Promise.all(
      due.map((refund) =>
        this.reconcileRefund(refund).catch((error: unknown) => {
          // The provider may have the refund or not. Until that is clear, the money stays out of the wallet.
          this.logger.warn(
            { err: error, refundId: refund.id },
            'a refund could not be sent or checked; a later round retries',
          );
        }),
      ),
    );
  }

  /** Books the provider's answer about a refund of ours. */
  async bookAnswer(refundId: string, answer: ProviderRefund): Promise<void> {
    if (!answer.failed) await this.refunds.bookSent(refundId, answer.id);
    else if (await this.refunds.bookFailed(refundId, answer.id))
      this.logger.warn({ refundId, providerId: answer.id }, 'a refund failed and is in the balance again');
  }

  /**
   * For a day the provider repeats its answer to an idempotency key, even a failure of its own (5xx); after
   * that, the same key would refund twice. So a retry reads the provider's list first, and so does the first
   * request for an old refund, which a restored database may have sent before. A key that answers with a
   * failure is replaced before the next try.
   */
  private async reconcileRefund({
    id,
    paymentId,
    intentId,
    amountMinor,
    isNew,
    keyNumber,
  }: StoredRefund): Promise<void> {
    const refundsOfPayment = isNew ? [] : await this.stripe.refundsOf(intentId);
    const sentBefore = refundsOfPayment.filter(({ refundId }) => refundId === id);
    const existing = sentBefore.find(({ failed }) => !failed) ?? sentBefore[0];
    const key = keyNumber === 0 ? `refund:${id}` : `refund:${id}:${keyNumber}`;
    const answer =
      existing ?? (await this.stripe.refund({ refundId: id, intentId, minor: amountMinor, key }));
    if (answer === 'key-spent') return this.refunds.replaceKey(id, keyNumber);
    if (answer !== 'refused') return this.bookAnswer(id, answer);
    this.logger.warn({ refundId: id, paymentId }, 'the provider refused a refund');
    await this.refunds.bookFailed(id);
  }
}

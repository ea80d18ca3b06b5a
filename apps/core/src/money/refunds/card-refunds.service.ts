import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { money, type Money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import type { ToldRefund } from '../payments/provider/stripe-answers.js';
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
   * Books a refund: takes the money out of the wallet. The rounds request it from the provider. If the
   * provider refuses, the money returns to the wallet.
   * @throws Refusal `refund.too-much`, `refund.changed`, `payment.not-set-up`
   */
  async toCard(wish: RefundWish): Promise<{ refunded: Money; available: Money }> {
    if (!this.stripe.isSetUp) throw new Refusal('payment.not-set-up');
    const { refunds, available } = await this.refunds.askRefund(wish);
    const minor = refunds.reduce((total, refund) => total + refund.minor, 0);
    return { refunded: money(minor, wish.currency), available };
  }

  /**
   * Tries every due refund once, in parallel, so that a slow one delays no other. The request for a refund is
   * answered before the provider is asked, so the delay is short.
   */
  @Every(1_000, 'error', 'the round of refunds failed; the next round retries')
  async round(): Promise<void> {
    if (!this.stripe.isSetUp) return;
    const due = await this.refunds.due();
    await Promise.all(
      due.map((refund) =>
        this.reconcileRefund(refund).catch((error: unknown) => {
          // The provider may have it or not. The money stays out of the wallet until that is known.
          this.logger.warn(
            { err: error, refundId: refund.id },
            'a refund could not be sent or checked; a later round retries',
          );
        }),
      ),
    );
  }

  /** Books the provider's answer about a refund of ours. */
  async bookRefund(refundId: string, told: ToldRefund): Promise<void> {
    if (!told.failed) await this.refunds.sent(refundId, told.id);
    else if (await this.refunds.failed(refundId, told.id))
      this.logger.warn({ refundId, providerId: told.id }, 'a refund failed and is in the balance again');
  }

  /**
   * The provider repeats its own failure (5xx) under the same key for a day, and forgets the key after that.
   * So a retry, or the first request of an old refund, reads the provider's list first: a restored backup may
   * be older than a refund that was sent. A key that answers with a failure is replaced before the next try.
   */
  private async reconcileRefund({
    id,
    paymentId,
    intentId,
    amountMinor,
    isNew,
    keyNumber,
  }: StoredRefund): Promise<void> {
    const told = isNew ? [] : await this.stripe.refundsOf(intentId);
    const there = told.filter(({ refundId }) => refundId === id);
    const known = there.find(({ failed }) => !failed) ?? there[0];
    const key = keyNumber === 0 ? `refund:${id}` : `refund:${id}:${keyNumber}`;
    const answer = known ?? (await this.stripe.refund({ refundId: id, intentId, minor: amountMinor, key }));
    if (answer === 'key-spent') return this.refunds.replaceKey(id, keyNumber);
    if (answer !== 'refused') return this.bookRefund(id, answer);
    this.logger.warn({ refundId: id, paymentId }, 'the provider refused a refund');
    await this.refunds.failed(id);
  }
}

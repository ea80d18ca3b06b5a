import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { add, money, sum, type Money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import { StripeService, type ToldRefund } from '../payments/stripe.service.js';
import { LOGGER } from '../process/logger.js';
import { RefundsService, type AskedRefund, type RefundWish, type StoredRefund } from './refunds.service.js';

/** Asks the provider to send back what the books say is on its way. */
@Injectable()
export class CardRefundsService {
  constructor(
    private readonly stripe: StripeService,
    private readonly refunds: RefundsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes the money out of the wallet first, and asks the provider then. What the provider refuses is in the wallet again;
   * what nobody knows of yet is asked again by the rounds.
   * @throws Refusal `refund.too-much`, `refund.changed`, `payment.not-set-up`
   */
  async toCard(wish: RefundWish): Promise<{ refunded: Money; available: Money }> {
    if (!this.stripe.isSetUp) throw new Refusal('payment.not-set-up');
    const { refunds, available } = await this.refunds.ask(wish);
    const back: Money[] = [];
    for (const refund of refunds) {
      if (!(await this.send(refund))) back.push(money(refund.minor, wish.currency));
    }
    if (back.length === refunds.length) throw new Refusal('refund.too-much');
    const gone = refunds.reduce((total, { minor }) => total + minor, 0);
    const failed = sum(back, wish.currency);
    return { refunded: money(gone - failed.minor, wish.currency), available: add(available, failed) };
  }

  /** One look at every refund of which nobody knows whether the provider has it. One that cannot be read is in no other's way. */
  async round(): Promise<void> {
    for (const refund of await this.refunds.due()) {
      try {
        await this.lookAgain(refund);
      } catch (error) {
        this.logger.warn({ err: error, refundId: refund.id }, 'a refund could not be looked at');
      }
    }
  }

  /** What the provider says of a refund of ours. @returns false when it is in the wallet again */
  async take(refundId: string, told: ToldRefund): Promise<boolean> {
    if (!told.failed) await this.refunds.sent(refundId, told.id);
    else if (await this.refunds.failed(refundId, told.id))
      this.logger.warn({ refundId, providerId: told.id }, 'a refund failed and is in the balance again');
    return !told.failed;
  }

  /** @returns false when the provider refused it */
  private async send({ id, paymentId, minor }: AskedRefund): Promise<boolean> {
    const { intentId } = await this.refunds.refund(id);
    try {
      const told = await this.stripe.refund({ refundId: id, intentId, minor });
      if (told) return await this.take(id, told);
    } catch (error) {
      // It may have it, or not: the money stays out of the wallet until that is known.
      this.logger.warn(
        { err: error, refundId: id },
        'the provider did not answer to a refund, it is asked again',
      );
      return true;
    }
    this.logger.warn({ refundId: id, paymentId }, 'the provider refused a refund');
    await this.refunds.failed(id);
    return false;
  }

  /** The provider forgets keys after a day, so that what it has is read before it is asked once more. */
  private async lookAgain({ id, paymentId, intentId, amountMinor }: StoredRefund): Promise<void> {
    const there = (await this.stripe.refundsOf(intentId)).find(({ refundId }) => refundId === id);
    if (there) await this.take(id, there);
    else await this.send({ id, paymentId, minor: amountMinor });
  }
}

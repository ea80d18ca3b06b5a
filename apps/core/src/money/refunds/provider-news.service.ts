import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { one } from '../../platform/database/sql.js';
import { CreditingService } from '../payments/reconciliation/crediting.service.js';
import type { ReadIntent } from '../payments/provider/intent.js';
import { PaymentListeners } from '../payments/payment-listeners.service.js';
import type { PaymentState } from '../payments/payment-state.js';
import type { ProviderEvent, ToldRefund } from '../payments/provider/stripe-answers.js';
import { StripeService } from '../payments/provider/stripe.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { METRICS } from '../../platform/process/metrics.js';
import { CardRefundsService } from './card-refunds.service.js';
import { DisputesService, type Heard, type ToldDispute } from './disputes.service.js';
import { RefundsService } from './refunds.service.js';

interface CreditedPayment {
  id: string;
  amountMinor: number;
}

/**
 * Handles news of refunds, disputes, and late failures. They come from webhooks, from payments that were
 * read, and from the provider's lists. The current state is read from the provider each time, so that order
 * and repetition do not matter.
 */
@Injectable()
export class ProviderNews {
  private readonly takenBack: Counter<'what'>;

  constructor(
    private readonly database: DataSource,
    private readonly stripe: StripeService,
    private readonly crediting: CreditingService,
    private readonly refunds: RefundsService,
    private readonly cardRefunds: CardRefundsService,
    private readonly disputes: DisputesService,
    listeners: PaymentListeners,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Registry,
  ) {
    this.takenBack = new Counter({
      name: 'sixpence_disputes_total',
      help: 'Payments that banks took back, and payments that failed after they were credited',
      labelNames: ['what'],
      registers: [metrics],
    });
    listeners.event.add((event) => this.hearEvent(event));
    listeners.read.add((intent) => this.readNews(intent));
  }

  /** Books every refund of this payment. */
  async refunded(intentId: string): Promise<void> {
    const payment = await this.paymentOf(intentId);
    if (!payment) return;
    // Failed refunds first: they free the amount that another refund then took.
    const refunds = (await this.stripe.refundsOf(intentId)).toSorted(
      (one, other) => Number(other.failed) - Number(one.failed),
    );
    for (const told of refunds) {
      const refundId = await this.ours(told, payment.id);
      if (refundId !== undefined) await this.cardRefunds.bookRefund(refundId, told);
      else if (!told.failed || (await this.isKnown(told.id))) {
        const found = { paymentId: payment.id, providerId: told.id, minor: told.minor };
        await this.cardRefunds.bookRefund((await this.refunds.found(found)).id, told);
      }
    }
  }

  /** Books this dispute. */
  async disputed(id: string): Promise<void> {
    let heard: Heard;
    do {
      const seenTurns = await this.turnsOf(id);
      const told = await this.stripe.dispute(id);
      const payment = told && (await this.paymentOf(told.intentId));
      if (!payment) return;
      const { minor, state } = told;
      const { id: paymentId } = payment;
      heard = await this.tellStaff({ id, paymentId, what: 'dispute', minor, state, seenTurns });
      // Another core has booked the dispute since this one read it: read it again.
    } while (heard.isOld);
  }

  /** Books a late failure, if this payment failed after it was credited. */
  async failed(intentId: string): Promise<void> {
    const payment = await this.paymentOf(intentId);
    if (!payment) return;
    const intent = await this.stripe.readIntent(intentId);
    // A card was declined before another card paid.
    if (!intent || intent.status === 'succeeded') return;
    // Cancel it at the provider, so that it cannot be paid again: a second success would not be credited.
    const ended =
      intent.status === 'canceled'
        ? intent
        : ((await this.stripe.cancel(intentId)) ?? (await this.stripe.readIntent(intentId)));
    if (ended?.status === 'succeeded') return;
    const { id: paymentId, amountMinor: minor } = payment;
    await this.tellStaff({
      id: `failed:${paymentId}`,
      paymentId,
      what: 'late-failure',
      minor,
      state: 'lost',
    });
  }

  private async hearEvent({ type, subjectId, intentId }: ProviderEvent): Promise<void> {
    if (/^(charge\.refund|refund\.)/.test(type) && intentId !== undefined) await this.refunded(intentId);
    if (type.startsWith('charge.dispute.')) await this.disputed(subjectId);
  }

  private async readNews({ id, status, refundedMinor, disputed }: ReadIntent): Promise<void> {
    // This answer may be older than the credit, so `failed` reads the payment again.
    if (status !== 'succeeded') await this.failed(id);
    if (refundedMinor !== undefined && refundedMinor !== (await this.sentMinor(id))) await this.refunded(id);
    if (!disputed) return;
    for (const dispute of await this.stripe.disputesOf(id)) await this.disputed(dispute.id);
  }

  /**
   * Books the report, and tells staff when a bank took money.
   * @returns the result of the report
   */
  private async tellStaff(told: ToldDispute): Promise<Heard> {
    const heard = await this.disputes.bookDispute(told);
    const { tookBack, takenMinor, state } = heard;
    if (!tookBack) return heard;
    const { what, paymentId, id, minor } = told;
    this.takenBack.inc({ what });
    this.logger.error(
      { paymentId, disputeId: id, what, state, minor, takenMinor },
      'a bank took a payment back, and top-ups of its person are closed: see operator payments open',
    );
    return heard;
  }

  /** How often the books have decided this dispute. */
  private async turnsOf(id: string): Promise<number> {
    const known = await one<{ turns: number }>(
      this.database,
      'SELECT turns FROM payment_disputes WHERE id = :id',
      { id },
    );
    return known?.turns ?? 0;
  }

  /** The refunded minor units that the provider has confirmed, by the books. */
  private async sentMinor(intentId: string): Promise<number> {
    const sent = await one<{ minor: number }>(
      this.database,
      `SELECT coalesce(sum(r.amount_minor), 0)::bigint AS minor
       FROM payment_refunds r JOIN payments p ON p.id = r.payment_id
       WHERE p.intent_id = :intentId AND r.state = 'sent'`,
      { intentId },
    );
    return sent?.minor ?? 0;
  }

  /**
   * Credits the payment first if that is still to be done, because news comes in any order.
   * @returns undefined when the payment is not ours, or not credited
   */
  private async paymentOf(intentId: string): Promise<CreditedPayment | undefined> {
    const payment = await one<CreditedPayment & { state: PaymentState }>(
      this.database,
      'SELECT id, amount_minor, state FROM payments WHERE intent_id = :intentId',
      { intentId },
    );
    if (!payment || payment.state === 'succeeded') return payment;
    const intent = await this.stripe.readIntent(intentId);
    if (!intent || (await this.crediting.creditPayment(intent)) !== 'succeeded') return undefined;
    return { ...payment, amountMinor: intent.minor };
  }

  /**
   * Our refund that this provider's refund stands for. Its metadata is trusted only if it names a refund that
   * is here and has no other refund at the provider: a second one was made there in addition.
   */
  private async ours({ id, refundId }: ToldRefund, paymentId: string): Promise<string | undefined> {
    const refund = await one<{ id: string }>(
      this.database,
      `SELECT id FROM payment_refunds WHERE id::text = :refundId AND payment_id = :paymentId
         AND (provider_id = :providerId OR (provider_id IS NULL AND state = 'asked'))`,
      { refundId: refundId ?? '', paymentId, providerId: id },
    );
    return refund?.id;
  }

  private async isKnown(providerId: string): Promise<boolean> {
    const refund = await one(this.database, 'SELECT 1 FROM payment_refunds WHERE provider_id = :providerId', {
      providerId,
    });
    return refund !== undefined;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { one } from '../../platform/database/sql.js';
import { CreditingService } from '../payments/reconciliation/crediting.service.js';
import type { ReadIntent } from '../payments/provider/intent.js';
import { PaymentListeners } from '../payments/payment-listeners.service.js';
import type { PaymentState } from '../payments/payment-state.js';
import type { ProviderEvent, ProviderRefund } from '../payments/provider/stripe-answers.js';
import { StripeService } from '../payments/provider/stripe.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { METRICS } from '../../platform/process/metrics.js';
import { CardRefundsService } from './card-refunds.service.js';
import { DisputesService, type ReportResult, type DisputeReport } from './disputes.service.js';
import { RefundsService } from './refunds.service.js';

interface CreditedPayment {
  id: string;
  amountMinor: number;
}

/**
 * Handles reports of refunds, disputes, and late failures. The reports come from webhooks, from payments that
 * were read, and from the provider's lists. The current state is read from the provider each time, so that
 * order and repetition do not matter.
 */
@Injectable()
export class ProviderReports {
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
    listeners.read.add((intent) => this.compareRead(intent));
  }

  /** Books every refund of this payment. */
  async bookRefunds(intentId: string): Promise<void> {
    const payment = await this.paymentOf(intentId);
    if (!payment) return;
    // Failed refunds first: a failed refund frees its amount, and a later refund may have taken that amount.
    const refunds = (await this.stripe.refundsOf(intentId)).toSorted(
      (one, other) => Number(other.failed) - Number(one.failed),
    );
    for (const refund of refunds) {
      const refundId = await this.ownRefundId(refund, payment.id);
      if (refundId !== undefined) await this.cardRefunds.bookAnswer(refundId, refund);
      else if (!refund.failed || (await this.isKnown(refund.id))) {
        const report = { paymentId: payment.id, providerId: refund.id, minor: refund.minor };
        await this.cardRefunds.bookAnswer((await this.refunds.bookProviderRefund(report)).id, refund);
      }
    }
  }

  /** Books this dispute. */
  async bookDispute(id: string): Promise<void> {
    let result: ReportResult;
    do {
      const seenChanges = await this.changesOf(id);
      const dispute = await this.stripe.dispute(id);
      const payment = dispute && (await this.paymentOf(dispute.intentId));
      if (!payment) return;
      const { minor, state } = dispute;
      const { id: paymentId } = payment;
      result = await this.bookAndTellStaff({ id, paymentId, what: 'dispute', minor, state, seenChanges });
      // Another core has booked the dispute since this one read it: read it again.
    } while (result.isOld);
  }

  /**
   * Books a late failure, if this payment failed after it was credited.
   * @returns whether the payment failed
   */
  async bookLateFailure(intentId: string): Promise<boolean> {
    const payment = await this.paymentOf(intentId);
    if (!payment) return false;
    const intent = await this.stripe.readIntent(intentId);
    // A payment that has succeeded did not fail late: a card was declined before another card paid.
    if (!intent || intent.status === 'succeeded') return false;
    // The payment is cancelled at the provider, so that it cannot be paid again: a second success would not
    // be credited.
    const lastIntent =
      intent.status === 'canceled'
        ? intent
        : ((await this.stripe.cancel(intentId)) ?? (await this.stripe.readIntent(intentId)));
    if (lastIntent?.status === 'succeeded') return false;
    const { id: paymentId, amountMinor: minor } = payment;
    await this.bookAndTellStaff({
      id: `failed:${paymentId}`,
      paymentId,
      what: 'late-failure',
      minor,
      state: 'lost',
    });
    return true;
  }

  private async hearEvent({ type, subjectId, intentId }: ProviderEvent): Promise<void> {
    if (/^(charge\.refund|refund\.)/.test(type) && intentId !== undefined) await this.bookRefunds(intentId);
    if (type.startsWith('charge.dispute.')) await this.bookDispute(subjectId);
  }

  private async compareRead({ id, status, refundedMinor, disputed }: ReadIntent): Promise<void> {
    // This answer may be older than the credit, so `bookLateFailure` reads the payment again.
    if (status !== 'succeeded') await this.bookLateFailure(id);
    if (refundedMinor !== undefined && refundedMinor !== (await this.sentMinor(id)))
      await this.bookRefunds(id);
    if (!disputed) return;
    for (const dispute of await this.stripe.disputesOf(id)) await this.bookDispute(dispute.id);
  }

  /**
   * Books the report, and tells staff when a bank took money.
   * @returns the result of the report
   */
  private async bookAndTellStaff(report: DisputeReport): Promise<ReportResult> {
    const result = await this.disputes.bookDispute(report);
    const { tookBack, takenMinor, state } = result;
    if (!tookBack) return result;
    const { what, paymentId, id, minor } = report;
    this.takenBack.inc({ what });
    this.logger.error(
      { paymentId, disputeId: id, what, state, minor, takenMinor },
      'a bank took a payment back, and top-ups of its person are closed: see `operator payments open`',
    );
    return result;
  }

  /** How often the row of this dispute has changed (`turns`); 0 when the dispute is not stored. */
  private async changesOf(id: string): Promise<number> {
    const dispute = await one<{ turns: number }>(
      this.database,
      'SELECT turns FROM payment_disputes WHERE id = :id',
      { id },
    );
    return dispute?.turns ?? 0;
  }

  /** The refunded minor units that the provider has confirmed, by the rows in the database. */
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
   * Credits the payment first if that is still to be done, because reports come in any order.
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
   * Our refund to which this refund at the provider belongs, by its metadata. Undefined when our refund
   * already belongs to another refund at the provider: then staff made this one in addition.
   */
  private async ownRefundId(
    { id, refundId }: ProviderRefund,
    paymentId: string,
  ): Promise<string | undefined> {
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

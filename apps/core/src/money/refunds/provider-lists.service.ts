import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { all, changed } from '../../platform/database/sql.js';
import { PaymentReconciliation } from '../payments/reconciliation/payment-reconciliation.service.js';
import type { ProviderDispute, ProviderEvent, ToldRefund } from '../payments/provider/stripe-answers.js';
import { StripeService } from '../payments/provider/stripe.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { Every } from '../../platform/process/rounds.js';
import { ProviderNews } from './provider-news.service.js';

/** A bank returns a refund within thirty days, and the provider lists events for as long. */
const refundDays = 30;
const eventDays = 30;
/** A payer has 120 days to dispute. Months later an inquiry may become a dispute, or a dispute may end. */
const disputeDays = 180;

/** The result of one comparison. */
export interface Looked {
  news: number;
  failed: number;
  missing: string[];
}

/**
 * Compares the provider's lists of received, refunded, and disputed money with the books, in case a webhook
 * is lost.
 */
@Injectable()
export class ProviderLists {
  constructor(
    private readonly database: DataSource,
    private readonly stripe: StripeService,
    private readonly news: ProviderNews,
    private readonly looks: PaymentReconciliation,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Compares once an hour, on one core; after a failure, again in ten minutes. */
  @Every(60_000, 'error', "the provider's lists could not be compared; a later round retries")
  async round(): Promise<void> {
    if (!this.stripe.isSetUp) return;
    if (!(await this.putOff({ time: '10 minutes', onlyDue: true }))) return;
    const { failed } = await this.reconcileLists();
    if (failed === 0) await this.putOff({ time: '1 hour', onlyDue: false });
  }

  /**
   * Compares the lists with the books. An unknown entry is handled like a webhook.
   * @returns the number of unknown entries, how many of them failed, and the payments that are in no books
   */
  async reconcileLists(): Promise<Looked> {
    const told = { news: 0, failed: 0 };
    const take = async (about: object, work: () => Promise<unknown>) => {
      told.news += 1;
      try {
        await work();
      } catch (error) {
        told.failed += 1;
        this.logger.warn({ err: error, ...about }, "an entry of the provider's lists could not be booked");
      }
    };
    // Received payments first: refunds and disputes need a credited payment.
    const successes = await this.stripe.successesSince(eventDays);
    for (const intentId of await this.uncredited(successes))
      await take({ intentId }, () => this.looks.lookAt(intentId));
    for (const intentId of await this.refunded(await this.stripe.refundsSince(refundDays)))
      await take({ intentId }, () => this.news.refunded(intentId));
    const disputes = await this.stripe.disputesSince(disputeDays);
    for (const dispute of await this.disputed(disputes))
      await take({ disputeId: dispute.id }, () => this.news.disputed(dispute.id));
    for (const intentId of await this.failed(await this.stripe.failuresSince(eventDays)))
      await take({ intentId }, () => this.news.failed(intentId));
    return { ...told, missing: await this.compared(disputes, successes) };
  }

  /**
   * Tells staff about the entries on which the lists and the books still disagree.
   * @returns payments that are in no books
   */
  private async compared(disputes: ProviderDispute[], successes: ProviderEvent[]): Promise<string[]> {
    const differing = await this.disputed(disputes);
    const missing = await this.missing(successes);
    for (const { id, state } of differing)
      this.logger.error({ disputeId: id, state }, 'a dispute is not in the books as the provider has it');
    for (const intentId of missing)
      this.logger.error({ intentId }, 'a payment is in no books: see operator payments credit');
    await changed(
      this.database,
      `UPDATE provider_looks SET differing_disputes = :disputes, missing_payments = :payments
        WHERE name = 'money-back'`,
      { disputes: differing.length, payments: missing.length },
    );
    return missing;
  }

  private async putOff(until: { time: string; onlyDue: boolean }): Promise<boolean> {
    const moved = await changed(
      this.database,
      `UPDATE provider_looks SET next_look_at = app_now() + :time ::interval
       WHERE name = 'money-back' AND (NOT :onlyDue OR next_look_at <= app_now())`,
      until,
    );
    return moved === 1;
  }

  /** @returns payments of ours with a refund that the books do not have, or whose failure they do not have */
  private async refunded(told: ToldRefund[]): Promise<string[]> {
    const rows = await all<{ intentId: string }>(
      this.database,
      `SELECT DISTINCT p.intent_id
       FROM unnest(:ids ::text[], :intentIds ::text[], :fails ::boolean[]) AS told (id, intent_id, fails)
       JOIN payments p ON p.intent_id = told.intent_id
       LEFT JOIN payment_refunds r ON r.provider_id = told.id
       WHERE CASE WHEN told.fails THEN r.state <> 'failed' ELSE r.id IS NULL END`,
      {
        ids: told.map(({ id }) => id),
        intentIds: told.map(({ intentId }) => intentId ?? null),
        fails: told.map(({ failed }) => failed),
      },
    );
    return rows.map(({ intentId }) => intentId);
  }

  /** @returns disputes of our payments that the books do not have, or have in another state */
  private async disputed(told: ProviderDispute[]): Promise<ProviderDispute[]> {
    const rows = await all<{ id: string }>(
      this.database,
      `SELECT told.id FROM unnest(:ids ::text[], :intentIds ::text[], :states ::text[])
        AS told (id, intent_id, state)
       JOIN payments p ON p.intent_id = told.intent_id
       LEFT JOIN payment_disputes d ON d.id = told.id
       WHERE d.state IS DISTINCT FROM told.state
         -- The disputes of a failed payment are final.
         AND NOT (d.id IS NOT NULL AND EXISTS (
           SELECT FROM payment_disputes f WHERE f.payment_id = p.id AND f.what = 'late-failure'))`,
      {
        ids: told.map(({ id }) => id),
        intentIds: told.map(({ intentId }) => intentId),
        states: told.map(({ state }) => state),
      },
    );
    const news = new Set(rows.map(({ id }) => id));
    return told.filter(({ id }) => news.has(id));
  }

  /**
   * A card that was declined before another card paid is no late failure. Five seconds are tolerated, because
   * the provider counts whole seconds of its own clock.
   * @returns payments of ours that may have failed after they were credited, and whose failure is not in the
   *   books
   */
  private async failed(told: ProviderEvent[]): Promise<string[]> {
    const rows = await all<{ intentId: string }>(
      this.database,
      `SELECT DISTINCT p.intent_id
        FROM unnest(:intentIds ::text[], :times ::timestamptz[]) AS told (intent_id, at)
       JOIN payments p ON p.intent_id = told.intent_id AND told.at > p.credited_at - interval '5 seconds'
       WHERE NOT EXISTS (SELECT FROM payment_disputes d
         WHERE d.payment_id = p.id AND d.what = 'late-failure')`,
      { intentIds: told.map(({ subjectId }) => subjectId), times: told.map(({ at }) => at) },
    );
    return rows.map(({ intentId }) => intentId);
  }

  /** @returns payments of ours that succeeded at the provider and are not credited */
  private async uncredited(told: ProviderEvent[]): Promise<string[]> {
    const rows = await all<{ intentId: string }>(
      this.database,
      `SELECT DISTINCT told.intent_id FROM unnest(:intentIds ::text[]) AS told (intent_id)
       JOIN payments p ON p.intent_id = told.intent_id
         WHERE p.state IN ('asked', 'open', 'given-up', 'processing')`,
      { intentIds: told.map(({ subjectId }) => subjectId) },
    );
    return rows.map(({ intentId }) => intentId);
  }

  /**
   * @returns payments that were begun here and are not in this database, because it was restored from an
   *   older backup
   */
  private async missing(told: ProviderEvent[]): Promise<string[]> {
    const ours = told.filter(({ paymentId }) => paymentId !== undefined);
    const rows = await all<{ intentId: string }>(
      this.database,
      `SELECT DISTINCT told.intent_id FROM unnest(:intentIds ::text[]) AS told (intent_id)
       WHERE NOT EXISTS (SELECT FROM payments p WHERE p.intent_id = told.intent_id)`,
      { intentIds: ours.map(({ subjectId }) => subjectId) },
    );
    return rows.map(({ intentId }) => intentId);
  }
}

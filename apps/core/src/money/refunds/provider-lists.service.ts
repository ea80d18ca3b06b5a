import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { all, changed } from '../../platform/database/sql.js';
import { PaymentReconciliation } from '../payments/reconciliation/payment-reconciliation.service.js';
import type { ProviderDispute, ProviderEvent, ProviderRefund } from '../payments/provider/stripe-answers.js';
import { StripeService } from '../payments/provider/stripe.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { Every } from '../../platform/process/rounds.js';
import { ProviderReports } from './provider-reports.service.js';

/** A bank returns a refund within thirty days, and the provider lists events of the last thirty days. */
const refundDays = 30;
const eventDays = 30;
/** A payer may dispute for 120 days. Months later an inquiry may become a dispute, or a dispute may end. */
const disputeDays = 180;
/** The provider's times are whole seconds of its own clock, so they may be this much earlier than core's. */
const clockDifferenceSeconds = 5;

/** The result of one comparison. */
export interface ListComparison {
  /** How many entries were not in the database, or differed from it. */
  news: number;
  /** How many of these entries could not be booked. */
  failed: number;
  /** Intents of payments of ours that this database lacks. */
  missing: string[];
}

/**
 * Compares the provider's lists of received, refunded, and disputed money with the database, in case a
 * webhook is lost.
 */
@Injectable()
export class ProviderLists {
  constructor(
    private readonly database: DataSource,
    private readonly stripe: StripeService,
    private readonly reports: ProviderReports,
    private readonly reconciliation: PaymentReconciliation,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Compares once an hour, on one core; after a failure, again in ten minutes. */
  @Every(60_000, 'error', "the provider's lists could not be compared; a later round retries")
  async round(): Promise<void> {
    if (!this.stripe.isSetUp) return;
    if (!(await this.postpone({ time: '10 minutes', onlyDue: true }))) return;
    const { failed } = await this.reconcileLists();
    if (failed === 0) await this.postpone({ time: '1 hour', onlyDue: false });
  }

  /**
   * Compares the lists with the database. An entry that the database lacks is handled like a webhook.
   */
  async reconcileLists(): Promise<ListComparison> {
    const counts = { news: 0, failed: 0 };
    /** `work` answers false if the entry was no news after all. */
    const book = async (about: object, work: () => Promise<unknown>) => {
      try {
        if ((await work()) === false) return;
        counts.news += 1;
      } catch (error) {
        counts.news += 1;
        counts.failed += 1;
        this.logger.warn({ err: error, ...about }, "an entry of the provider's lists could not be booked");
      }
    };
    // Received payments first: refunds and disputes need a credited payment.
    const successes = await this.stripe.successesSince(eventDays);
    for (const intentId of await this.uncreditedPayments(successes))
      await book({ intentId }, () => this.reconciliation.readPayment(intentId));
    for (const intentId of await this.paymentsWithUnknownRefunds(await this.stripe.refundsSince(refundDays)))
      await book({ intentId }, () => this.reports.bookRefunds(intentId));
    const disputes = await this.stripe.disputesSince(disputeDays);
    for (const dispute of await this.unknownDisputes(disputes))
      await book({ disputeId: dispute.id }, () => this.reports.bookDispute(dispute.id));
    for (const intentId of await this.possibleLateFailures(await this.stripe.failuresSince(eventDays)))
      await book({ intentId }, () => this.reports.bookLateFailure(intentId));
    return { ...counts, missing: await this.reportDifferences(disputes, successes) };
  }

  /**
   * Tells staff about the entries on which the lists and the database still disagree.
   * @returns payments that are not in the database
   */
  private async reportDifferences(
    disputes: ProviderDispute[],
    successes: ProviderEvent[],
  ): Promise<string[]> {
    const differing = await this.unknownDisputes(disputes);
    const missing = await this.missingPayments(successes);
    for (const { id, state } of differing)
      this.logger.error({ disputeId: id, state }, 'a dispute in the database differs from the provider');
    for (const intentId of missing)
      this.logger.error({ intentId }, 'a payment is not in the database: see `operator payments credit`');
    await changed(
      this.database,
      `UPDATE provider_looks SET differing_disputes = :disputes, missing_payments = :payments
        WHERE name = 'money-back'`,
      { disputes: differing.length, payments: missing.length },
    );
    return missing;
  }

  /** @returns false when `onlyDue` is set and the next comparison is not due yet; then nothing changes */
  private async postpone(until: { time: string; onlyDue: boolean }): Promise<boolean> {
    const moved = await changed(
      this.database,
      `UPDATE provider_looks SET next_look_at = app_now() + :time ::interval
       WHERE name = 'money-back' AND (NOT :onlyDue OR next_look_at <= app_now())`,
      until,
    );
    return moved === 1;
  }

  /** @returns payments of ours with a refund, or a failure of a refund, that is not in the database */
  private async paymentsWithUnknownRefunds(listed: ProviderRefund[]): Promise<string[]> {
    const rows = await all<{ intentId: string }>(
      this.database,
      `SELECT DISTINCT p.intent_id
       FROM unnest(:ids ::text[], :intentIds ::text[], :fails ::boolean[]) AS listed (id, intent_id, fails)
       JOIN payments p ON p.intent_id = listed.intent_id
       LEFT JOIN payment_refunds r ON r.provider_id = listed.id
       WHERE CASE WHEN listed.fails THEN r.state <> 'failed' ELSE r.id IS NULL END`,
      {
        ids: listed.map(({ id }) => id),
        intentIds: listed.map(({ intentId }) => intentId ?? null),
        fails: listed.map(({ failed }) => failed),
      },
    );
    return rows.map(({ intentId }) => intentId);
  }

  /** @returns disputes of our payments that are not in the database, or have another state in it */
  private async unknownDisputes(listed: ProviderDispute[]): Promise<ProviderDispute[]> {
    const rows = await all<{ id: string }>(
      this.database,
      `SELECT listed.id FROM unnest(:ids ::text[], :intentIds ::text[], :states ::text[])
        AS listed (id, intent_id, state)
       JOIN payments p ON p.intent_id = listed.intent_id
       LEFT JOIN payment_disputes d ON d.id = listed.id
       WHERE d.state IS DISTINCT FROM listed.state
         -- The disputes of a failed payment are final.
         AND NOT (d.id IS NOT NULL AND EXISTS (
           SELECT FROM payment_disputes f WHERE f.payment_id = p.id AND f.what = 'late-failure'))`,
      {
        ids: listed.map(({ id }) => id),
        intentIds: listed.map(({ intentId }) => intentId),
        states: listed.map(({ state }) => state),
      },
    );
    const unknown = new Set(rows.map(({ id }) => id));
    return listed.filter(({ id }) => unknown.has(id));
  }

  /**
   * A card that was declined before another card paid is no late failure.
   * @returns payments of ours that may have failed after they were credited, and whose failure is not in the
   *   database
   */
  private async possibleLateFailures(listed: ProviderEvent[]): Promise<string[]> {
    const rows = await all<{ intentId: string }>(
      this.database,
      `SELECT DISTINCT p.intent_id
        FROM unnest(:intentIds ::text[], :times ::timestamptz[]) AS listed (intent_id, at)
       JOIN payments p ON p.intent_id = listed.intent_id
         AND listed.at > p.credited_at - interval '${clockDifferenceSeconds} seconds'
       WHERE NOT EXISTS (SELECT FROM payment_disputes d
         WHERE d.payment_id = p.id AND d.what = 'late-failure')`,
      { intentIds: listed.map(({ subjectId }) => subjectId), times: listed.map(({ at }) => at) },
    );
    return rows.map(({ intentId }) => intentId);
  }

  /** @returns payments of ours that succeeded at the provider and are not credited */
  private async uncreditedPayments(listed: ProviderEvent[]): Promise<string[]> {
    const rows = await all<{ intentId: string }>(
      this.database,
      `SELECT DISTINCT listed.intent_id FROM unnest(:intentIds ::text[]) AS listed (intent_id)
       JOIN payments p ON p.intent_id = listed.intent_id
         WHERE p.state IN ('asked', 'open', 'given-up', 'processing')`,
      { intentIds: listed.map(({ subjectId }) => subjectId) },
    );
    return rows.map(({ intentId }) => intentId);
  }

  /**
   * @returns payments that core began and that are not in this database, because it was restored from an
   *   older backup
   */
  private async missingPayments(listed: ProviderEvent[]): Promise<string[]> {
    const ours = listed.filter(({ paymentId }) => paymentId !== undefined);
    const rows = await all<{ intentId: string }>(
      this.database,
      `SELECT DISTINCT listed.intent_id FROM unnest(:intentIds ::text[]) AS listed (intent_id)
       WHERE NOT EXISTS (SELECT FROM payments p WHERE p.intent_id = listed.intent_id)`,
      { intentIds: ours.map(({ subjectId }) => subjectId) },
    );
    return rows.map(({ intentId }) => intentId);
  }
}

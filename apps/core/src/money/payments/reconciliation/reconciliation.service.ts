import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { all, changed } from '../../../platform/database/sql.js';
import { LOGGER } from '../../../platform/process/logger.js';
import { Every } from '../../../platform/process/rounds.js';
import { PaymentReconciliation } from './payment-reconciliation.service.js';
import { paymentColumns, type PaymentRow } from '../payment-row.js';
import type { PaymentState } from '../payment-state.js';
import { StripeService } from '../provider/stripe.service.js';

/** The most payments that one round reads. */
const mostAtOnce = 50;
/** The most payments that are read when staff ask for all of them. */
const mostOfAll = 100_000;
/** Reads of one payment back off exponentially between these two delays. */
const firstRetrySeconds = 30;
const longestRetrySeconds = 600;
/** An open payment is given up after this time; by then the person has closed the page that pays it. */
const openHours = 24;
/** A request for an intent has failed for good after this time. */
const unansweredMinutes = 10;
/**
 * A payment that could neither be paid nor cancelled for so many days is left to staff. A payment that a bank
 * is deciding is read until the bank has decided.
 */
const lookedAtDays = 30;
/** The ids of events are deleted after this time: the provider repeats an event for three days only. */
const eventDays = 30;

/** Reads every unfinished payment from the provider, in case a webhook is lost. */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly database: DataSource,
    private readonly reconciliation: PaymentReconciliation,
    private readonly stripe: StripeService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every(5_000, 'error', 'payments could not be reconciled; the next round retries')
  async roundIfSetUp(): Promise<void> {
    if (this.stripe.isSetUp) await this.round();
  }

  /**
   * Reads the payments that are due, or all unfinished payments.
   * @returns how many payments were due, how many of them were credited, and how many could not be read
   */
  async round({ all: allUnfinished = false } = {}): Promise<{
    looked: number;
    credited: number;
    failed: number;
  }> {
    await this.tidy();
    const due = await this.claim(allUnfinished);
    const counts = { looked: due.length, credited: 0, failed: 0 };
    for (const payment of due) {
      try {
        if ((await this.reconcilePayment(payment)) === 'succeeded') counts.credited += 1;
      } catch (error) {
        counts.failed += 1;
        this.logger.warn(
          { err: error, paymentId: payment.id },
          'a payment could not be read from the provider; a later round retries',
        );
      }
    }
    return counts;
  }

  /** Takes due payments for this core, and sets the time of their next read, with backoff. */
  private claim(allUnfinished: boolean): Promise<PaymentRow[]> {
    return all(
      this.database,
      `UPDATE payments SET looks = looks + 1,
         next_look_at = app_now() + make_interval(secs =>
           least(:longestRetrySeconds, :firstRetrySeconds * 2 ^ least(looks, 10)))
       WHERE id IN (SELECT id FROM payments
         WHERE next_look_at <= app_now() OR (:allUnfinished AND next_look_at IS NOT NULL)
         ORDER BY next_look_at LIMIT :most FOR UPDATE SKIP LOCKED)
       RETURNING ${paymentColumns}`,
      {
        allUnfinished,
        most: allUnfinished ? mostOfAll : mostAtOnce,
        firstRetrySeconds,
        longestRetrySeconds,
      },
    );
  }

  private async reconcilePayment({ id, intentId, state }: PaymentRow): Promise<PaymentState | undefined> {
    if (intentId === null) return undefined;
    const newState = await (state === 'given-up'
      ? this.reconciliation.cancelPayment(intentId)
      : this.reconciliation.readPayment(intentId));
    if (newState === undefined)
      this.logger.error({ paymentId: id }, 'the payment provider does not know a payment that is ours');
    return newState;
  }

  /** Gives up unpaid payments, and deletes the ids of old events and declines. */
  private async tidy(): Promise<void> {
    await changed(
      this.database,
      `UPDATE payments SET state = 'given-up', next_look_at = app_now(), looks = 0, updated_at = app_now()
       WHERE (state = 'open' AND created_at < app_now() - make_interval(hours => :openHours))
          OR (state = 'asked' AND created_at < app_now() - make_interval(mins => :unansweredMinutes))`,
      { openHours, unansweredMinutes },
    );
    // A payment without an intent cannot be paid: core sends the secret to the browser only after it has
    // stored the intent.
    await changed(
      this.database,
      `UPDATE payments SET next_look_at = NULL
       WHERE next_look_at IS NOT NULL
         AND ((created_at < app_now() - make_interval(days => :lookedAtDays) AND state <> 'processing')
              OR (intent_id IS NULL AND created_at < app_now() - make_interval(mins => :unansweredMinutes)))`,
      { lookedAtDays, unansweredMinutes },
    );
    await changed(
      this.database,
      'DELETE FROM payment_events WHERE received_at < app_now() - make_interval(days => :eventDays)',
      { eventDays },
    );
    await changed(
      this.database,
      'DELETE FROM payment_declines WHERE counted_at < app_now() - make_interval(days => :lookedAtDays)',
      { lookedAtDays },
    );
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { all, changed } from '../../../platform/database/sql.js';
import { LOGGER } from '../../../platform/process/logger.js';
import { PaymentLooks } from './payment-looks.service.js';
import { paymentColumns, type PaymentRow } from '../payment-row.js';
import type { PaymentState } from '../payment-state.js';

/** So many are looked at in one round; the next one goes on. */
const mostAtOnce = 50;
/** Nobody pays later than that on a page that is still open; the provider takes no money for it then. */
const openHours = 24;
/** A provider that was asked for an intent has answered by now, or will never. */
const unansweredMinutes = 10;
/** What nobody could pay or cancel for so long is for staff. What a bank has still to decide is looked at until it does. */
const lookedAtDays = 30;
/** The provider sends an event again for three days. */
const eventDays = 30;

/** Asks the provider about every payment of ours that is not over: what was told to nobody is found here. */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly database: DataSource,
    private readonly looks: PaymentLooks,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Looks at those whose time has come, or at all of them.
   * @returns at how many, which of them it credited, and of how many the provider did not answer
   */
  async round({ all: everyone = false } = {}): Promise<{ looked: number; credited: number; failed: number }> {
    await this.tidy();
    const due = await this.claim(everyone);
    const told = { looked: due.length, credited: 0, failed: 0 };
    for (const payment of due) {
      try {
        if ((await this.lookAt(payment)) === 'succeeded') told.credited += 1;
      } catch (error) {
        told.failed += 1;
        this.logger.warn({ err: error, paymentId: payment.id }, 'a payment could not be looked at');
      }
    }
    return told;
  }

  /** Takes them for this core, until their next turn: ever later, at most ten minutes. */
  private claim(everyone: boolean): Promise<PaymentRow[]> {
    return all(
      this.database,
      `UPDATE payments SET looks = looks + 1,
         next_look_at = app_now() + least(interval '30 seconds' * power(2, least(looks, 10)), interval '10 minutes')
       WHERE id IN (SELECT id FROM payments WHERE next_look_at <= app_now() OR (:everyone AND next_look_at IS NOT NULL)
                    ORDER BY next_look_at LIMIT :most FOR UPDATE SKIP LOCKED)
       RETURNING ${paymentColumns}`,
      { everyone, most: everyone ? 100_000 : mostAtOnce },
    );
  }

  private async lookAt({ id, intentId, state }: PaymentRow): Promise<PaymentState | undefined> {
    if (intentId === null) return undefined;
    const told = await (state === 'given-up' ? this.looks.giveUp(intentId) : this.looks.lookAt(intentId));
    if (told === undefined)
      this.logger.error({ paymentId: id }, 'the payment provider does not know a payment that is ours');
    return told;
  }

  /** Gives up what nobody will pay, and forgets what nobody will send again. */
  private async tidy(): Promise<void> {
    await changed(
      this.database,
      `UPDATE payments SET state = 'given-up', next_look_at = app_now(), looks = 0, updated_at = app_now()
       WHERE (state = 'open' AND created_at < app_now() - make_interval(hours => :openHours))
          OR (state = 'asked' AND created_at < app_now() - make_interval(mins => :unansweredMinutes))`,
      { openHours, unansweredMinutes },
    );
    // The secret of one without an intent was told to nobody, because the intent is written down before.
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

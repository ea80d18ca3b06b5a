import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { all, changed } from '../database/sql.js';
import type { ProviderDispute, ProviderEvent, ToldRefund } from '../payments/stripe-answers.js';
import { StripeService } from '../payments/stripe.service.js';
import { LOGGER } from '../process/logger.js';
import { ProviderNews } from './provider-news.service.js';

/** Banks send a refund back within thirty days, and the provider tells of events for as long. */
const refundDays = 30;
const eventDays = 30;
/** A payer has 120 days to dispute, and a bank's question may become a dispute, or a dispute end, after months. */
const disputeDays = 180;

/** Looks through what the provider lists of money that left, so that a webhook that never comes is not missed. */
@Injectable()
export class ProviderLists {
  constructor(
    private readonly database: DataSource,
    private readonly stripe: StripeService,
    private readonly news: ProviderNews,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Looks when an hour has gone by since somebody did, whichever core it was; after a failure in ten minutes. */
  async round(): Promise<void> {
    if (!(await this.putOff({ time: '10 minutes', onlyDue: true }))) return;
    const { failed } = await this.look();
    if (failed === 0) await this.putOff({ time: '1 hour', onlyDue: false });
  }

  /**
   * Compares the lists with the books; what they do not know goes the way of a webhook.
   * @returns how much was news, and how much of that could not be taken
   */
  async look(): Promise<{ news: number; failed: number }> {
    const told = { news: 0, failed: 0 };
    const take = async (about: object, work: () => Promise<void>) => {
      told.news += 1;
      try {
        await work();
      } catch (error) {
        told.failed += 1;
        this.logger.warn({ err: error, ...about }, 'money that left at the provider could not be booked');
      }
    };
    for (const intentId of await this.refunded(await this.stripe.refundsSince(refundDays)))
      await take({ intentId }, () => this.news.refunded(intentId));
    for (const dispute of await this.disputed(await this.stripe.disputesSince(disputeDays)))
      await take({ disputeId: dispute.id }, () => this.news.disputed(dispute));
    for (const intentId of await this.failed(await this.stripe.failuresSince(eventDays)))
      await take({ intentId }, () => this.news.failed(intentId));
    return told;
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

  /** @returns payments of ours of which something went back, or came back, that the books do not have */
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

  /** @returns disputes of our payments that the books do not have, or in another state */
  private async disputed(told: ProviderDispute[]): Promise<ProviderDispute[]> {
    const rows = await all<{ id: string }>(
      this.database,
      `SELECT told.id FROM unnest(:ids ::text[], :intentIds ::text[], :states ::text[]) AS told (id, intent_id, state)
       JOIN payments p ON p.intent_id = told.intent_id
       LEFT JOIN payment_disputes d ON d.id = told.id
       WHERE d.state IS DISTINCT FROM told.state`,
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
   * A card that was declined before another one paid is none; the provider counts whole seconds of its own clock.
   * @returns payments of ours that may have failed after they were credited, as far as the books do not have it
   */
  private async failed(told: ProviderEvent[]): Promise<string[]> {
    const rows = await all<{ intentId: string }>(
      this.database,
      `SELECT DISTINCT p.intent_id FROM unnest(:intentIds ::text[], :times ::timestamptz[]) AS told (intent_id, at)
       JOIN payments p ON p.intent_id = told.intent_id AND told.at > p.credited_at - interval '5 seconds'
       WHERE NOT EXISTS (SELECT FROM payment_disputes d WHERE d.payment_id = p.id AND d.what = 'late-failure')`,
      { intentIds: told.map(({ subjectId }) => subjectId), times: told.map(({ at }) => at) },
    );
    return rows.map(({ intentId }) => intentId);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { all, one } from '../../platform/database/sql.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { BudgetsService } from '../../platform/http/network/budgets.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { declinesOfNetwork } from './views/network-declines.query.js';
import { PaymentMetrics } from './payment-metrics.service.js';
import {
  alarmingDeclines,
  limitHours,
  mostDeclines,
  mostDeclinesOfNetwork,
  mostPaid,
  mostPaidMinor,
  mostUnpaid,
  retryAfterSeconds,
} from './payment-limits.js';

/**
 * Limits card testing: a thief tries a list of stolen cards with small payments. The limits are in
 * `payment-limits.ts`.
 */
@Injectable()
export class CardTestingService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly budgets: BudgetsService,
    private readonly metrics: PaymentMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Limits the payments that succeed. The caller holds the person's lock (`lockOpenPayments`), so that
   * concurrent requests are counted one after the other.
   * @throws Refusal `payment.limit` when this amount and the payments of the last day exceed a limit
   */
  async refuseAbovePaidLimit(tx: EntityManager, owner: string, { minor, currency }: Money): Promise<void> {
    // A payment in `processing` counts too, because the bank may still accept it.
    const paid = await one<{ count: number; minor: number }>(
      tx,
      `SELECT count(*) AS count,
        coalesce(sum(amount_minor) FILTER (WHERE currency = :currency), 0)::bigint AS minor
       FROM payments WHERE owner_id = :owner
         AND (state = 'processing' OR credited_at > app_now() - make_interval(hours => :limitHours))`,
      { owner, currency, limitHours },
    );
    if (!paid || (paid.count < mostPaid && paid.minor + minor <= mostPaidMinor[currency])) return;
    this.refuse({ owner, ...paid }, 'a person has reached the limit of top-ups in a day');
  }

  /**
   * Limits failed tries, of one person and of one network.
   * @throws Refusal `payment.limit` after too many declined cards or unpaid payments of this person. A person
   *   who has never paid is also refused after too many declined cards of all accounts that were made from
   *   their network, if these accounts have more declined cards than successful payments
   */
  async refuseAfterFailedTries(tx: EntityManager, owner: string): Promise<void> {
    const tries = await one<{ declines: number; unpaid: number }>(
      tx,
      // A payment without an intent is not counted: the provider did not answer, so that no card was tried.
      `SELECT coalesce(sum(declines), 0) AS declines,
              count(*) FILTER (WHERE state <> 'succeeded' AND intent_id IS NOT NULL) AS unpaid
       FROM payments WHERE owner_id = :owner
         AND created_at > app_now() - make_interval(hours => :limitHours)`,
      { owner, limitHours },
    );
    if (tries && (tries.declines >= mostDeclines || tries.unpaid >= mostUnpaid)) {
      this.refuse({ owner, ...tries }, 'a person has too many declined cards or unpaid payments');
    }
    const { declines, paid } = await declinesOfNetwork(tx, { owner, hours: limitHours });
    if (declines >= mostDeclinesOfNetwork && declines > paid) {
      this.refuse({ owner, declines, paid }, 'too many cards of accounts of one network are declined');
    }
  }

  /** Whether this declined card is counted already. */
  async isCounted(declineId: string): Promise<boolean> {
    const known = await one(this.database, 'SELECT 1 FROM payment_declines WHERE id = :declineId', {
      declineId,
    });
    return known !== undefined;
  }

  /**
   * Counts declined cards of one payment, each once, however often they are reported. A payment that alone
   * has `mostDeclines` of them is given up.
   * @returns whether the payment was given up: then the caller cancels it at the provider
   */
  async countDeclines(intentId: string, declineIds: readonly string[]): Promise<boolean> {
    const { fresh, givenUp } = await this.transactions.run((tx) => storeDeclines(tx, intentId, declineIds));
    for (let each = 0; each < fresh; each += 1) await this.countTowardsAlarm();
    if (givenUp) this.logger.error(givenUp, 'a payment is given up: too many cards were declined');
    return givenUp !== undefined;
  }

  private async countTowardsAlarm(): Promise<void> {
    this.metrics.countPayment('declined');
    const { used } = await this.budgets.countTry(alarmingDeclines, 'everybody');
    if (used !== alarmingDeclines.points) return;
    this.metrics.countPayment('alarm');
    this.logger.error(
      { declines: used },
      'too many cards of all people are declined: a thief may be testing stolen cards',
    );
  }

  private refuse(tries: object, why: string): never {
    this.metrics.countPayment('limited');
    this.logger.warn(tries, why);
    throw new Refusal('payment.limit', undefined, retryAfterSeconds);
  }
}

interface StoredDeclines {
  /** How many of the declined cards were not counted before. */
  fresh: number;
  /** The payment, if it was given up. */
  givenUp?: { owner: string; paymentId: string };
}

async function storeDeclines(
  tx: EntityManager,
  intentId: string,
  declineIds: readonly string[],
): Promise<StoredDeclines> {
  const added = await all<{ id: string }>(
    tx,
    `INSERT INTO payment_declines (id, payment_id)
     SELECT unnest(:declineIds ::text[]), id FROM payments WHERE intent_id = :intentId
     ON CONFLICT DO NOTHING RETURNING id`,
    { declineIds, intentId },
  );
  if (added.length === 0) return { fresh: 0 };
  const row = await one<{ ownerId: string; declines: number }>(
    tx,
    `UPDATE payments SET declines = declines + :fresh WHERE intent_id = :intentId
      RETURNING owner_id, declines`,
    { intentId, fresh: added.length },
  );
  if (!row || row.declines < mostDeclines) return { fresh: added.length };
  const payment = await one<{ id: string }>(
    tx,
    `UPDATE payments SET state = 'given-up', next_look_at = app_now(), updated_at = app_now()
     WHERE intent_id = :intentId AND state = 'open' RETURNING id`,
    { intentId },
  );
  return { fresh: added.length, ...(payment && { givenUp: { owner: row.ownerId, paymentId: payment.id } }) };
}

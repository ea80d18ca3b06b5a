import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { all, one } from '../../platform/database/sql.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { BudgetsService } from '../../platform/http/network/budgets.service.js';
import { LOGGER } from '../../platform/process/logger.js';
import { declinesOfNetwork } from './network-declines.query.js';
import { PaymentFigures } from './payment-figures.service.js';
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

/** Somebody with a list of stolen cards tries them at whoever takes small amounts. Here a person soon comes to an end. */
@Injectable()
export class CardTestingService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly budgets: BudgetsService,
    private readonly figures: PaymentFigures,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Whoever has their turn is counted alone, also when many of their pages ask at once.
   * @throws Refusal `payment.limit` when so much was topped up, or would be with this amount
   */
  async refuseTooMuch(tx: EntityManager, owner: string, { minor, currency }: Money): Promise<void> {
    // What the bank has still to say of may succeed as well.
    const paid = await one<{ count: number; minor: number }>(
      tx,
      `SELECT count(*) AS count, coalesce(sum(amount_minor) FILTER (WHERE currency = :currency), 0)::bigint AS minor
       FROM payments WHERE owner_id = :owner
         AND (state = 'processing' OR credited_at > app_now() - make_interval(hours => :limitHours))`,
      { owner, currency, limitHours },
    );
    if (!paid || (paid.count < mostPaid && paid.minor + minor <= mostPaidMinor[currency])) return;
    this.refuse({ owner, ...paid }, 'somebody has topped up very much today');
  }

  /** @throws Refusal `payment.limit` after so many declined cards, or payments that were begun and not paid */
  async refuseTooMany(tx: EntityManager, owner: string): Promise<void> {
    const tries = await one<{ declines: number; unpaid: number }>(
      tx,
      // What the provider has not heard of is nobody's try: it was away.
      `SELECT coalesce(sum(declines), 0) AS declines,
              count(*) FILTER (WHERE state <> 'succeeded' AND intent_id IS NOT NULL) AS unpaid
       FROM payments WHERE owner_id = :owner AND created_at > app_now() - make_interval(hours => :limitHours)`,
      { owner, limitHours },
    );
    if (tries && (tries.declines >= mostDeclines || tries.unpaid >= mostUnpaid)) {
      this.refuse({ owner, ...tries }, 'somebody has begun many payments that nobody paid');
    }
    const { declines, paid } = await declinesOfNetwork(tx, { owner, hours: limitHours });
    if (declines >= mostDeclinesOfNetwork && declines > paid) {
      this.refuse({ owner, declines, paid }, 'new accounts of one network try one card after another');
    }
  }

  /** Whether it is known that this try was declined. */
  async isCounted(declineId: string): Promise<boolean> {
    const known = await one(this.database, 'SELECT 1 FROM payment_declines WHERE id = :declineId', {
      declineId,
    });
    return known !== undefined;
  }

  /**
   * Cards were declined; each counts once, whoever tells of it. Who had so many begins no other payment, and the present
   * one is taken from them.
   * @returns whether the payment is to be canceled
   */
  async count(intentId: string, declineIds: readonly string[]): Promise<boolean> {
    const { fresh, ended } = await this.transactions.run((tx) => writeDown(tx, intentId, declineIds));
    for (let each = 0; each < fresh; each += 1) await this.countForAll();
    if (ended) this.logger.error(ended, 'somebody tries one card after another');
    return ended !== undefined;
  }

  private async countForAll(): Promise<void> {
    this.figures.count('declined');
    const { used } = await this.budgets.count(alarmingDeclines, 'everybody');
    if (used !== alarmingDeclines.points) return;
    this.figures.count('alarm');
    this.logger.error({ declines: used }, 'very many cards are declined: somebody may be trying stolen ones');
  }

  private refuse(tries: object, why: string): never {
    this.figures.count('limited');
    this.logger.warn(tries, why);
    throw new Refusal('payment.limit', undefined, retryAfterSeconds);
  }
}

interface Counted {
  /** How many of them nobody had told of before. */
  fresh: number;
  ended?: { owner: string; paymentId: string };
}

async function writeDown(
  tx: EntityManager,
  intentId: string,
  declineIds: readonly string[],
): Promise<Counted> {
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
    `UPDATE payments SET declines = declines + :fresh WHERE intent_id = :intentId RETURNING owner_id, declines`,
    { intentId, fresh: added.length },
  );
  if (!row || row.declines < mostDeclines) return { fresh: added.length };
  const open = await one<{ id: string }>(
    tx,
    `UPDATE payments SET state = 'given-up', next_look_at = app_now(), updated_at = app_now()
     WHERE intent_id = :intentId AND state = 'open' RETURNING id`,
    { intentId },
  );
  return { fresh: added.length, ...(open && { ended: { owner: row.ownerId, paymentId: open.id } }) };
}

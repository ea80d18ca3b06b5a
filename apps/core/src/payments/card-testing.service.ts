import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { one } from '../database/sql.js';
import { LOGGER } from '../process/logger.js';
import { PaymentFigures } from './payment-figures.service.js';

/** More than people need who mistype a number, or look for a card that still has money. */
const mostDeclines = 10;
/** More than people need who change their mind. */
const mostUnpaid = 50;
const hours = 24;
const retryAfterSeconds = 3_600;

/** Somebody with a list of stolen cards tries them at whoever takes small amounts. Here a person soon comes to an end. */
@Injectable()
export class CardTestingService {
  constructor(
    private readonly figures: PaymentFigures,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws Refusal `payment.limit` after so many declined cards, or payments that were begun and not paid */
  async refuseTooMany(tx: EntityManager, owner: string): Promise<void> {
    const tries = await one<{ declines: number; unpaid: number }>(
      tx,
      `SELECT coalesce(sum(declines), 0) AS declines, count(*) FILTER (WHERE state <> 'succeeded') AS unpaid
       FROM payments WHERE owner_id = :owner AND created_at > app_now() - make_interval(hours => :hours)`,
      { owner, hours },
    );
    if (!tries || (tries.declines < mostDeclines && tries.unpaid < mostUnpaid)) return;
    this.figures.count('limited');
    this.logger.warn({ owner, ...tries }, 'somebody has begun many payments that nobody paid');
    throw new Refusal('payment.limit', undefined, retryAfterSeconds);
  }

  /**
   * A card was declined. Who had so many begins no other payment, and the present one is taken from them.
   * @returns the intent to cancel
   */
  async declined(tx: EntityManager, intentId: string): Promise<string | undefined> {
    this.figures.count('declined');
    const row = await one<{ ownerId: string; declines: number }>(
      tx,
      `UPDATE payments SET declines = declines + 1 WHERE intent_id = :intentId RETURNING owner_id, declines`,
      { intentId },
    );
    if (!row || row.declines < mostDeclines) return undefined;
    const open = await one<{ id: string }>(
      tx,
      `UPDATE payments SET state = 'given-up', next_look_at = app_now(), updated_at = app_now()
       WHERE intent_id = :intentId AND state = 'open' RETURNING id`,
      { intentId },
    );
    if (!open) return undefined;
    this.logger.error({ owner: row.ownerId, paymentId: open.id }, 'somebody tries one card after another');
    return intentId;
  }
}

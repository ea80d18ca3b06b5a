import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { CreditsService } from '../../ledger/credits.service.js';
import { changed, one, type Queries } from '../../../platform/database/sql.js';
import { TransactionsService } from '../../../platform/database/transactions.service.js';
import { LOGGER } from '../../../platform/process/logger.js';
import { creditFor, type Intent } from '../provider/intent.js';
import { hasLeft } from '../../../people/users/person-locks.query.js';
import { PaymentMetrics } from '../payment-metrics.service.js';
import { PaymentListeners } from '../payment-listeners.service.js';
import { lookAfterSeconds, paymentColumns, type PaymentRow } from '../payment-row.js';
import { isFinal, stateAfter, statesBefore, type PaymentState } from '../payment-state.js';

/** The number of the advisory lock: arbitrary, and the same in all of Sixpence's processes. */
const numbersLock = 7_316_004;
/**
 * Receipts are numbered without gaps. They start above this number, so that the first receipt does not show
 * that it is the first.
 */
const beforeFirstNumber = 1_000;

/** The only service that credits payments. Its input is an intent just read from the provider. */
@Injectable()
export class CreditingService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly credits: CreditsService,
    private readonly listeners: PaymentListeners,
    private readonly metrics: PaymentMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Moves our row to the state that the provider reports. Credits a payment that succeeded with an amount and
   * a currency that core asked for. Idempotent: intents may come repeatedly and in any order.
   * @returns the new state of the payment; undefined when the payment is not ours
   */
  async creditPayment(intent: Intent): Promise<PaymentState | undefined> {
    const { state, moved, payerHasLeft } = await this.transactions.run((tx) => this.takeIntent(tx, intent));
    if (!moved) return state;
    if (state === 'succeeded') this.metrics.countPayment('credited');
    if (state === 'succeeded' && payerHasLeft)
      this.logger.error(
        { intentId: intent.id, minor: intent.minor, currency: intent.currency },
        'a payment of a person who has left was credited and cannot be spent: refund it at the provider',
      );
    if (state === 'withheld') {
      this.metrics.countPayment('withheld');
      const { minor, currency } = intent;
      this.logger.error(
        { intentId: intent.id, minor, currency },
        'a payment succeeded with another amount or currency than was asked, and is not credited: see `operator payments list`',
      );
    }
    return state;
  }

  private async takeIntent(
    tx: EntityManager,
    intent: Intent,
  ): Promise<{ state: PaymentState | undefined; moved: boolean; payerHasLeft?: boolean }> {
    const payment = await paymentOf(tx, intent);
    if (!payment) return { state: undefined, moved: false };
    const state = stateAfter(payment, intent);
    if (state === payment.state) return { state, moved: false };
    const moved =
      state === 'succeeded' ? await this.credit(tx, payment, intent) : await move(tx, payment, intent, state);
    return { state, moved, payerHasLeft: await hasLeft(tx, payment.ownerId) };
  }

  /**
   * The ledger comes first: its key credits a payment once, and the wallet is locked before the row of the
   * payment, as in every transaction.
   */
  private async credit(tx: EntityManager, payment: PaymentRow, intent: Intent): Promise<boolean> {
    const amount = creditFor(intent, payment);
    if (!amount) throw new Error(`The payment ${payment.id} must not be credited`);
    const { id: paymentId, ownerId } = payment;
    if (!(await this.credits.topUp(tx, { owner: ownerId, amount, paymentId }))) return false;
    if (!(await move(tx, payment, intent, 'succeeded')))
      throw new Error(`The payment ${paymentId} moved on while it was credited`);
    await this.listeners.credited.notify(tx, { paymentId, ownerId });
    return true;
  }
}

/** Finds the payment by its intent; or by our id in the intent, if core died before it stored the intent. */
function paymentOf(queries: Queries, { id, paymentId }: Intent): Promise<PaymentRow | undefined> {
  return one(
    queries,
    `SELECT ${paymentColumns} FROM payments
     WHERE intent_id = :id OR (intent_id IS NULL AND id::text = :paymentId)`,
    { id, paymentId: paymentId ?? '' },
  );
}

/**
 * Moves the row of a payment to a state that the provider reports. No other function does that.
 * @returns false when another transaction has moved the row in the meantime
 */
async function move(
  tx: EntityManager,
  { id, ownerId }: PaymentRow,
  intent: Intent,
  state: PaymentState,
): Promise<boolean> {
  const succeeded = state === 'succeeded';
  // A person who has left has no card data: leaving removed it, so it is not stored again.
  const card = (await hasLeft(tx, ownerId)) ? undefined : intent;
  if (succeeded) await one(tx, 'SELECT pg_advisory_xact_lock(:numbersLock)', { numbersLock });
  const moved = await changed(
    tx,
    `UPDATE payments SET state = :state, intent_id = :intentId, amount_minor = :minor, updated_at = app_now(),
       looks = 0,
       next_look_at = CASE WHEN NOT :isOver THEN app_now() + make_interval(secs => :lookAfterSeconds) END,
       method = coalesce(:method, method), last_four = coalesce(:lastFour, last_four),
       number = CASE WHEN :succeeded THEN (SELECT coalesce(max(number), :beforeFirstNumber) + 1
         FROM payments) END,
       credited_at = CASE WHEN :succeeded THEN app_now() END
     WHERE id = :id AND state = ANY(:from)`,
    {
      id,
      state,
      intentId: intent.id,
      minor: intent.minor,
      isOver: isFinal(state),
      succeeded,
      method: card?.method ?? null,
      lastFour: card?.lastFour ?? null,
      beforeFirstNumber,
      lookAfterSeconds,
      from: statesBefore(state),
    },
  );
  return moved === 1;
}

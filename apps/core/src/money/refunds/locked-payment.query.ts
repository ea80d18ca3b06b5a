import type { Currency } from '@sixpence/contracts/currencies';
import { Refusal } from '@sixpence/contracts/refusals';
import type { EntityManager } from 'typeorm';
import type { LedgerService } from '../ledger/ledger.service.js';
import { one } from '../../platform/database/sql.js';

/** A credited payment, and the parts of it that refunds and disputes have not used. */
export interface LockedPayment {
  ownerId: string;
  currency: Currency;
  /** The part for which no refund is requested or sent. */
  unrefundedMinor: number;
  /** The part that neither a refund nor a dispute has taken from the wallet. */
  untakenMinor: number;
  /** The part that no dispute claims. */
  unclaimedMinor: number;
  /** Whether the payment failed after it was credited. */
  failed: boolean;
}

/**
 * Locks the payer's wallet, so that no other transaction refunds or disputes the payment meanwhile.
 * @throws Refusal `payment.unknown` when the payment was not credited
 */
export async function lockPayment(
  tx: EntityManager,
  ledger: LedgerService,
  paymentId: string,
): Promise<LockedPayment> {
  const payer = await one<{ ownerId: string }>(
    tx,
    `SELECT owner_id FROM payments WHERE id = :paymentId AND state = 'succeeded'`,
    { paymentId },
  );
  if (!payer) throw new Refusal('payment.unknown');
  await ledger.lock(tx, payer.ownerId);
  const payment = await one<LockedPayment>(
    tx,
    `SELECT p.owner_id, p.currency, p.amount_minor - p.refunded_minor AS unrefunded_minor,
       (p.amount_minor
        - (SELECT coalesce(sum(taken_minor), 0) FROM payment_refunds
          WHERE payment_id = p.id AND state <> 'failed')
        - (SELECT coalesce(sum(taken_minor), 0) FROM payment_disputes WHERE payment_id = p.id)
       )::bigint AS untaken_minor,
       (p.amount_minor
        - (SELECT coalesce(sum(claimed_minor), 0) FROM payment_disputes WHERE payment_id = p.id)
       )::bigint AS unclaimed_minor,
       EXISTS (SELECT FROM payment_disputes WHERE payment_id = p.id AND what = 'late-failure') AS failed
     FROM payments p WHERE p.id = :paymentId`,
    { paymentId },
  );
  if (!payment) throw new Refusal('payment.unknown');
  return payment;
}

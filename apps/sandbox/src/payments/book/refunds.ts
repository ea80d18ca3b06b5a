import type Stripe from 'stripe';
import { shownAmount } from './amounts.js';
import type { Book } from './book.js';
import { newId } from './ids.js';
import { cardOf } from './payment-methods.js';
import { invalid, missing } from './problem.js';

export type RefundWish = Pick<
  Stripe.RefundCreateParams,
  'amount' | 'charge' | 'payment_intent' | 'reason'
> & { metadata?: Stripe.Metadata };

/** Refunds to the card the remaining amount of a charge, or a part of it. */
export function createRefund(book: Book, wish: RefundWish): Stripe.Refund {
  const charge = chargeOf(book, wish);
  const refundable = charge.amount_captured - charge.amount_refunded;
  if (refundable === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (charge.disputed) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const amount = wish.amount ?? refundable;
  if (amount < 1) throw invalid('Invalid positive integer', { param: 'amount' });
  if (amount > refundable) {
    const message = `Refund amount (${shownAmount(amount, charge.currency)}) is greater than unrefunded amount on charge (${shownAmount(refundable, charge.currency)})`;
    throw invalid(message, { param: 'amount' });
  }
  const refund = book.keep(newRefund(book, charge, { ...wish, amount }));
  const refunded = charge.amount_refunded + amount;
  const changed = book.keep({
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  });
  book.emitEvent('refund.created', refund);
  book.emitEvent('charge.refunded', changed);
  return refund;
}

/** Completes a slow refund. */
export function arriveRefund(book: Book, refund: Stripe.Refund): Stripe.Refund {
  const arrived = book.keep({ ...refund, status: 'succeeded' });
  book.emitEvent('refund.updated', arrived);
  return arrived;
}

/** Fails a refund: the bank returns the money to the merchant. */
export function failRefund(book: Book, refund: Stripe.Refund): Stripe.Refund {
  if (refund.status === 'failed') return refund;
  const charge = book.get('charge', refund.charge);
  book.keep({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  const failed = book.keep({ ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' });
  book.emitEvent('refund.updated', failed);
  book.emitEvent('refund.failed', failed);
  return failed;
}

function chargeOf(book: Book, { charge, payment_intent: intentId }: RefundWish): Stripe.Charge {
  if (charge !== undefined) return requireSucceeded(book.get('charge', charge, 'charge'));
  if (intentId === undefined) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = book.get('payment_intent', intentId, 'payment_intent');
  if (intent.status !== 'succeeded' || typeof intent.latest_charge !== 'string') {
    throw invalid(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
    });
  }
  return book.get('charge', intent.latest_charge);
}

function requireSucceeded(charge: Stripe.Charge): Stripe.Charge {
  if (charge.status !== 'succeeded') throw missing('charge', charge.id, 'charge');
  return charge;
}

function newRefund(
  book: Book,
  charge: Stripe.Charge,
  { amount, reason, metadata }: RefundWish & { amount: number },
): Stripe.Refund {
  const method = book.get('payment_method', charge.payment_method);
  const takesTime = cardOf(method)?.later === 'refunds-take-time';
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: book.now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { type: 'card' },
    metadata: metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: takesTime ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
}

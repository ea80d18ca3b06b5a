import type Stripe from 'stripe';
import type { Book } from './book.js';
import { newClientSecret, newId } from './ids.js';
import { invalid } from './problem.js';

/** The parameters of a new intent. Most of them can change later. */
export type IntentWish = Pick<
  Stripe.PaymentIntentCreateParams,
  | 'allowed_payment_method_types'
  | 'amount'
  | 'automatic_payment_methods'
  | 'currency'
  | 'description'
  | 'receipt_email'
> & { metadata?: Stripe.Metadata };

/** The smallest amounts in minor units; Stripe refuses less. */
const least: Record<string, number> = { gbp: 30, eur: 50 };
const most = 99_999_999;

export function createIntent(book: Book, wish: IntentWish): Stripe.PaymentIntent {
  const { currency } = checked(wish);
  const id = newId('pi');
  const intent = book.keep({
    id,
    object: 'payment_intent',
    allowed_payment_method_types: wish.allowed_payment_method_types ?? null,
    amount: wish.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: {
      enabled: wish.automatic_payment_methods?.enabled ?? true,
      allow_redirects: wish.automatic_payment_methods?.allow_redirects ?? 'always',
    },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: book.now,
    currency,
    customer: null,
    customer_account: null,
    description: wish.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: wish.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: wish.allowed_payment_method_types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: wish.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  });
  book.emitEvent('payment_intent.created', intent);
  return intent;
}

/** Updates an intent that is not paid yet. */
export function updateIntent(
  book: Book,
  intent: Stripe.PaymentIntent,
  wish: Partial<IntentWish>,
): Stripe.PaymentIntent {
  refuseUnless(intent, ['requires_payment_method', 'requires_confirmation', 'requires_action'], 'update');
  const { amount = intent.amount, currency = intent.currency } = wish;
  return book.keep({
    ...intent,
    amount,
    currency: checked({ amount, currency }).currency,
    description: wish.description ?? intent.description,
    receipt_email: wish.receipt_email ?? intent.receipt_email,
    metadata: merged(intent.metadata, wish.metadata),
  });
}

export function cancelIntent(
  book: Book,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  refuseUnless(intent, ['requires_payment_method', 'requires_confirmation', 'requires_action'], 'cancel');
  const canceled = book.keep({
    ...intent,
    status: 'canceled',
    canceled_at: book.now,
    cancellation_reason: reason,
    next_action: null,
  });
  book.emitEvent('payment_intent.canceled', canceled);
  return canceled;
}

/** @throws Problem 400 with the intent when its state forbids the action, as Stripe answers */
export function refuseUnless(
  intent: Stripe.PaymentIntent,
  states: readonly Stripe.PaymentIntent.Status[],
  act: string,
): void {
  if (states.includes(intent.status)) return;
  const message = `You cannot ${act} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses can be changed so: ${states.join(', ')}.`;
  throw invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}

/** Merges metadata. An empty value removes a key. */
function merged(old: Stripe.Metadata, given: Stripe.Metadata = {}): Stripe.Metadata {
  return Object.fromEntries(Object.entries({ ...old, ...given }).filter(([, value]) => value !== ''));
}

function checked({ amount, currency }: { amount: number; currency: string }): { currency: string } {
  const known = currency.toLowerCase();
  const smallest = least[known];
  if (smallest === undefined) {
    const message = `Invalid currency: ${currency}. Stripe currently supports these currencies: ${Object.keys(least).join(', ')}`;
    throw invalid(message, { param: 'currency' });
  }
  if (amount < smallest) {
    const message = 'Amount must convert to at least 30 pence.';
    throw invalid(message, { code: 'amount_too_small', param: 'amount' });
  }
  if (amount > most) {
    throw invalid('Amount must be no more than 999,999.99', { code: 'amount_too_large', param: 'amount' });
  }
  return { currency: known };
}

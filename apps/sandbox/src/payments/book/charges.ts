import type Stripe from 'stripe';
import type { Book } from './book.js';
import type { Decline } from './cards.js';
import { newId } from './ids.js';

/** Stores one attempt to charge a card for an intent, successful or not. */
export function keepCharge(
  book: Book,
  intent: Stripe.PaymentIntent,
  { method, decline }: { method: Stripe.PaymentMethod; decline?: Decline | undefined },
): Stripe.Charge {
  const id = newId('ch');
  const charge = book.keep({
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline ? null : newId('txn'),
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SIXPENCE STAND-IN',
    captured: !decline,
    created: book.now,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: cardDetails(method, intent.amount) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  });
  book.emitEvent(decline ? 'charge.failed' : 'charge.succeeded', charge);
  return charge;
}

function cardDetails(
  { card }: Stripe.PaymentMethod,
  amount: number,
): Stripe.Charge.PaymentMethodDetails.Card {
  if (!card) throw new Error('Only cards are charged here.');
  const { brand, checks, country, exp_month, exp_year, funding, last4, wallet } = card;
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand,
    checks,
    country,
    electronic_commerce_indicator: null,
    exp_month,
    exp_year,
    fingerprint: null,
    funding,
    installments: null,
    last4,
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status: null,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: wallet && { type: wallet.type, google_pay: wallet.google_pay, dynamic_last4: null },
  };
}

function outcomeOf(decline: Decline | undefined): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    seller_message: decline ? 'The bank did not return any further details.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

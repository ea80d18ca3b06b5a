import type Stripe from 'stripe';
import type { Book } from './book.js';
import { noTestCard, type Decline } from './cards.js';
import { keepCharge } from './charges.js';
import { refuseUnless } from './intents.js';
import { cardOf } from './payment-methods.js';
import { invalid, Problem, type ErrorBody } from './problem.js';

/** The bank's page, to which a payer who must authenticate is sent, and the page to return to afterwards. */
export interface BankRoute {
  readonly bankPage: (intent: Stripe.PaymentIntent) => string;
  readonly returnUrl: string | undefined;
}

/**
 * Confirms an intent with this card: it succeeds, is processing, or waits for the payer.
 * @throws Problem 402 when the card is declined
 */
export function confirm(
  book: Book,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  route: BankRoute,
): Stripe.PaymentIntent {
  refuseUnless(intent, ['requires_payment_method', 'requires_confirmation', 'requires_action'], 'confirm');
  const card = cardOf(method);
  if (card?.asksPerson) return askPerson(book, { ...intent, payment_method: method.id }, route);
  if (card?.slow) {
    const under = book.keep({ ...intent, payment_method: method.id, status: 'processing' });
    book.emitEvent('payment_intent.processing', under);
    return under;
  }
  const paid = settle(book, { ...intent, payment_method: method.id });
  if (paid.last_payment_error) throw asProblem(paid);
  return paid;
}

/** Continues after the bank's page, on which the payer has authenticated or not. */
export function continueAfterBankPage(
  book: Book,
  intent: Stripe.PaymentIntent,
  hasAuthenticated: boolean,
): Stripe.PaymentIntent {
  refuseUnless(intent, ['requires_action'], 'authenticate');
  const continued = { ...intent, next_action: null };
  if (hasAuthenticated) return settle(book, continued);
  return fail(book, continued, {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

/** Applies the bank's decision: by default that of the card, or the one that a test asks for. */
export function settle(
  book: Book,
  intent: Stripe.PaymentIntent,
  decline: Decline | undefined = declineOf(book, intent),
): Stripe.PaymentIntent {
  const method = methodOf(book, intent);
  const charge = keepCharge(book, intent, { method, decline });
  if (decline) return fail(book, { ...intent, latest_charge: charge.id }, decline);
  const paid = book.keep({
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: 'succeeded',
  });
  book.emitEvent('payment_intent.succeeded', paid);
  return paid;
}

/** Makes a successful payment fail later, as bank debits do: the money is withdrawn. */
export function failLate(book: Book, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  refuseUnless(intent, ['succeeded'], 'fail');
  const decline = { code: 'payment_method_not_available', message: 'The bank returned the payment.' };
  const charge = book.get('charge', intent.latest_charge);
  const failed = { amount_captured: 0, captured: false, paid: false, status: 'failed' } as const;
  book.emitEvent(
    'charge.failed',
    book.keep({ ...charge, ...failed, failure_code: decline.code, failure_message: decline.message }),
  );
  return fail(book, { ...intent, amount_received: 0 }, decline);
}

function askPerson(book: Book, intent: Stripe.PaymentIntent, route: BankRoute): Stripe.PaymentIntent {
  if (route.returnUrl === undefined) {
    throw invalid('To confirm this PaymentIntent you must provide a `return_url`.', { param: 'return_url' });
  }
  const waiting = book.keep({
    ...intent,
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: { return_url: route.returnUrl, url: route.bankPage(intent) },
    },
    status: 'requires_action',
  });
  book.emitEvent('payment_intent.requires_action', waiting);
  return waiting;
}

function fail(book: Book, intent: Stripe.PaymentIntent, decline: Decline): Stripe.PaymentIntent {
  const failed = book.keep({
    ...intent,
    last_payment_error: {
      type: decline.code === 'payment_intent_authentication_failure' ? 'invalid_request_error' : 'card_error',
      code: decline.code,
      ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
      message: decline.message,
      payment_method: methodOf(book, intent),
      ...(typeof intent.latest_charge === 'string' ? { charge: intent.latest_charge } : {}),
    },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  book.emitEvent('payment_intent.payment_failed', failed);
  return failed;
}

function asProblem(intent: Stripe.PaymentIntent): Problem {
  const { code, decline_code, message, charge, payment_method } = intent.last_payment_error ?? {};
  const details = { code, decline_code, message, charge, payment_method } as Omit<ErrorBody, 'type'>;
  return new Problem(402, { type: 'card_error', ...details, payment_intent: intent });
}

function declineOf(book: Book, intent: Stripe.PaymentIntent): Decline | undefined {
  const card = cardOf(methodOf(book, intent));
  return card ? card.decline : noTestCard;
}

function methodOf(book: Book, intent: Stripe.PaymentIntent): Stripe.PaymentMethod {
  return book.get('payment_method', intent.payment_method);
}

import type Stripe from 'stripe';
import { z } from 'zod';
import type { Book } from '../book/book.js';
import { cardByNumber, cardByToken, isCardNumber } from '../book/cards.js';
import { confirm } from '../book/paying.js';
import { keepPaymentMethod, type Payer } from '../book/payment-methods.js';
import { invalid, missing, Problem } from '../book/problem.js';
import { asks, list, readParameters, whole, yesOrNo } from './parameters.js';
import { route, type Request } from './route.js';

const serverParameters = asks<Stripe.PaymentIntentConfirmParams>()({
  payment_method: z.string().optional(),
  return_url: z.url().optional(),
  expand: list.optional(),
});

const line = z.string().max(200).optional();
/** The parameters that the frame sends. A server never handles card numbers. */
const pageParameters = z.strictObject({
  client_secret: z.string(),
  return_url: z.url().optional(),
  payment_method_data: z.strictObject({
    type: z.literal('card'),
    card: z.strictObject({ number: z.string(), exp_month: whole, exp_year: whole, cvc: z.string() }),
    billing_details: z.strictObject({ name: line, email: line, phone: line }).optional(),
    wallet: yesOrNo.optional(),
  }),
});

/** `POST /v1/payment_intents/<id>/confirm`: the server gives a payment method, the frame gives a card. */
export const confirmation = route('POST', '/v1/payment_intents/:id/confirm', {
  asked: z.looseObject({ expand: list.optional() }),
  forPages: true,
  answer(request) {
    const { book, id, url } = request;
    const intent = book.get('payment_intent', id, 'intent');
    const { method, returnUrl } =
      request.caller === 'page' ? confirmationOfPage(request) : confirmationOfServer(request, intent);
    const bankPage = () => `${url}/bank/${id}`;
    return confirm(book, intent, method, { bankPage, returnUrl });
  },
});

interface Confirmation {
  method: Stripe.PaymentMethod;
  returnUrl: string | undefined;
}

function confirmationOfServer({ book, fields }: Request, intent: Stripe.PaymentIntent): Confirmation {
  const parameters = readParameters(serverParameters, fields);
  const named = parameters.payment_method ?? intent.payment_method;
  if (typeof named !== 'string') {
    const message =
      "You cannot confirm this PaymentIntent because it's missing a payment method. Update the PaymentIntent with a payment method and then confirm it again.";
    throw invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
  }
  return { method: namedMethod(book, named), returnUrl: parameters.return_url };
}

function confirmationOfPage({ book, fields }: Request): Confirmation {
  const parameters = readParameters(pageParameters, fields);
  const { card, billing_details: billing, wallet } = parameters.payment_method_data;
  const number = card.number.replaceAll(/\s/g, '');
  if (!isCardNumber(number)) {
    const message = 'Your card number is incorrect.';
    throw new Problem(402, { type: 'card_error', code: 'incorrect_number', message, param: 'number' });
  }
  const payer: Payer = {
    billing: Object.fromEntries(Object.entries(billing ?? {}).filter(([, value]) => value !== '')),
    expiry: { month: card.exp_month, year: card.exp_year },
    byWallet: wallet ?? false,
  };
  return { method: keepPaymentMethod(book, cardByNumber(number), payer), returnUrl: parameters.return_url };
}

function namedMethod(book: Book, name: string): Stripe.PaymentMethod {
  const kept = book.find('payment_method', name);
  if (kept) return kept;
  const card = cardByToken(name);
  if (!card || name === '') throw missing('PaymentMethod', name, 'payment_method');
  return keepPaymentMethod(book, card);
}

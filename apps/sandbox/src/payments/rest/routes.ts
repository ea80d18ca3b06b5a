import type Stripe from 'stripe';
import { z } from 'zod';
import type { Book } from '../book/book.js';
import { cancelIntent, createIntent, updateIntent } from '../book/intents.js';
import { createRefund } from '../book/refunds.js';
import { confirmation } from './confirmation.js';
import { isWithin, pageOf, pages, times, type Page, type Times } from './lists.js';
import { asks, list, texts, whole, yesOrNo } from './parameters.js';
import { route, type Route } from './route.js';

const expand = { expand: list.optional() };
const said = {
  description: z.string().max(1_000).optional(),
  metadata: texts.optional(),
  receipt_email: z.string().max(512).optional(),
};
const automatic = z.strictObject({
  enabled: yesOrNo,
  allow_redirects: z.enum(['always', 'never']).optional(),
});

const ofPayment = { payment_intent: z.string().optional(), created: times, ...pages };
const ofCharge = { charge: z.string().optional(), ...ofPayment };

interface AskedList extends Page {
  charge?: string | undefined;
  payment_intent?: string | undefined;
  created?: Times;
}

/** Lists the objects of a kind, limited to one payment if the request names one. */
function listOf(kind: 'refund' | 'charge' | 'dispute') {
  return ({ book, asked }: { book: Book; asked: AskedList }) => {
    const wanted = book
      .all(kind)
      .filter(
        (object) =>
          (asked.charge === undefined || ('charge' in object && object.charge === asked.charge)) &&
          (asked.payment_intent === undefined || object.payment_intent === asked.payment_intent) &&
          isWithin(object, asked.created),
      );
    return pageOf(wanted, asked, `/v1/${kind}s`);
  };
}

const intents: Route[] = [
  route('POST', '/v1/payment_intents', {
    asked: asks<Stripe.PaymentIntentCreateParams>()({
      amount: whole,
      currency: z.string(),
      automatic_payment_methods: automatic.optional(),
      allowed_payment_method_types: list.pipe(z.array(z.enum(['card', 'link']))).optional(),
      ...said,
      ...expand,
    }),
    answer: ({ book, asked }) => createIntent(book, asked),
  }),
  route('GET', '/v1/payment_intents', {
    asked: asks<Stripe.PaymentIntentListParams>()({ created: times, ...pages }),
    answer: ({ book, asked }) =>
      pageOf(
        book.all('payment_intent').filter((intent) => isWithin(intent, asked.created)),
        asked,
        '/v1/payment_intents',
      ),
  }),
  route('GET', '/v1/payment_intents/:id', {
    asked: asks<Stripe.PaymentIntentRetrieveParams>()({ client_secret: z.string().optional(), ...expand }),
    forPages: true,
    answer: ({ book, id }) => book.get('payment_intent', id, 'intent'),
  }),
  route('POST', '/v1/payment_intents/:id', {
    asked: asks<Stripe.PaymentIntentUpdateParams>()({
      amount: whole.optional(),
      currency: z.string().optional(),
      ...said,
      ...expand,
    }),
    answer: ({ book, id, asked }) => updateIntent(book, book.get('payment_intent', id, 'intent'), asked),
  }),
  route('POST', '/v1/payment_intents/:id/cancel', {
    asked: asks<Stripe.PaymentIntentCancelParams>()({
      cancellation_reason: z
        .enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])
        .optional(),
      ...expand,
    }),
    answer: ({ book, id, asked }) =>
      cancelIntent(book, book.get('payment_intent', id, 'intent'), asked.cancellation_reason ?? null),
  }),
  confirmation,
];

const refunds: Route[] = [
  route('POST', '/v1/refunds', {
    asked: asks<Stripe.RefundCreateParams>()({
      amount: whole.optional(),
      charge: z.string().optional(),
      payment_intent: z.string().optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
      metadata: texts.optional(),
      ...expand,
    }),
    answer: ({ book, asked }) => createRefund(book, asked),
  }),
  route('GET', '/v1/refunds', {
    asked: asks<Stripe.RefundListParams>()(ofCharge),
    answer: listOf('refund'),
  }),
  route('GET', '/v1/refunds/:id', {
    asked: asks<Stripe.RefundRetrieveParams>()(expand),
    answer: ({ book, id }) => book.get('refund', id),
  }),
];

const others: Route[] = [
  route('GET', '/v1/charges/:id', {
    asked: asks<Stripe.ChargeRetrieveParams>()(expand),
    answer: ({ book, id }) => book.get('charge', id),
  }),
  route('GET', '/v1/charges', {
    asked: asks<Stripe.ChargeListParams>()(ofPayment),
    answer: listOf('charge'),
  }),
  route('GET', '/v1/disputes', {
    asked: asks<Stripe.DisputeListParams>()(ofCharge),
    answer: listOf('dispute'),
  }),
  route('GET', '/v1/disputes/:id', {
    asked: asks<Stripe.DisputeRetrieveParams>()(expand),
    answer: ({ book, id }) => book.get('dispute', id),
  }),
  route('GET', '/v1/events', {
    asked: asks<Stripe.EventListParams>()({
      type: z.string().optional(),
      types: list.optional(),
      created: times,
      ...pages,
    }),
    answer: ({ book, asked }) => {
      const types = asked.types ?? (asked.type === undefined ? undefined : [asked.type]);
      const wanted = book
        .all('event')
        .filter((event) => (types?.includes(event.type) ?? true) && isWithin(event, asked.created));
      return pageOf(wanted, asked, '/v1/events');
    },
  }),
  route('GET', '/v1/events/:id', {
    asked: asks<Stripe.EventRetrieveParams>()(expand),
    answer: ({ book, id }) => book.get('event', id),
  }),
];

/** Every supported call. */
export const routes: readonly Route[] = [...intents, ...refunds, ...others];

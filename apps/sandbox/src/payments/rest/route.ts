import type Stripe from 'stripe';
import type { z } from 'zod';
import type { Book } from '../book/book.js';
import { invalid } from '../book/problem.js';
import { expanded } from './expand.js';
import type { Fields } from './form.js';
import { readParameters } from './parameters.js';

/** The answer of a call: one of the SDK's own types. */
type Answer =
  | Stripe.PaymentIntent
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.Dispute
  | Stripe.Event
  | Stripe.ApiList<Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund | Stripe.Dispute | Stripe.Event>;

/** The caller: the merchant's server, or a page in the payer's browser. */
export type Caller = 'server' | 'page';

export interface Request {
  readonly book: Book;
  readonly caller: Caller;
  /** The stand-in's own address. */
  readonly url: string;
  readonly fields: Fields;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Whether a page may call too, with its publishable key and the payment's client secret. */
  readonly forPages: boolean;
  answer(request: Request, id: string): Answer;
}

interface Definition<Schema extends z.ZodType> {
  readonly asked: Schema;
  readonly forPages?: boolean;
  readonly answer: (call: Request & { id: string; asked: z.output<Schema> }) => Answer;
}

export function route<Schema extends z.ZodType<{ expand?: string[] | undefined }>>(
  method: Route['method'],
  path: string,
  { asked, forPages = false, answer }: Definition<Schema>,
): Route {
  return {
    method,
    path,
    forPages,
    answer(request, id) {
      const read = readParameters(asked, request.fields);
      if (request.caller === 'page') refuseOtherSecret(request, id);
      return expanded(request.book, answer({ ...request, id, asked: read }), read.expand);
    },
  };
}

function refuseOtherSecret({ book, fields }: Request, id: string): void {
  if (fields['client_secret'] === book.get('payment_intent', id, 'intent').client_secret) return;
  throw invalid(
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    {
      param: 'client_secret',
    },
  );
}

/** The route of an address, and the id in the address. */
export function routeOf(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; id: string } | undefined {
  for (const candidate of routes) {
    if (candidate.method !== method) continue;
    const wanted = candidate.path.split('/');
    const given = path.split('/');
    const fits =
      wanted.length === given.length && wanted.every((part, at) => part === ':id' || part === given[at]);
    if (fits) return { route: candidate, id: given[wanted.indexOf(':id')] ?? '' };
  }
  return undefined;
}

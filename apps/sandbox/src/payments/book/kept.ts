import type Stripe from 'stripe';

/** Stripe forgets the answer to an idempotency key after a day. */
export const answersLiveSeconds = 24 * 3_600;

/** An answer that is repeated when a request with the same idempotency key comes again. */
interface KeptAnswer {
  readonly object: 'answer';
  /** The idempotency key. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly requestId: string;
  /** The request: method, path, and parameters. */
  readonly asked: string;
  readonly status: number;
  readonly body: unknown;
}

/** Every kind of stored object, by Stripe's name. */
export interface Kinds {
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  answer: KeptAnswer;
}
export type Kind = keyof Kinds;
export type Kept = Kinds[Kind];

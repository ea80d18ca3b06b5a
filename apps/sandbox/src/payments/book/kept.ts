import type Stripe from 'stripe';

/** Stripe forgets what it answered to an idempotency key after a day. */
export const answersLiveSeconds = 24 * 3_600;

/** An answer that is given again when the request comes again with the same idempotency key. */
export interface KeptAnswer {
  readonly object: 'answer';
  /** The idempotency key. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly requestId: string;
  /** What was asked: method, path, and parameters. */
  readonly asked: string;
  readonly status: number;
  readonly body: unknown;
}

/** Everything that the stand-in keeps, by Stripe's name of it. */
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

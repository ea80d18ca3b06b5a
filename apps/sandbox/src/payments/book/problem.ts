import type Stripe from 'stripe';

/** The body of an error, in the SDK's own type. */
export type ErrorBody = Pick<
  Stripe.StripeRawError,
  'type' | 'code' | 'message' | 'param' | 'decline_code' | 'charge' | 'payment_intent' | 'payment_method'
>;

/** A refusal in Stripe's format. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

/** A refusal of a request with invalid parameters, or in the wrong state of the object. */
export function invalid(message: string, more: Partial<ErrorBody> = {}): Problem {
  return new Problem(400, { type: 'invalid_request_error', message, ...more });
}

/** A refusal for an unknown id. */
export function missing(kind: string, id: string, param = 'id'): Problem {
  const message = `No such ${kind}: '${id}'`;
  return new Problem(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}

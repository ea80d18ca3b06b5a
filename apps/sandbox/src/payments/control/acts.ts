import type Stripe from 'stripe';
import { z } from 'zod';
import { disputeEnds } from '../book/disputes.js';
import type { MountedElement } from '../page/mounted-elements.js';
import { faultSchema } from '../rest/faults.js';
import type { SeenRequest } from '../rest/requests.js';
import type { Delivery } from '../webhooks/courier.js';
import { flaws } from '../webhooks/signed.js';

const intent = z.string();
const amount = z.number().int().positive().optional();

/** The requests to the control address, by name. */
export const acts = {
  /** A payer confirms with this test card, without a browser. */
  confirm: z.object({ intent, card: z.string().default('pm_card_visa') }),
  /** The payer passes or fails the bank's authentication. */
  authenticate: z.object({ intent, hasAuthenticated: z.boolean() }),
  /** The bank decides about a payment that is processing. */
  settle: z.object({
    intent,
    decline: z.object({ code: z.string(), message: z.string() }).optional(),
  }),
  /** A successful payment fails later. */
  failLate: z.object({ intent }),
  /** Staff refund in Stripe's dashboard. */
  refund: z.object({ intent, amount }),
  arriveRefund: z.object({ refund: z.string() }),
  failRefund: z.object({ refund: z.string() }),
  dispute: z.object({
    intent,
    amount,
    reason: z.string().optional(),
    status: z.enum(['needs_response', 'prevented']).optional(),
  }),
  closeDispute: z.object({ dispute: z.string(), status: z.enum(disputeEnds) }),
  /** Sets the address of webhooks and how they are delivered. */
  webhooks: z.object({
    address: z.url().optional(),
    events: z.enum(['sent', 'held', 'lost']).optional(),
    copies: z.number().int().positive().optional(),
    delayMs: z.number().int().nonnegative().optional(),
  }),
  /** Sends one event immediately and without copies, with a flaw if asked. */
  send: z.object({ event: z.string(), flaw: z.enum(flaws).optional() }),
  fault: faultSchema,
  noFaults: z.object({}),
  requests: z.object({}),
  elements: z.object({}),
};
export type Act = keyof typeof acts;

export interface ActAnswers {
  confirm: Stripe.PaymentIntent;
  authenticate: Stripe.PaymentIntent;
  settle: Stripe.PaymentIntent;
  failLate: Stripe.PaymentIntent;
  refund: Stripe.Refund;
  arriveRefund: Stripe.Refund;
  failRefund: Stripe.Refund;
  dispute: Stripe.Dispute;
  closeDispute: Stripe.Dispute;
  webhooks: Delivery;
  send: { status: number };
  fault: object;
  noFaults: object;
  requests: SeenRequest[];
  elements: MountedElement[];
}

import type Stripe from 'stripe';
import type { Intent, ReadIntent } from './intent.js';

/** What the provider has sent of its own accord. */
export interface ProviderEvent {
  id: string;
  /** Such as `payment_intent.succeeded`. */
  type: string;
  /** The id of what it is about, and the payment intent that this belongs to, as far as it says. */
  subjectId: string;
  intentId: string | undefined;
  /** Which of our payments it is about; none when it was begun elsewhere. */
  paymentId: string | undefined;
  at: Date;
}

/** A refund as the provider tells of it. */
export interface ToldRefund {
  id: string;
  /** The payment that it is of; none for one that was made without a payment intent. */
  intentId: string | undefined;
  /** Which of ours it is; none when staff made it at the provider. */
  refundId: string | undefined;
  minor: number;
  failed: boolean;
}

/** A payment that its bank takes back. */
export interface ProviderDispute {
  id: string;
  intentId: string;
  minor: number;
  state: 'open' | 'won' | 'lost' | 'prevented';
}

export function refundOf(refund: Stripe.Refund): ToldRefund {
  const { id, amount, status, metadata, payment_intent: intent } = refund;
  const failed = status === 'failed' || status === 'canceled';
  return { id, intentId: idOf(intent), refundId: metadata?.['refund_id'], minor: amount, failed };
}

export function intentOf(told: Stripe.PaymentIntent): ReadIntent {
  const status = statusOf(told.status);
  return {
    id: told.id,
    status,
    minor: status === 'succeeded' ? told.amount_received : told.amount,
    currency: told.currency.toUpperCase(),
    paymentId: told.metadata['payment_id'],
    clientSecret: told.client_secret ?? undefined,
    ownerId: told.metadata['owner_id'],
    declined: declinedIn(told.last_payment_error),
    ...methodOf(told.latest_charge),
    ...leftOf(told.latest_charge),
  };
}

/** Whatever the provider has not done with, nor is at, is for the person to do. */
function statusOf(told: string): Intent['status'] {
  return (['succeeded', 'canceled', 'processing'] as const).find((status) => status === told) ?? 'open';
}

/** The brand of a card and its last digits, or whichever other way it was. */
function methodOf(charge: Stripe.PaymentIntent['latest_charge']): Pick<Intent, 'method' | 'lastFour'> {
  const details = typeof charge === 'string' ? undefined : charge?.payment_method_details;
  if (!details) return { method: undefined, lastFour: undefined };
  const { card } = details;
  return { method: card?.wallet?.type ?? card?.brand ?? details.type, lastFour: card?.last4 ?? undefined };
}

/** A charge that was read says what left of it again. */
function leftOf(
  charge: Stripe.PaymentIntent['latest_charge'],
): Pick<ReadIntent, 'refundedMinor' | 'disputed'> {
  if (charge === null || typeof charge === 'string') return { refundedMinor: undefined, disputed: false };
  return { refundedMinor: charge.amount_refunded, disputed: charge.disputed };
}

/** A try that never became a charge, such as one whose person the bank did not recognise, is known by its card. */
function declinedIn(error: Stripe.PaymentIntent['last_payment_error']): string | undefined {
  return idOf(error?.charge) ?? error?.payment_method?.id;
}

/** @returns undefined for a question of the bank that takes no money yet */
export function disputeOf(dispute: Stripe.Dispute): ProviderDispute | undefined {
  const { id, amount, payment_intent: intent, status } = dispute;
  const intentId = idOf(intent);
  if (status.startsWith('warning_') || intentId === undefined) return undefined;
  return { id, intentId, minor: amount, state: disputeStateOf(dispute) };
}

function disputeStateOf({ status, balance_transactions }: Stripe.Dispute): ProviderDispute['state'] {
  const decided = (['won', 'lost'] as const).find((end) => end === status);
  if (decided) return decided;
  if (status === 'prevented') {
    // A rule of the account has paid the payer, without a dispute: that money does not come back.
    const minor = balance_transactions.reduce((total, { amount }) => total + amount, 0);
    return minor < 0 ? 'lost' : 'prevented';
  }
  // The money is gone while an appeal against a loss runs.
  return status.startsWith('appeal_') ? 'lost' : 'open';
}

/** What an event is about, as far as it says. */
export function eventOf(event: Stripe.Event): ProviderEvent {
  const about = event.data.object as About;
  const subjectId = textOf(about.id) ?? '';
  const intentId = about.object === 'payment_intent' ? subjectId : idOf(about.payment_intent);
  const paymentId = textOf(about.metadata?.payment_id);
  return {
    id: event.id,
    type: event.type,
    subjectId,
    intentId,
    paymentId,
    at: new Date(event.created * 1_000),
  };
}

interface About {
  id?: unknown;
  object?: unknown;
  payment_intent?: unknown;
  metadata?: { payment_id?: unknown };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** References come as ids, or as what they refer to. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null && 'id' in value) return textOf(value.id);
  return textOf(value);
}

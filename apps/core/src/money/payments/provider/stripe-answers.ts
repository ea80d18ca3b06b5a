import type Stripe from 'stripe';
import type { Intent, ReadIntent } from './intent.js';

/** An event that the provider sends or lists. */
export interface ProviderEvent {
  id: string;
  /** Such as `payment_intent.succeeded`. */
  type: string;
  /** The id of the object that the event is about. */
  subjectId: string;
  /** The id of the payment intent that this object is or belongs to; undefined when it names none. */
  intentId: string | undefined;
  /** The id of our payment; undefined when the payment was begun elsewhere. */
  paymentId: string | undefined;
  at: Date;
}

/** A refund as the provider answers it. */
export interface ProviderRefund {
  id: string;
  /** The id of the refunded payment intent; undefined when the refunded payment has no intent. */
  intentId: string | undefined;
  /** The id of our refund; undefined when staff made the refund at the provider. */
  refundId: string | undefined;
  minor: number;
  failed: boolean;
}

/** A dispute as the provider answers it: a bank takes a payment back. */
export interface ProviderDispute {
  id: string;
  intentId: string;
  minor: number;
  state: 'open' | 'won' | 'lost' | 'prevented';
}

export function refundOf(refund: Stripe.Refund): ProviderRefund {
  const { id, amount, status, metadata, payment_intent: intent } = refund;
  const failed = status === 'failed' || status === 'canceled';
  return { id, intentId: idOf(intent), refundId: metadata?.['refund_id'], minor: amount, failed };
}

export function intentOf(intent: Stripe.PaymentIntent): ReadIntent {
  const status = statusOf(intent.status);
  return {
    id: intent.id,
    status,
    minor: status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    paymentId: intent.metadata['payment_id'],
    clientSecret: intent.client_secret ?? undefined,
    ownerId: intent.metadata['owner_id'],
    lastDeclineId: declineIdIn(intent.last_payment_error),
    ...methodOf(intent.latest_charge),
    ...takenBackOf(intent.latest_charge),
  };
}

/** Every status of the provider that is not named here waits for the person. */
function statusOf(providerStatus: string): Intent['status'] {
  const named = ['succeeded', 'canceled', 'processing'] as const;
  return named.find((status) => status === providerStatus) ?? 'open';
}

/** A card's wallet or brand, with its last digits, or the type of another method. */
function methodOf(charge: Stripe.PaymentIntent['latest_charge']): Pick<Intent, 'method' | 'lastFour'> {
  const details = typeof charge === 'string' ? undefined : charge?.payment_method_details;
  if (!details) return { method: undefined, lastFour: undefined };
  const { card } = details;
  return { method: card?.wallet?.type ?? card?.brand ?? details.type, lastFour: card?.last4 ?? undefined };
}

/** The refunded amount of the charge, and whether a bank disputes it, if the charge was read. */
function takenBackOf(
  charge: Stripe.PaymentIntent['latest_charge'],
): Pick<ReadIntent, 'refundedMinor' | 'disputed'> {
  if (charge === null || typeof charge === 'string') return { refundedMinor: undefined, disputed: false };
  return { refundedMinor: charge.amount_refunded, disputed: charge.disputed };
}

/**
 * A declined card without a charge, for example after a failed 3-D Secure, is identified by the card's id.
 */
function declineIdIn(error: Stripe.PaymentIntent['last_payment_error']): string | undefined {
  return idOf(error?.charge) ?? error?.payment_method?.id;
}

/**
 * @returns undefined for a bank's inquiry (`warning_…`), which takes no money yet, and for a dispute without
 *   an intent
 */
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
    // A negative sum: a rule of our account paid the payer back before the dispute began, and that money does
    // not come back.
    const minor = balance_transactions.reduce((total, { amount }) => total + amount, 0);
    return minor < 0 ? 'lost' : 'prevented';
  }
  // While an appeal against a loss runs, the bank keeps the money.
  return status.startsWith('appeal_') ? 'lost' : 'open';
}

/** The fields of an event that core uses, as far as the event has them. */
export function eventOf(event: Stripe.Event): ProviderEvent {
  const object = event.data.object as EventObject;
  const subjectId = textOf(object.id) ?? '';
  const intentId = object.object === 'payment_intent' ? subjectId : idOf(object.payment_intent);
  const paymentId = textOf(object.metadata?.payment_id);
  return {
    id: event.id,
    type: event.type,
    subjectId,
    intentId,
    paymentId,
    at: new Date(event.created * 1_000),
  };
}

interface EventObject {
  id?: unknown;
  object?: unknown;
  payment_intent?: unknown;
  metadata?: { payment_id?: unknown };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The API answers a reference as an id, or as the expanded object. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null && 'id' in value) return textOf(value.id);
  return textOf(value);
}

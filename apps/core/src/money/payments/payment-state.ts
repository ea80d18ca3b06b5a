import { creditFor, type IntentRequest, type Intent } from './provider/intent.js';

/**
 * - `asked`: our row is stored; the provider has not answered yet
 * - `open`: the person can pay
 * - `given-up`: no longer needed; core cancels the payment at the provider, unless the person pays first
 * - `processing`: the bank is deciding
 * - `succeeded`: credited to the balance
 * - `canceled`: the person can no longer pay
 * - `withheld`: paid with an amount or currency that core did not ask for; staff decide
 */
export const paymentStates = [
  'asked',
  'open',
  'given-up',
  'processing',
  'succeeded',
  'canceled',
  'withheld',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The allowed moves. The last three states are final: a credited payment stays credited. */
const paymentMoves = {
  asked: ['open', 'given-up', 'processing', 'succeeded', 'canceled', 'withheld'],
  open: ['given-up', 'processing', 'succeeded', 'canceled', 'withheld'],
  processing: ['given-up', 'succeeded', 'canceled', 'withheld'],
  'given-up': ['processing', 'succeeded', 'canceled', 'withheld'],
  succeeded: [],
  canceled: [],
  withheld: [],
} as const satisfies Record<PaymentState, readonly PaymentState[]>;

export function canMove(from: PaymentState, to: PaymentState): boolean {
  return (paymentMoves[from] as readonly PaymentState[]).includes(to);
}

/** The states from which a payment may move to this one. */
export function statesBefore(to: PaymentState): PaymentState[] {
  return paymentStates.filter((from) => canMove(from, to));
}

export function isFinal(state: PaymentState): boolean {
  return paymentMoves[state].length === 0;
}

/** The state of a payment after this answer of the provider. */
export function stateAfter(payment: IntentRequest & { state: PaymentState }, intent: Intent): PaymentState {
  const reported = reportedState(payment, intent);
  return canMove(payment.state, reported) ? reported : payment.state;
}

function reportedState(payment: IntentRequest & { state: PaymentState }, intent: Intent): PaymentState {
  if (intent.status === 'succeeded') return creditFor(intent, payment) ? 'succeeded' : 'withheld';
  // The bank refused. The provider would accept another card for this payment, but the browser begins a new
  // payment instead.
  if (intent.status === 'open' && payment.state === 'processing') return 'given-up';
  return intent.status;
}

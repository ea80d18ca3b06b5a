import { creditFor, type Asked, type Intent } from './provider/intent.js';

/**
 * - `asked`: our row is there, the provider's answer is not yet
 * - `open`: the person may pay it
 * - `given-up`: nobody needs it any more; it is canceled at the provider, unless somebody was faster and pays or paid
 * - `processing`: the bank has still to say
 * - `succeeded`: in the balance
 * - `canceled`: the provider takes no money for it any more
 * - `withheld`: paid, and not as it was asked: staff decide
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

/** Where a payment may go from each state. What is over stays so: what is credited stays credited. */
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

/** From where a payment may come to a state. */
export function statesBefore(to: PaymentState): PaymentState[] {
  return paymentStates.filter((from) => canMove(from, to));
}

export function isFinal(state: PaymentState): boolean {
  return paymentMoves[state].length === 0;
}

/** The state that a payment has after the provider told of it. */
export function stateAfter(payment: Asked & { state: PaymentState }, intent: Intent): PaymentState {
  const told = toldState(payment, intent);
  return canMove(payment.state, told) ? told : payment.state;
}

function toldState(payment: Asked & { state: PaymentState }, intent: Intent): PaymentState {
  if (intent.status === 'succeeded') return creditFor(intent, payment) ? 'succeeded' : 'withheld';
  // The bank said no. The provider would take another card for it; the page asks for a new payment instead.
  if (intent.status === 'open' && payment.state === 'processing') return 'given-up';
  return intent.status;
}

import type Stripe from 'stripe';
import type { Book } from './book.js';
import { newId } from './ids.js';
import { invalid } from './problem.js';

const daysToAnswer = 9;

export interface DisputeWish {
  readonly reason?: string | undefined;
  readonly amount?: number | undefined;
  /** `prevented`: a rule of the account paid the payer back before a dispute arose. */
  readonly status?: 'needs_response' | 'prevented' | undefined;
}

/**
 * Opens a dispute: a payer tells the bank that they did not want this payment. Its money is withdrawn at
 * once.
 */
export function openDispute(book: Book, charge: Stripe.Charge, wish: DisputeWish = {}): Stripe.Dispute {
  if (charge.status !== 'succeeded') throw invalid('Only a charge that succeeded can be disputed.');
  if (charge.disputed) throw invalid('This charge is disputed already.');
  book.keep({ ...charge, disputed: true });
  const { reason = 'fraudulent', amount = charge.amount, status = 'needs_response' } = wish;
  const dispute = book.keep(newDispute(book, charge, { reason, amount, status }));
  book.emitEvent('charge.dispute.created', dispute);
  book.emitEvent('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/**
 * The states in which a dispute ends, and the states after that: an appeal may reverse a loss, and a bank may
 * reverse a victory.
 */
export const disputeEnds = ['won', 'lost', 'prevented', 'appeal_under_review'] as const;
export type DisputeEnd = (typeof disputeEnds)[number];

/**
 * Records the bank's decision, or a later reversal. The money of a won or prevented dispute returns to the
 * merchant; a reversal may withdraw it again.
 */
export function closeDispute(book: Book, dispute: Stripe.Dispute, status: DisputeEnd): Stripe.Dispute {
  if (dispute.status === status || (dispute.status === 'prevented' && status !== 'lost'))
    throw invalid('This dispute is closed.');
  const isBack = status === 'won' || status === 'prevented';
  const wasBack = dispute.status === 'won' || dispute.status === 'prevented';
  const moved = isBack === wasBack ? [] : [movedMoney(book, dispute, isBack ? 1 : -1)];
  const balance_transactions = [...dispute.balance_transactions, ...moved];
  const closed = book.keep({ ...dispute, status, balance_transactions });
  book.keep({ ...book.get('charge', dispute.charge), disputed: !isBack });
  if (moved.length > 0)
    book.emitEvent(`charge.dispute.funds_${isBack ? 'reinstated' : 'withdrawn'}` as const, closed);
  book.emitEvent(status.startsWith('appeal') ? 'charge.dispute.updated' : 'charge.dispute.closed', closed);
  return closed;
}

/** Reports the money that a dispute withdrew from the merchant's balance or returned to it. */
function movedMoney(
  book: Book,
  { id, amount, currency }: Pick<Stripe.Dispute, 'id' | 'amount' | 'currency'>,
  sign: 1 | -1,
): Stripe.BalanceTransaction {
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: sign * amount,
    available_on: book.now,
    balance_type: 'payments',
    created: book.now,
    currency,
    description: `Chargeback ${sign < 0 ? 'withdrawal' : 'reversal'} for ${id}`,
    exchange_rate: null,
    fee: 0,
    fee_details: [],
    net: sign * amount,
    reporting_category: sign < 0 ? 'dispute' : 'dispute_reversal',
    source: id,
    status: 'available',
    type: 'adjustment',
  };
}

function newDispute(
  book: Book,
  charge: Stripe.Charge,
  { reason, amount, status }: { reason: string; amount: number; status: Stripe.Dispute['status'] },
): Stripe.Dispute {
  const id = newId('du');
  return {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [movedMoney(book, { id, amount, currency: charge.currency }, -1)],
    charge: charge.id,
    created: book.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: book.now + daysToAnswer * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    reason,
    status,
  };
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

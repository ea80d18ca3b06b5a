import type Stripe from 'stripe';
import type { Book } from './book.js';
import { newId } from './ids.js';
import { invalid } from './problem.js';

const daysToAnswer = 9;

/** Somebody tells their bank that they did not want this payment; its money is withdrawn at once. */
export function openDispute(
  book: Book,
  charge: Stripe.Charge,
  { reason = 'fraudulent', amount = charge.amount }: { reason?: string; amount?: number } = {},
): Stripe.Dispute {
  if (charge.status !== 'succeeded') throw invalid('Only a charge that succeeded can be disputed.');
  if (charge.disputed) throw invalid('This charge is disputed already.');
  book.keep({ ...charge, disputed: true });
  const dispute = book.keep(newDispute(book, charge, { reason, amount }));
  book.tell('charge.dispute.created', dispute);
  book.tell('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The bank has decided; what was won comes back. */
export function closeDispute(book: Book, dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalid('This dispute is closed.');
  const closed = book.keep({ ...dispute, status });
  if (status === 'won') {
    book.keep({ ...book.get('charge', dispute.charge), disputed: false });
    book.tell('charge.dispute.funds_reinstated', closed);
  }
  book.tell('charge.dispute.closed', closed);
  return closed;
}

function newDispute(
  book: Book,
  charge: Stripe.Charge,
  { reason, amount }: { reason: string; amount: number },
): Stripe.Dispute {
  return {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
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
    status: 'needs_response',
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

import type { Currency } from '@sixpence/contracts/currencies';
import type { IntentRequest } from './provider/intent.js';
import type { PaymentState } from './payment-state.js';

/** A row of `payments`. */
export interface PaymentRow extends IntentRequest {
  /** The id of the payment, and of its receipt. */
  id: string;
  ownerId: string;
  currency: Currency;
  amountMinor: number;
  intentId: string | null;
  state: PaymentState;
  createdAt: Date;
}

export const paymentColumns = `id, owner_id, currency, amount_minor, asked_minor, intent_id, state, created_at`;

/** Reconciliation reads a payment this long after a page began it or the provider changed its state. */
export const lookAfterSeconds = 30;

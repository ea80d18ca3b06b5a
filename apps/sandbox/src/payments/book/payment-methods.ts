import type Stripe from 'stripe';
import type { Book } from './book.js';
import { cardByToken, type TestCard } from './cards.js';
import { newId } from './ids.js';

/** Details of the payer besides the card. */
export interface Payer {
  readonly billing?: Partial<Stripe.PaymentMethod.BillingDetails>;
  readonly expiry?: { month: number; year: number };
  /** The simulated wallet pays, with the card in it. */
  readonly byWallet?: boolean;
}

/** Stores a payment method for a card, with only the last four digits of its number. */
export function keepPaymentMethod(book: Book, card: TestCard, payer: Payer = {}): Stripe.PaymentMethod {
  const { month, year } = payer.expiry ?? { month: 12, year: new Date().getUTCFullYear() + 3 };
  const brand = card.brand ?? 'visa';
  return book.keep({
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { ...nobody, ...payer.billing },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'GB',
      display_brand: brand,
      exp_month: month,
      exp_year: year,
      fingerprint: null,
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: null,
      three_d_secure_usage: { supported: true },
      wallet: payer.byWallet ? { type: 'google_pay', google_pay: {}, dynamic_last4: null } : null,
    },
    created: book.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: { [cardKey]: card.token },
    type: 'card',
  });
}

/** The test card of a payment method; undefined when its number is no test card. */
export function cardOf(method: Stripe.PaymentMethod): TestCard | undefined {
  return cardByToken(method.metadata?.[cardKey] ?? '');
}

const cardKey = 'test_card';
const nobody = { address: null, email: null, name: null, phone: null, tax_id: null };

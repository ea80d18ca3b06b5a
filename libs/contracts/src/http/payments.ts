import { z } from 'zod';
import { moneySchema } from '../money.js';
import { asPeopleClick, type Call } from './call.js';
import { anyCaseCurrency } from './credits.js';

/** What can be topped up, in major units of either currency (specification §9). */
export const topUpAmounts = [3, 5, 7, 10, 15, 20, 25, 50] as const;

/** `GET /payment-config`: without a key, payments are not set up. */
export const paymentConfigAnswer = z.object({
  publishableKey: z.string().optional(),
  /** The provider's script, where it does not come from the provider's own address. */
  scriptUrl: z.url().optional(),
});
export type PaymentConfigAnswer = z.infer<typeof paymentConfigAnswer>;

/** The provider's ids are made of these alone. */
const intentId = z.string().regex(/^[\w.:-]{0,255}$/);

/** `POST /stripe-payment-intent`: the intent of before is used again, whatever its amount was. */
export const paymentIntentRequest = z.object({
  amount: z.number(),
  currency: anyCaseCurrency,
  payment_intent_id: intentId.nullish(),
});
export const paymentIntentAnswer = z.object({ clientSecret: z.string() });
export type PaymentIntentAnswer = z.infer<typeof paymentIntentAnswer>;

/** `POST /stripe-validate-payment`: found says that the payment succeeded and is in the balance. */
export const validatePaymentRequest = z.object({ payment_intent_id: intentId.min(1) });
export const validatePaymentAnswer = z.object({ status: z.literal('success'), found: z.boolean() });
export type ValidatePaymentAnswer = z.infer<typeof validatePaymentAnswer>;

/** Major units of either currency: two decimals, and none that nobody meant. */
const majorAmount = z
  .number()
  .positive()
  .refine((amount) => Math.round(amount * 100) / 100 === amount, 'has more than two decimals');

/** `POST /refund-to-card`: so much of what can go back to the cards it came from, or all of it. */
export const refundToCardRequest = z.object({
  currency: anyCaseCurrency,
  /** Absent means everything that can go back. */
  amount: majorAmount.optional(),
  /**
   * What the page showed as refundable: when it is another amount by now, nothing is sent. So a call that is sent again
   * sends nothing twice.
   */
  refundable: majorAmount,
});
/** What has left the balance for cards, and what can be spent after it. What a bank does not take comes back by itself. */
export const refundToCardAnswer = z.object({ refunded: moneySchema, available: moneySchema });
export type RefundToCardAnswer = z.infer<typeof refundToCardAnswer>;

/** ISO 8601, UTC. */
const moment = z.string();

/** How it was paid, such as `Visa, card ending in 4242`; absent when nobody knows any more. */
const cardWords = z.string().optional();

/** A payment that is neither in the balance nor given up. */
export const paymentUnderWay = z.object({ id: z.uuid(), amount: moneySchema, createdAt: moment });

/** Money of one payment that goes back to its card: `sent` once the provider has it, `failed` when it is in the balance again. */
export const refundView = z.object({
  id: z.uuid(),
  amount: moneySchema,
  card: cardWords,
  state: z.enum(['asked', 'sent', 'failed']),
  /** Since when it is in this state. */
  since: moment,
});
export type RefundView = z.infer<typeof refundView>;

/** One balance of a person, and what stands beside it. */
export const walletView = z.object({
  available: moneySchema,
  /** What open jobs have set aside. */
  setAside: z.array(z.object({ jobId: z.uuid(), fileName: z.string(), held: moneySchema })),
  /** What the person may send back to their cards by themselves. */
  refundable: moneySchema,
  /** The same by payment, in the order in which they give. */
  refundableOf: z.array(
    z.object({ paymentId: z.uuid(), amount: moneySchema, card: cardWords, paidAt: moment }),
  ),
});
export type WalletView = z.infer<typeof walletView>;

/** `GET /my-wallets`: one row for each currency in which the person has a balance. */
export const myWalletsAnswer = z.object({
  wallets: z.array(walletView),
  underWay: z.array(paymentUnderWay),
  /** Those under way, and those that were sent or failed in the last 24 hours. */
  refunds: z.array(refundView),
  /** Closed after a dispute, until staff open it again. */
  topUps: z.enum(['open', 'closed']),
});
export type MyWalletsAnswer = z.infer<typeof myWalletsAnswer>;

/**
 * Enough for whoever changes their mind; a program that tries stolen cards needs more. A hall has as many as sixty people
 * who use up theirs: thirty accounts, which a network makes in an hour at no cost, leave half of them to the others.
 */
const intents = {
  person: { points: 20, seconds: 600 },
  network: { points: 1_200, seconds: 600 },
} satisfies Call['budget'];

/** Each one may ask the provider; a page asks a few times for each payment. */
const validations = {
  person: { points: 200, seconds: 600 },
  network: { points: 12_000, seconds: 600 },
} satisfies Call['budget'];

export const topUpCalls = {
  paymentConfig: {
    method: 'GET',
    path: '/payment-config',
    summary: 'How the page speaks to the payment provider',
    proof: 'session',
    budget: asPeopleClick,
    answer: paymentConfigAnswer,
  },
  stripePaymentIntent: {
    method: 'POST',
    path: '/stripe-payment-intent',
    summary: 'A payment of a fixed amount; the page confirms it with the secret',
    proof: 'session',
    asksProvider: true,
    budget: intents,
    request: paymentIntentRequest,
    example: { amount: 5, currency: 'GBP', payment_intent_id: '' },
    answer: paymentIntentAnswer,
    refusals: ['payment.amount', 'payment.closed', 'payment.limit', 'payment.not-set-up'],
  },
  stripeValidatePayment: {
    method: 'POST',
    path: '/stripe-validate-payment',
    summary: 'Whether a payment succeeded; if so, it is in the balance now',
    proof: 'session',
    asksProvider: true,
    budget: validations,
    request: validatePaymentRequest,
    example: { payment_intent_id: 'pi_3QExample' },
    answer: validatePaymentAnswer,
    refusals: ['payment.unknown', 'payment.not-set-up'],
  },
  walletDomain: {
    method: 'GET',
    path: '/.well-known/apple-developer-merchantid-domain-association',
    summary: 'The file by which Apple knows that wallets may pay here',
    proof: 'none',
    budget: { network: { points: 600, seconds: 60 } },
    answer: 'text/plain',
    refusals: ['route.unknown'],
  },
  stripeWebhook: {
    method: 'POST',
    path: '/stripe-webhook',
    summary: 'News of payments from the provider, signed by it',
    proof: 'signed body',
    body: 'raw',
    fromAnyOrigin: true,
    refusals: ['payment.signature', 'payment.not-set-up'],
  },
  myWallets: {
    method: 'GET',
    path: '/my-wallets',
    summary: 'Every balance, what is set aside of it, and payments under way',
    proof: 'session',
    budget: asPeopleClick,
    answer: myWalletsAnswer,
  },
} as const satisfies Record<string, Call>;

export const refundCalls = {
  refundToCard: {
    method: 'POST',
    path: '/refund-to-card',
    summary: 'Sends what is left of top-ups back to the cards they came from',
    proof: 'session',
    asksProvider: true,
    budget: { person: { points: 20, seconds: 600 } },
    request: refundToCardRequest,
    example: { currency: 'GBP', refundable: 5 },
    answer: refundToCardAnswer,
    refusals: ['refund.too-much', 'refund.changed', 'refund.by-staff', 'payment.not-set-up'],
  },
} as const satisfies Record<string, Call>;

export const paymentCalls = { ...topUpCalls, ...refundCalls } as const;

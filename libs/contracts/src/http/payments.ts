import { z } from 'zod';
import { moneySchema } from '../money.js';
import { personBudget, type Call } from './call.js';
import { anyCaseCurrency } from './credits.js';

/** The top-up amounts, in major units of either currency (specification §9). */
export const topUpAmounts = [3, 5, 7, 10, 15, 20, 25, 50] as const;

/** `GET /payment-config`: without a key, payments are not set up. */
const paymentConfigAnswer = z.object({
  publishableKey: z.string().optional(),
  /** The provider's script, unless it is loaded from the provider's own address. */
  scriptUrl: z.url().optional(),
});
export type PaymentConfigAnswer = z.infer<typeof paymentConfigAnswer>;

/** The characters of the provider's ids. */
const intentId = z.string().regex(/^[\w.:-]{0,255}$/);

/** `POST /stripe-payment-intent`: an earlier intent is reused, whatever its amount was. */
const paymentIntentRequest = z.object({
  amount: z.number(),
  currency: anyCaseCurrency,
  payment_intent_id: intentId.nullish(),
});
const paymentIntentAnswer = z.object({ clientSecret: z.string() });
export type PaymentIntentAnswer = z.infer<typeof paymentIntentAnswer>;

/** `POST /stripe-validate-payment`: `found` means that the payment succeeded and is in the balance. */
const validatePaymentRequest = z.object({ payment_intent_id: intentId.min(1) });
const validatePaymentAnswer = z.object({ status: z.literal('success'), found: z.boolean() });
export type ValidatePaymentAnswer = z.infer<typeof validatePaymentAnswer>;

/** Major units of either currency, with at most two decimals. */
const majorAmount = z
  .number()
  .positive()
  .refine((amount) => Math.round(amount * 100) / 100 === amount, 'has more than two decimals');

/** `POST /refund-to-card`: sends an amount, or everything refundable, back to the cards that paid it. */
const refundToCardRequest = z.object({
  currency: anyCaseCurrency,
  /** Absent: everything refundable. */
  amount: majorAmount.optional(),
  /**
   * The refundable amount that the page showed. If the amount has changed since, nothing is sent. A repeated
   * call therefore sends nothing twice.
   */
  refundable: majorAmount,
});
/**
 * The amount that left the balance, and the new spendable balance. Money that a bank rejects returns to the
 * balance by itself.
 */
const refundToCardAnswer = z.object({ refunded: moneySchema, available: moneySchema });
export type RefundToCardAnswer = z.infer<typeof refundToCardAnswer>;

/** ISO 8601, UTC. */
const moment = z.string();

/** The card, such as `Visa, card ending in 4242`; absent when it is no longer known. */
const cardWords = z.string().optional();

/** A payment that is neither in the balance nor given up. */
const paymentUnderWay = z.object({ id: z.uuid(), amount: moneySchema, createdAt: moment });

/**
 * A refund of one payment to its card: `sent` once the provider has it, `failed` when the money is in the
 * balance again.
 */
const refundView = z.object({
  id: z.uuid(),
  amount: moneySchema,
  card: cardWords,
  state: z.enum(['asked', 'sent', 'failed']),
  /** When it entered this state. */
  since: moment,
});
export type RefundView = z.infer<typeof refundView>;

/** One balance of a user, with its holds and refundable payments. */
const walletView = z.object({
  available: moneySchema,
  /** The holds of open jobs. */
  setAside: z.array(z.object({ jobId: z.uuid(), fileName: z.string(), held: moneySchema })),
  /** The amount that users may refund to their cards without staff. */
  refundable: moneySchema,
  /** The refundable amount of each payment, in the order in which refunds use them. */
  refundableOf: z.array(
    z.object({ paymentId: z.uuid(), amount: moneySchema, card: cardWords, paidAt: moment }),
  ),
});
export type WalletView = z.infer<typeof walletView>;

/** `GET /my-wallets`: one row for each currency in which the user has a balance. */
const myWalletsAnswer = z.object({
  wallets: z.array(walletView),
  underWay: z.array(paymentUnderWay),
  /** Open refunds, and those that were sent or failed in the last 24 hours. */
  refunds: z.array(refundView),
  /** Closed after a dispute, until staff open it again. */
  topUps: z.enum(['open', 'closed']),
});
export type MyWalletsAnswer = z.infer<typeof myWalletsAnswer>;

/**
 * Enough for a user who changes their mind; a program that tries stolen cards needs more. A network has the
 * budgets of sixty users. It can make thirty accounts in an hour at no cost; even if all of them use up their
 * budgets, half of the network's budget remains for its other users.
 */
const intentBudget = {
  person: { points: 20, seconds: 600 },
  network: { points: 1_200, seconds: 600 },
} satisfies Call['budget'];

/** Each call may ask the provider; a page makes a few calls for each payment. */
const validationBudget = {
  person: { points: 200, seconds: 600 },
  network: { points: 12_000, seconds: 600 },
} satisfies Call['budget'];

const topUpCalls = {
  paymentConfig: {
    method: 'GET',
    path: '/payment-config',
    summary: 'How the page speaks to the payment provider',
    proof: 'session',
    budget: personBudget,
    answer: paymentConfigAnswer,
  },
  stripePaymentIntent: {
    method: 'POST',
    path: '/stripe-payment-intent',
    summary: 'A payment of a fixed amount; the page confirms it with the secret',
    proof: 'session',
    asksProvider: true,
    budget: intentBudget,
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
    budget: validationBudget,
    request: validatePaymentRequest,
    example: { payment_intent_id: 'pi_3QExample' },
    answer: validatePaymentAnswer,
    refusals: ['payment.unknown', 'payment.not-set-up'],
  },
  walletDomain: {
    method: 'GET',
    path: '/.well-known/apple-developer-merchantid-domain-association',
    summary: 'The file that shows Apple that wallets may pay on this domain',
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
    budget: personBudget,
    answer: myWalletsAnswer,
  },
} as const satisfies Record<string, Call>;

const refundCalls = {
  refundToCard: {
    method: 'POST',
    path: '/refund-to-card',
    summary: 'Send the remaining money of top-ups back to the cards that paid it',
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

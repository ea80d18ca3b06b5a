import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import Stripe from 'stripe';
import { CORE_CONFIG, type CoreConfig } from '../../../platform/process/config.js';
import { LOGGER } from '../../../platform/process/logger.js';
import type { ReadIntent } from './intent.js';
import {
  disputeOf,
  eventOf,
  intentOf,
  refundOf,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderRefund,
} from './stripe-answers.js';

/** Pins the version of the API, so that its answers keep their shape. */
const apiVersion = '2026-10-28.endive';

/**
 * Cards, with the wallets that hold them, and Link. Other methods need rules of their own: bank debits fail
 * weeks after they were credited, and some methods redirect the payer to another site. The account's own
 * defaults may change, so they are not used.
 */
const paymentMethods = ['card', 'link'] as const;

/** The time limit of each attempt; a failed attempt is retried once. */
const attempts = { timeout: 4_000, maxNetworkRetries: 1 };
/** The deadline of one request with its retry, also when the provider's `Retry-After` asks to wait longer. */
const answerWithinMs = 10_000;
/** The deadline of a list. A list comes in pages of a hundred entries, one request for each page. */
const listWithinMs = 300_000;
const retryAfterSeconds = 5;
/**
 * A longer list is cut, and an error in the log tells staff. Normal traffic has fewer entries in the days
 * that are read.
 */
const mostListed = 10_000;

/** Older events are refused, because they may be replayed. */
const toleranceSeconds = 300;

/** The payment provider. Only this file and `stripe-answers.ts` import its SDK. */
@Injectable()
export class StripeService {
  private readonly stripe: Stripe | undefined;
  private readonly webhookSecret: string;

  constructor(
    @Inject(CORE_CONFIG) config: CoreConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.webhookSecret = config.STRIPE_WEBHOOK_SECRET;
    const key = config.STRIPE_SECRET_KEY;
    if (key === '') return;
    this.stripe = new Stripe(key, {
      ...attempts,
      ...connectionTo(config.STRIPE_API_URL),
      apiVersion,
      telemetry: false,
    });
  }

  get isSetUp(): boolean {
    return this.stripe !== undefined;
  }

  /** Idempotent: the same payment makes one intent. */
  create(
    { paymentId, owner, amount }: { paymentId: string; owner: string; amount: Money },
    until?: AbortSignal,
  ): Promise<ReadIntent> {
    return this.askStripe(async (stripe) => {
      const intent = await stripe.paymentIntents.create(
        {
          amount: amount.minor,
          currency: amount.currency.toLowerCase(),
          allowed_payment_method_types: [...paymentMethods],
          description: 'Sixpence credits',
          // These ids identify the payment to a database that was restored from an older backup.
          metadata: { payment_id: paymentId, owner_id: owner },
        },
        { idempotencyKey: `payment:${paymentId}` },
      );
      return intentOf(intent);
    }, until);
  }

  /** @returns undefined when the provider does not know the intent, or its state allows no change */
  changeAmount(intentId: string, amount: Money, until?: AbortSignal): Promise<ReadIntent | undefined> {
    const changes = { amount: amount.minor };
    return this.unlessRefused((stripe) => stripe.paymentIntents.update(intentId, changes), until);
  }

  /** @returns undefined when the provider does not know the intent, or can no longer cancel it */
  cancel(intentId: string, until?: AbortSignal): Promise<ReadIntent | undefined> {
    const reason = { cancellation_reason: 'abandoned' } as const;
    return this.unlessRefused((stripe) => stripe.paymentIntents.cancel(intentId, reason), until);
  }

  /** @returns undefined when the provider does not know the intent */
  readIntent(intentId: string, until?: AbortSignal): Promise<ReadIntent | undefined> {
    const withCharge = { expand: ['latest_charge'] };
    return this.unlessRefused((stripe) => stripe.paymentIntents.retrieve(intentId, withCharge), until);
  }

  /** The ids of the failed charges of a payment. */
  async declinesOf(intentId: string, until?: AbortSignal): Promise<string[]> {
    const { data } = await this.askStripe(
      (stripe) => stripe.charges.list({ payment_intent: intentId, limit: 100 }),
      until,
    );
    return data.filter(({ status }) => status === 'failed').map(({ id }) => id);
  }

  /**
   * The event in a signed request of the provider.
   * @param body the bytes of the request, unchanged
   * @throws Refusal `payment.signature` when the signature is wrong, or older than `toleranceSeconds`
   */
  eventIn(body: Buffer, signature: string): ProviderEvent {
    const stripe = this.client();
    try {
      return eventOf(stripe.webhooks.constructEvent(body, signature, this.webhookSecret, toleranceSeconds));
    } catch (cause) {
      throw new Refusal('payment.signature', undefined, undefined, { cause });
    }
  }

  /**
   * Sends this amount of a payment back to its card. Idempotent by its key: the provider repeats its first
   * answer.
   * @returns `refused` when the provider refuses for good; `key-spent` when an earlier request with this key
   *   failed at the provider, which repeats that failure
   */
  async refund(request: {
    refundId: string;
    intentId: string;
    minor: number;
    key: string;
  }): Promise<ProviderRefund | 'refused' | 'key-spent'> {
    const { refundId, intentId, minor, key } = request;
    try {
      return await this.askStripe(async (stripe) =>
        refundOf(
          await stripe.refunds.create(
            { payment_intent: intentId, amount: minor, metadata: { refund_id: refundId } },
            { idempotencyKey: key },
          ),
        ),
      );
    } catch (error) {
      if (error instanceof RefusedByProvider && isFinalRefusal(error.cause)) return 'refused';
      if (error instanceof Refusal && isRepeatedFailure(error.cause)) return 'key-spent';
      throw error;
    }
  }

  /** Every refund of a payment, including the ones made at the provider. */
  refundsOf(intentId: string): Promise<ProviderRefund[]> {
    return this.listNewest(
      (stripe) => stripe.refunds.list({ payment_intent: intentId, limit: 100 }),
      refundOf,
    );
  }

  /** Every refund of the last days, of all payments. */
  refundsSince(days: number): Promise<ProviderRefund[]> {
    return this.listNewest((stripe) => stripe.refunds.list(madeWithin(days)), refundOf);
  }

  /** @returns undefined for a bank's inquiry that takes no money yet */
  dispute(disputeId: string): Promise<ProviderDispute | undefined> {
    return this.askStripe(async (stripe) => disputeOf(await stripe.disputes.retrieve(disputeId)));
  }

  disputesOf(intentId: string): Promise<ProviderDispute[]> {
    return this.listNewest(
      (stripe) => stripe.disputes.list({ payment_intent: intentId, limit: 100 }),
      disputeOf,
    );
  }

  /** Every dispute that was opened in the last days, of all payments. */
  disputesSince(days: number): Promise<ProviderDispute[]> {
    return this.listNewest((stripe) => stripe.disputes.list(madeWithin(days)), disputeOf);
  }

  /** Every failure of a payment in the last days, including payments that had succeeded before. */
  failuresSince(days: number): Promise<ProviderEvent[]> {
    return this.eventsSince('payment_intent.payment_failed', days);
  }

  /** Every payment that succeeded in the last days, including the ones that this database does not know. */
  successesSince(days: number): Promise<ProviderEvent[]> {
    return this.eventsSince('payment_intent.succeeded', days);
  }

  private eventsSince(type: string, days: number): Promise<ProviderEvent[]> {
    return this.listNewest((stripe) => stripe.events.list({ type, ...madeWithin(days) }), eventOf);
  }

  /** The newest entries first. Entries that `convert` maps to undefined are omitted. */
  private async listNewest<Item extends { id: string }, Entry>(
    question: (stripe: Stripe) => Stripe.ApiListPromise<Item>,
    convert: (item: Item) => Entry | undefined,
  ): Promise<Entry[]> {
    const end = AbortSignal.timeout(listWithinMs);
    const limit = { limit: mostListed };
    const items = await this.askStripe((stripe) => question(stripe).autoPagingToArray(limit), end);
    if (items.length === mostListed)
      this.logger.error(
        { mostListed },
        'a list of the payment provider is too long: its oldest entries are not read',
      );
    return items.map(convert).filter((entry) => entry !== undefined);
  }

  private client(): Stripe {
    if (!this.stripe) throw new Refusal('payment.not-set-up');
    return this.stripe;
  }

  /** @throws Refusal `service.unavailable` when the provider is down, slow, limits us, or refuses our key */
  private async askStripe<T>(
    question: (stripe: Stripe) => Promise<T>,
    until = AbortSignal.timeout(answerWithinMs),
  ): Promise<T> {
    const stripe = this.client();
    try {
      until.throwIfAborted();
      return await withDeadline(until, question(stripe));
    } catch (error) {
      if (!isOutage(error) && !until.aborted) {
        throw error instanceof Stripe.errors.StripeError ? new RefusedByProvider(error) : error;
      }
      this.logger.warn({ err: error }, 'the payment provider is down, slow, or refuses our key');
      throw new Refusal('service.unavailable', undefined, retryAfterSeconds, { cause: error });
    }
  }

  private async unlessRefused(
    question: (stripe: Stripe) => Promise<Stripe.PaymentIntent>,
    until?: AbortSignal,
  ): Promise<ReadIntent | undefined> {
    try {
      return await this.askStripe(async (stripe) => intentOf(await question(stripe)), until);
    } catch (error) {
      if (error instanceof RefusedByProvider && isImpossible(error.cause)) return undefined;
      throw error;
    }
  }
}

/**
 * The provider refused a request of ours. Unless the caller expects that, it is a defect, so core answers its
 * own caller with 500: unlike the cause, this error has no `statusCode` that core would answer.
 */
class RefusedByProvider extends Error {
  constructor(override readonly cause: Stripe.errors.StripeError) {
    super('the payment provider refused a request', { cause });
  }
}

/** Rejects at the deadline. A later answer is ignored; reconciliation reads its effect. */
async function withDeadline<T>(end: AbortSignal, answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const deadline = new Promise<never>((_, reject) => {
    const { signal } = answered;
    end.addEventListener('abort', () => reject(end.reason as Error), { once: true, signal });
  });
  try {
    return await Promise.race([answer, deadline]);
  } finally {
    answered.abort();
  }
}

function madeWithin(days: number) {
  return { created: { gte: Math.floor(Date.now() / 1_000) - days * 86_400 }, limit: 100 };
}

function connectionTo(address: string) {
  if (address === '') return {};
  const { hostname, port, protocol } = new URL(address);
  const name = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: port || (name === 'http' ? 80 : 443), protocol: name } as const;
}

/** Whether the provider, the connection, or our key failed, and not the request itself. */
function isOutage(error: unknown): boolean {
  const { errors } = Stripe;
  return [
    errors.StripeConnectionError,
    errors.StripeAPIError,
    errors.StripeRateLimitError,
    errors.StripeAuthenticationError,
    errors.StripePermissionError,
  ].some((kind) => error instanceof kind);
}

/** Whether the object does not exist, or its state does not allow the change. */
function isImpossible(error: Stripe.errors.StripeError): boolean {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return false;
  return error.code === 'resource_missing' || error.code === 'payment_intent_unexpected_state';
}

/**
 * Whether the provider repeats its own failure (5xx) of an earlier request with the same idempotency key. It
 * repeats the answer to a key for a day.
 */
function isRepeatedFailure(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true';
}

/**
 * Whether the provider refuses for good: a retry of the same request would get the same answer. The SDK
 * throws a card error for every 402.
 */
function isFinalRefusal(error: unknown): boolean {
  const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
  if (!(error instanceof StripeInvalidRequestError || error instanceof StripeCardError)) return false;
  const { statusCode } = error;
  return statusCode === 400 || statusCode === 402 || statusCode === 404;
}

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
  type ToldRefund,
} from './stripe-answers.js';

/** The provider's answers keep this shape, whatever it thinks of next. */
const apiVersion = '2026-10-28.endive';

/**
 * Cards, with the wallets that hold them, and Link. Others would come with rules of their own: bank debits fail weeks after
 * they were credited, and some take their payers to other sites. What the account allows by itself changes with its settings.
 */
const paymentMethods = ['card', 'link'] as const;

/** One try and one more. */
const patience = { timeout: 4_000, maxNetworkRetries: 1 };
/** Nobody waits longer for an answer, also when the provider says itself how long to wait before the second try. */
const answerWithinMs = 10_000;
/** A list comes in pages of a hundred, each an answer of its own. */
const listWithinMs = 300_000;
const retryAfterSeconds = 5;
/** More of a list is left for staff, who hear of it; nobody has so many in the time that is looked at. */
const mostListed = 10_000;

/** News that is older than this is refused: somebody may have kept it. */
const toleranceSeconds = 300;

/** The payment provider. Nothing else in core knows its SDK. */
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
      ...patience,
      ...placeOf(config.STRIPE_API_URL),
      apiVersion,
      telemetry: false,
    });
  }

  get isSetUp(): boolean {
    return this.stripe !== undefined;
  }

  /** The same payment makes one intent, however often it is asked. */
  create(
    { paymentId, owner, amount }: { paymentId: string; owner: string; amount: Money },
    until?: AbortSignal,
  ): Promise<ReadIntent> {
    return this.ask(async (stripe) => {
      const made = await stripe.paymentIntents.create(
        {
          amount: amount.minor,
          currency: amount.currency.toLowerCase(),
          allowed_payment_method_types: [...paymentMethods],
          description: 'Sixpence credits',
          // By these a payment is known to a database that was restored to a day before it.
          metadata: { payment_id: paymentId, owner_id: owner },
        },
        { idempotencyKey: `payment:${paymentId}` },
      );
      return intentOf(made);
    }, until);
  }

  /** @returns undefined when the provider changes nothing of it any more */
  changeAmount(intentId: string, amount: Money, until?: AbortSignal): Promise<ReadIntent | undefined> {
    const changes = { amount: amount.minor };
    return this.unlessRefused((stripe) => stripe.paymentIntents.update(intentId, changes), until);
  }

  /** @returns undefined when the provider cannot cancel it any more */
  cancel(intentId: string, until?: AbortSignal): Promise<ReadIntent | undefined> {
    const reason = { cancellation_reason: 'abandoned' } as const;
    return this.unlessRefused((stripe) => stripe.paymentIntents.cancel(intentId, reason), until);
  }

  /** @returns undefined when the provider does not know it */
  read(intentId: string, until?: AbortSignal): Promise<ReadIntent | undefined> {
    const whole = { expand: ['latest_charge'] };
    return this.unlessRefused((stripe) => stripe.paymentIntents.retrieve(intentId, whole), until);
  }

  /** The charges of a payment that came to nothing, by their ids. */
  async declinesOf(intentId: string, until?: AbortSignal): Promise<string[]> {
    const { data } = await this.ask(
      (stripe) => stripe.charges.list({ payment_intent: intentId, limit: 100 }),
      until,
    );
    return data.filter(({ status }) => status === 'failed').map(({ id }) => id);
  }

  /**
   * What the provider has signed, byte for byte, not long ago.
   * @throws Refusal `payment.signature` for anything else
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
   * Sends so much of a payment back to where it came from. Asked again with the same key, the provider answers what it
   * did the first time.
   * @returns `refused` when it says no, for good; `key-spent` when it failed, and says so to each request with this key
   */
  async refund(asked: {
    refundId: string;
    intentId: string;
    minor: number;
    key: string;
  }): Promise<ToldRefund | 'refused' | 'key-spent'> {
    const { refundId, intentId, minor, key } = asked;
    try {
      return await this.ask(async (stripe) =>
        refundOf(
          await stripe.refunds.create(
            { payment_intent: intentId, amount: minor, metadata: { refund_id: refundId } },
            { idempotencyKey: key },
          ),
        ),
      );
    } catch (error) {
      if (isRefusal(error)) return 'refused';
      if (error instanceof Refusal && isKeptFailure(error.cause)) return 'key-spent';
      throw error;
    }
  }

  /** Everything that went back of a payment, also what was never asked here. */
  refundsOf(intentId: string): Promise<ToldRefund[]> {
    return this.list((stripe) => stripe.refunds.list({ payment_intent: intentId, limit: 100 }), refundOf);
  }

  /** Every refund that was made in the last days, of whatever payment. */
  refundsSince(days: number): Promise<ToldRefund[]> {
    return this.list((stripe) => stripe.refunds.list(madeWithin(days)), refundOf);
  }

  /** @returns undefined for a question of the bank that takes no money yet */
  dispute(disputeId: string): Promise<ProviderDispute | undefined> {
    return this.ask(async (stripe) => disputeOf(await stripe.disputes.retrieve(disputeId)));
  }

  disputesOf(intentId: string): Promise<ProviderDispute[]> {
    return this.list((stripe) => stripe.disputes.list({ payment_intent: intentId, limit: 100 }), disputeOf);
  }

  /** Every dispute that was opened in the last days, of whatever payment. */
  disputesSince(days: number): Promise<ProviderDispute[]> {
    return this.list((stripe) => stripe.disputes.list(madeWithin(days)), disputeOf);
  }

  /** Every payment that failed in the last days, as often as it did: also those that had succeeded before. */
  failuresSince(days: number): Promise<ProviderEvent[]> {
    return this.eventsSince('payment_intent.payment_failed', days);
  }

  /** Every payment that succeeded in the last days, also those that this database does not know. */
  successesSince(days: number): Promise<ProviderEvent[]> {
    return this.eventsSince('payment_intent.succeeded', days);
  }

  private eventsSince(type: string, days: number): Promise<ProviderEvent[]> {
    return this.list((stripe) => stripe.events.list({ type, ...madeWithin(days) }), eventOf);
  }

  /** The youngest first. What there is nothing to say of is left out. */
  private async list<Item extends { id: string }, Told>(
    question: (stripe: Stripe) => Stripe.ApiListPromise<Item>,
    telling: (item: Item) => Told | undefined,
  ): Promise<Told[]> {
    const end = AbortSignal.timeout(listWithinMs);
    const limit = { limit: mostListed };
    const items = await this.ask((stripe) => question(stripe).autoPagingToArray(limit), end);
    if (items.length === mostListed)
      this.logger.error({ mostListed }, 'the payment provider has more to tell than is looked at');
    return items.map(telling).filter((told) => told !== undefined);
  }

  private client(): Stripe {
    if (!this.stripe) throw new Refusal('payment.not-set-up');
    return this.stripe;
  }

  /** @throws Refusal `service.unavailable` when the provider is away, slow, or does not take our key */
  private async ask<T>(
    question: (stripe: Stripe) => Promise<T>,
    until = AbortSignal.timeout(answerWithinMs),
  ): Promise<T> {
    const stripe = this.client();
    try {
      until.throwIfAborted();
      return await endedBy(until, question(stripe));
    } catch (error) {
      if (!isAway(error) && !until.aborted) throw error;
      this.logger.warn({ err: error }, 'the payment provider does not answer as it should');
      throw new Refusal('service.unavailable', undefined, retryAfterSeconds, { cause: error });
    }
  }

  private async unlessRefused(
    question: (stripe: Stripe) => Promise<Stripe.PaymentIntent>,
    until?: AbortSignal,
  ): Promise<ReadIntent | undefined> {
    try {
      return await this.ask(async (stripe) => intentOf(await question(stripe)), until);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && isAnswer(error)) return undefined;
      throw error;
    }
  }
}

/** What is answered after the end is heard by nobody; the rounds find what became of it. */
async function endedBy<T>(end: AbortSignal, answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    const { signal } = answered;
    end.addEventListener('abort', () => reject(end.reason as Error), { once: true, signal });
  });
  try {
    return await Promise.race([answer, ended]);
  } finally {
    answered.abort();
  }
}

function madeWithin(days: number) {
  return { created: { gte: Math.floor(Date.now() / 1_000) - days * 86_400 }, limit: 100 };
}

function placeOf(address: string) {
  if (address === '') return {};
  const { hostname, port, protocol } = new URL(address);
  const name = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: port || (name === 'http' ? 80 : 443), protocol: name } as const;
}

/** Whether it is the provider's or the connection's fault; what we asked was in order. */
function isAway(error: unknown): boolean {
  const { errors } = Stripe;
  return [
    errors.StripeConnectionError,
    errors.StripeAPIError,
    errors.StripeRateLimitError,
    errors.StripeAuthenticationError,
    errors.StripePermissionError,
  ].some((kind) => error instanceof kind);
}

/** It is not there, or its state does not allow it. */
function isAnswer({ code }: { code?: string }): boolean {
  return code === 'resource_missing' || code === 'payment_intent_unexpected_state';
}

/** The provider's failure (5xx) of an earlier request with the same key, which it keeps for a day. */
function isKeptFailure(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  return (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true';
}

/** The same question would be answered the same way tomorrow. The SDK makes a card's error of every 402. */
function isRefusal(error: unknown): boolean {
  const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
  if (!(error instanceof StripeInvalidRequestError || error instanceof StripeCardError)) return false;
  const { statusCode } = error;
  return statusCode === 400 || statusCode === 402 || statusCode === 404;
}

import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Money } from '@sixpence/money/money';
import type { Logger } from 'pino';
import Stripe from 'stripe';
import { CORE_CONFIG, type CoreConfig } from '../process/config.js';
import { LOGGER } from '../process/logger.js';
import type { Intent } from './intent.js';

/** The provider's answers keep this shape, whatever it thinks of next. */
const apiVersion = '2026-10-28.endive';

/** One try and one more, so that nobody waits longer than ten seconds for a provider that is slow or away. */
const patience = { timeout: 4_000, maxNetworkRetries: 1 };
const retryAfterSeconds = 5;

/** News that is older than this is refused: somebody may have kept it. */
const toleranceSeconds = 300;

/** What the provider has sent of its own accord. */
export interface ProviderEvent {
  id: string;
  /** Such as `payment_intent.succeeded`. */
  type: string;
  /** The id of what it is about, and the payment intent that this belongs to, as far as it says. */
  subjectId: string;
  intentId: string | undefined;
}

/** A refund as the provider tells of it. */
export interface ToldRefund {
  id: string;
  /** Which of ours it is; none when staff made it at the provider. */
  refundId: string | undefined;
  minor: number;
  failed: boolean;
}

/** A payment that its bank takes back. */
export interface ProviderDispute {
  id: string;
  intentId: string;
  minor: number;
  state: 'open' | 'won' | 'lost';
}

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
  create({ paymentId, amount }: { paymentId: string; amount: Money }): Promise<Intent> {
    return this.ask(async (stripe) => {
      const made = await stripe.paymentIntents.create(
        {
          amount: amount.minor,
          currency: amount.currency.toLowerCase(),
          automatic_payment_methods: { enabled: true },
          description: 'Sixpence credits',
          metadata: { payment_id: paymentId },
        },
        { idempotencyKey: `payment:${paymentId}` },
      );
      return intentOf(made);
    });
  }

  /** @returns undefined when the provider changes nothing of it any more */
  async changeAmount(intentId: string, amount: Money): Promise<Intent | undefined> {
    return this.unlessRefused((stripe) => stripe.paymentIntents.update(intentId, { amount: amount.minor }));
  }

  /** @returns undefined when the provider cannot cancel it any more */
  cancel(intentId: string): Promise<Intent | undefined> {
    return this.unlessRefused((stripe) =>
      stripe.paymentIntents.cancel(intentId, { cancellation_reason: 'abandoned' }),
    );
  }

  /** @returns undefined when the provider does not know it */
  read(intentId: string): Promise<Intent | undefined> {
    return this.unlessRefused((stripe) =>
      stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
    );
  }

  /**
   * What the provider has signed, byte for byte, not long ago.
   * @throws Refusal `payment.signature` for anything else
   */
  eventIn(body: Buffer, signature: string): ProviderEvent {
    const stripe = this.client();
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(body, signature, this.webhookSecret, toleranceSeconds);
    } catch (cause) {
      throw new Refusal('payment.signature', undefined, undefined, { cause });
    }
    const about = event.data.object as { id?: unknown; object?: unknown; payment_intent?: unknown };
    const subjectId = textOf(about.id) ?? '';
    const intentId = about.object === 'payment_intent' ? subjectId : idOf(about.payment_intent);
    return { id: event.id, type: event.type, subjectId, intentId };
  }

  /**
   * Sends so much of a payment back to where it came from; asked again soon, the provider answers what it did the first
   * time. @returns undefined when it refuses, for good
   */
  async refund(asked: {
    refundId: string;
    intentId: string;
    minor: number;
  }): Promise<ToldRefund | undefined> {
    const { refundId, intentId, minor } = asked;
    try {
      return await this.ask(async (stripe) =>
        refundOf(
          await stripe.refunds.create(
            { payment_intent: intentId, amount: minor, metadata: { refund_id: refundId } },
            { idempotencyKey: `refund:${refundId}` },
          ),
        ),
      );
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && isFinalAnswer(error)) return undefined;
      throw error;
    }
  }

  /** Everything that went back of a payment, also what was never asked here. */
  refundsOf(intentId: string): Promise<ToldRefund[]> {
    return this.ask(async (stripe) => {
      const told: ToldRefund[] = [];
      for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
        told.push(refundOf(refund));
      return told;
    });
  }

  /** @returns undefined for a question of the bank that takes no money yet */
  dispute(disputeId: string): Promise<ProviderDispute | undefined> {
    return this.ask(async (stripe) => {
      const { amount, payment_intent: intent, status } = await stripe.disputes.retrieve(disputeId);
      const intentId = idOf(intent);
      if (status.startsWith('warning_') || intentId === undefined) return undefined;
      const state = (['won', 'lost'] as const).find((end) => end === status) ?? 'open';
      return { id: disputeId, intentId, minor: amount, state };
    });
  }

  private client(): Stripe {
    if (!this.stripe) throw new Refusal('payment.not-set-up');
    return this.stripe;
  }

  /** @throws Refusal `service.unavailable` when the provider is away, slow, or does not take our key */
  private async ask<T>(question: (stripe: Stripe) => Promise<T>): Promise<T> {
    const stripe = this.client();
    try {
      return await question(stripe);
    } catch (error) {
      if (!isAway(error)) throw error;
      this.logger.warn({ err: error }, 'the payment provider does not answer as it should');
      throw new Refusal('service.unavailable', undefined, retryAfterSeconds, { cause: error });
    }
  }

  private async unlessRefused(
    question: (stripe: Stripe) => Promise<Stripe.PaymentIntent>,
  ): Promise<Intent | undefined> {
    try {
      return await this.ask(async (stripe) => intentOf(await question(stripe)));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && isAnswer(error)) return undefined;
      throw error;
    }
  }
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

/** The same question would be answered the same way tomorrow. */
function isFinalAnswer({ statusCode }: { statusCode?: number | undefined }): boolean {
  return statusCode === 400 || statusCode === 402 || statusCode === 404;
}

function refundOf({ id, amount, status, metadata }: Stripe.Refund): ToldRefund {
  const failed = status === 'failed' || status === 'canceled';
  return { id, refundId: metadata?.['refund_id'], minor: amount, failed };
}

function intentOf(told: Stripe.PaymentIntent): Intent {
  const status = statusOf(told.status);
  return {
    id: told.id,
    status,
    minor: status === 'succeeded' ? told.amount_received : told.amount,
    currency: told.currency.toUpperCase(),
    paymentId: told.metadata['payment_id'],
    clientSecret: told.client_secret ?? undefined,
    ...methodOf(told.latest_charge),
  };
}

/** Whatever the provider has not done with, nor is at, is for the person to do. */
function statusOf(told: string): Intent['status'] {
  return (['succeeded', 'canceled', 'processing'] as const).find((status) => status === told) ?? 'open';
}

/** The brand of a card and its last digits, or whichever other way it was. */
function methodOf(charge: Stripe.PaymentIntent['latest_charge']): Pick<Intent, 'method' | 'lastFour'> {
  const details = typeof charge === 'string' ? undefined : charge?.payment_method_details;
  if (!details) return { method: undefined, lastFour: undefined };
  const { card } = details;
  return { method: card?.wallet?.type ?? card?.brand ?? details.type, lastFour: card?.last4 ?? undefined };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** References come as ids, or as what they refer to. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null && 'id' in value) return textOf(value.id);
  return textOf(value);
}

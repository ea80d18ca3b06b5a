import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import type { Money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';
import { changed, one } from '../../platform/database/sql.js';
import { TransactionsService } from '../../platform/database/transactions.service.js';
import { CardTestingService } from './card-testing.service.js';
import type { Intent } from './provider/intent.js';
import { hasLeft } from '../../people/users/person-locks.query.js';
import { giveUpOpen, lockOpenPayments } from './open-payment.query.js';
import { PaymentMetrics } from './payment-metrics.service.js';
import { lookAfterSeconds } from './payment-row.js';
import { PaymentReconciliation } from './reconciliation/payment-reconciliation.service.js';
import { ProviderWaits } from './provider-waits.service.js';
import { StripeService } from './provider/stripe.service.js';
import { TopUpsService } from './top-ups.service.js';

/** A browser waits at most this long for a secret. */
const answerWithinMs = 10_000;

interface Wish {
  owner: string;
  amount: Money;
  /** The intent that the browser has already; empty if it has none. */
  intentId: string;
}

/** The plan for a wish: use the browser's open payment again, or begin a new payment. */
type Plan =
  | { kind: 'reuse'; intentId: string }
  /** `replaced`: intents of the person's earlier payments, which the new one replaces. */
  | { kind: 'new'; paymentId: string; replaced: string[] };

/** Begins payments. Each person has at most one open payment. */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly stripe: StripeService,
    private readonly reconciliation: PaymentReconciliation,
    private readonly waits: ProviderWaits,
    private readonly topUps: TopUpsService,
    private readonly cardTesting: CardTestingService,
    private readonly metrics: PaymentMetrics,
  ) {}

  /**
   * Answers the secret with which the browser confirms a payment of this amount. The payment that the browser
   * has is used again while it is open; every other open payment of the person is given up. Our row commits
   * before the provider is asked. Takes at most ten seconds, however many requests to the provider it needs.
   * @throws Refusal `payment.not-set-up`, `payment.closed`, `payment.limit`, `request.too-many`,
   *   `service.unavailable`
   */
  async secretFor(wish: Wish): Promise<string> {
    if (!this.stripe.isSetUp) throw new Refusal('payment.not-set-up');
    return this.waits.runLimited(wish.owner, () =>
      this.secretUntil(AbortSignal.timeout(answerWithinMs), wish),
    );
  }

  private async secretUntil(end: AbortSignal, wish: Wish): Promise<string> {
    const plan = await this.plan(wish);
    if (plan.kind === 'new') return this.beginPayment(plan, wish, end);
    const intent = await this.stripe.changeAmount(plan.intentId, wish.amount, end);
    if (intent) return secretOf(intent);
    // The provider refused the change, because the intent has another state by now: read it, then begin a new
    // payment.
    await this.reconciliation.readPayment(plan.intentId, end);
    const newPlan = await this.plan({ ...wish, intentId: '' });
    if (newPlan.kind !== 'new') throw new Error('A payment without an intent was used again');
    return this.beginPayment(newPlan, wish, end);
  }

  private plan(wish: Wish): Promise<Plan> {
    const { owner } = wish;
    return this.transactions.run(async (tx) => {
      await lockOpenPayments(tx, owner);
      if (await hasLeft(tx, owner)) throw new Refusal('session.missing');
      await this.topUps.refuseClosed(tx, owner);
      await this.cardTesting.refuseAbovePaidLimit(tx, owner, wish.amount);
      if (await useAgain(tx, wish)) return { kind: 'reuse', intentId: wish.intentId };
      await this.cardTesting.refuseAfterFailedTries(tx, owner);
      const replaced = await giveUpOpen(tx, owner, { lookAfterSeconds });
      const paymentId = await insert(tx, wish);
      return { kind: 'new', paymentId, replaced };
    });
  }

  private async beginPayment(
    plan: Plan & { kind: 'new' },
    { owner, amount }: Wish,
    end: AbortSignal,
  ): Promise<string> {
    const { paymentId, replaced } = plan;
    const [intent] = await Promise.all([
      this.stripe.create({ paymentId, owner, amount }, end),
      // If this cancel fails, reconciliation cancels the intent later.
      ...replaced.map((intentId) => this.reconciliation.cancelPayment(intentId, end).catch(() => undefined)),
    ]);
    const isOpen = await this.transactions.run((tx) => storeIntent(tx, paymentId, intent));
    if (!isOpen) throw new Refusal('payment.limit', 'Another payment was begun in the meantime.');
    this.metrics.countPayment('begun');
    return secretOf(intent);
  }
}

/** @returns false when the payment is not the person's own, not in this currency, or not open */
async function useAgain(tx: EntityManager, { owner, amount, intentId }: Wish): Promise<boolean> {
  const { currency, minor } = amount;
  const used = await changed(
    tx,
    `UPDATE payments SET amount_minor = :minor ::int, updated_at = app_now(),
       asked_minor = CASE WHEN :minor ::int = ANY(asked_minor) THEN asked_minor ELSE asked_minor
         || :minor ::int END
     WHERE intent_id = :intentId AND owner_id = :owner AND currency = :currency AND state = 'open'`,
    { owner, intentId, currency, minor },
  );
  return used === 1;
}

async function insert(tx: EntityManager, { owner, amount }: Wish): Promise<string> {
  const id = randomUUID();
  const { currency, minor } = amount;
  await changed(
    tx,
    `INSERT INTO payments (id, owner_id, currency, amount_minor, asked_minor, state, next_look_at)
     VALUES (:id, :owner, :currency, :minor ::int, ARRAY[:minor ::int], 'asked',
       app_now() + make_interval(secs => :lookAfterSeconds))`,
    { id, owner, currency, minor, lookAfterSeconds },
  );
  return id;
}

/**
 * Stores the provider's answer, also when the payment was given up meanwhile.
 * @returns whether the payment is open
 */
async function storeIntent(tx: EntityManager, paymentId: string, { id }: Intent): Promise<boolean> {
  const row = await one<{ state: string }>(
    tx,
    `UPDATE payments SET intent_id = :intentId, updated_at = app_now(),
       next_look_at = app_now() + make_interval(secs => :lookAfterSeconds),
       state = CASE state WHEN 'asked' THEN 'open' ELSE state END
     WHERE id = :paymentId AND state IN ('asked', 'open', 'given-up') RETURNING state`,
    { paymentId, intentId: id, lookAfterSeconds },
  );
  return row?.state === 'open';
}

function secretOf({ id, clientSecret }: Intent): string {
  if (clientSecret === undefined) throw new Error(`The provider's answer has no secret for ${id}`);
  return clientSecret;
}

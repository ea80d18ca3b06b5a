import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';
import { one } from '../../platform/database/sql.js';
import { PaymentReconciliation } from './reconciliation/payment-reconciliation.service.js';
import { isFinal, type PaymentState } from './payment-state.js';
import { ProviderWaits } from './provider-waits.service.js';
import { StripeService } from './provider/stripe.service.js';

/**
 * How long a call waits for a payment in `processing`. If the bank decides later, reconciliation credits the
 * payment.
 */
const patienceMs = 10_000;
const pauseMs = 1_000;

/** Answers a browser whether the payment that it has confirmed is credited. */
@Injectable()
export class PaymentCheckService {
  /** The keys of both maps are intents. Concurrent calls about one payment share one read, and one wait. */
  private readonly runningReads = new Map<string, Promise<PaymentState>>();
  private readonly runningWaits = new Map<string, Promise<boolean>>();

  constructor(
    private readonly database: DataSource,
    private readonly stripe: StripeService,
    private readonly reconciliation: PaymentReconciliation,
    private readonly waits: ProviderWaits,
  ) {}

  /**
   * @returns true when the payment is credited
   * @throws Refusal `payment.not-set-up`; `payment.unknown` when the payment is not the person's own;
   *   `request.too-many` while too many other calls of this person wait for the provider
   */
  async isPaid(owner: string, intentId: string): Promise<boolean> {
    if (!this.stripe.isSetUp) throw new Refusal('payment.not-set-up');
    const stored = await this.storedState(owner, intentId);
    if (isFinal(stored)) return stored === 'succeeded';
    const state = this.runningWaits.has(intentId) ? 'processing' : await this.readShared(owner, intentId);
    if (state !== 'processing') return state === 'succeeded';
    return shareRunning(this.runningWaits, intentId, () =>
      this.waits.runLimited(owner, () => this.waitUntilDecided(owner, intentId)),
    );
  }

  private async readShared(owner: string, intentId: string): Promise<PaymentState> {
    const running = await this.runningReads.get(intentId);
    // The running read may have begun before this browser paid. So only `succeeded` and `processing` are
    // trusted; after any other state the provider is asked again.
    if (running === 'succeeded' || running === 'processing') return running;
    return shareRunning(this.runningReads, intentId, () =>
      this.waits.runLimited(owner, () => this.stateOf(owner, intentId)),
    );
  }

  private async waitUntilDecided(owner: string, intentId: string): Promise<boolean> {
    const end = performance.now() + patienceMs;
    while (performance.now() + pauseMs <= end) {
      await sleep(pauseMs);
      const state = await this.stateOf(owner, intentId);
      if (state !== 'processing') return state === 'succeeded';
    }
    return false;
  }

  private async stateOf(owner: string, intentId: string): Promise<PaymentState> {
    const stored = await this.storedState(owner, intentId);
    return isFinal(stored) ? stored : ((await this.reconciliation.readPayment(intentId)) ?? stored);
  }

  private async storedState(owner: string, intentId: string): Promise<PaymentState> {
    const payment = await one<{ state: PaymentState }>(
      this.database,
      'SELECT state FROM payments WHERE intent_id = :intentId AND owner_id = :owner',
      { owner, intentId },
    );
    if (!payment) throw new Refusal('payment.unknown', undefined, undefined, undefined, { found: false });
    return payment.state;
  }
}

/** Runs the work once for all concurrent calls with this key. */
function shareRunning<T>(running: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const known = running.get(key);
  if (known) return known;
  const begun = work().finally(() => running.delete(key));
  running.set(key, begun);
  return begun;
}

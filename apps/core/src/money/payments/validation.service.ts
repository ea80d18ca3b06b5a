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
 * How long a call waits for a payment in `processing`. Reconciliation credits it if the bank decides later.
 */
const patienceMs = 10_000;
const pauseMs = 1_000;

/** Answers the page whether its person's payment succeeded. */
@Injectable()
export class ValidationService {
  /** Concurrent calls about one payment share one request to the provider. */
  private readonly looking = new Map<string, Promise<PaymentState>>();
  private readonly waiting = new Map<string, Promise<boolean>>();

  constructor(
    private readonly database: DataSource,
    private readonly stripe: StripeService,
    private readonly looks: PaymentReconciliation,
    private readonly waits: ProviderWaits,
  ) {}

  /**
   * @returns true when the payment is credited
   * @throws Refusal `payment.not-set-up`; `payment.unknown` when the payment is not the person's own;
   *   `request.too-many` while the person waits for other payments
   */
  async isPaid(owner: string, intentId: string): Promise<boolean> {
    if (!this.stripe.isSetUp) throw new Refusal('payment.not-set-up');
    const stored = await this.storedState(owner, intentId);
    if (isFinal(stored)) return stored === 'succeeded';
    const state = this.waiting.has(intentId) ? 'processing' : await this.lookTogether(owner, intentId);
    if (state !== 'processing') return state === 'succeeded';
    return together(this.waiting, intentId, () =>
      this.waits.runWithPlace(owner, () => this.wait(owner, intentId)),
    );
  }

  private async lookTogether(owner: string, intentId: string): Promise<PaymentState> {
    const running = await this.looking.get(intentId);
    // A read that began before this page paid may have seen an older state, so another state is read again.
    if (running === 'succeeded' || running === 'processing') return running;
    return together(this.looking, intentId, () =>
      this.waits.runWithPlace(owner, () => this.stateOf(owner, intentId)),
    );
  }

  private async wait(owner: string, intentId: string): Promise<boolean> {
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
    return isFinal(stored) ? stored : ((await this.looks.lookAt(intentId)) ?? stored);
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
function together<T>(running: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const known = running.get(key);
  if (known) return known;
  const begun = work().finally(() => running.delete(key));
  running.set(key, begun);
  return begun;
}

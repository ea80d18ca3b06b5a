import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';
import { one } from '../../platform/database/sql.js';
import { PaymentLooks } from './reconciliation/payment-looks.service.js';
import { isFinal, type PaymentState } from './payment-state.js';
import { ProviderWaits } from './provider-waits.service.js';
import { StripeService } from './provider/stripe.service.js';

/** So long a payment that is processing is waited for; later it is credited by itself. */
const patienceMs = 10_000;
const pauseMs = 1_000;

/** Whether a person's payment succeeded, asked by the page that they paid on. */
@Injectable()
export class ValidationService {
  /** Everybody who asks about the same payment is answered together: the provider is not asked for each of them. */
  private readonly looking = new Map<string, Promise<PaymentState>>();
  private readonly waiting = new Map<string, Promise<boolean>>();

  constructor(
    private readonly database: DataSource,
    private readonly stripe: StripeService,
    private readonly looks: PaymentLooks,
    private readonly waits: ProviderWaits,
  ) {}

  /**
   * @returns true when it is in the balance
   * @throws Refusal `payment.unknown` for one that is not the person's own; `request.too-many` while the person waits
   *   for others
   */
  async isPaid(owner: string, intentId: string): Promise<boolean> {
    if (!this.stripe.isSetUp) throw new Refusal('payment.not-set-up');
    const stored = await this.storedState(owner, intentId);
    if (isFinal(stored)) return stored === 'succeeded';
    const state = this.waiting.has(intentId) ? 'processing' : await this.lookTogether(owner, intentId);
    if (state !== 'processing') return state === 'succeeded';
    return together(this.waiting, intentId, () => this.waits.take(owner, () => this.wait(owner, intentId)));
  }

  private async lookTogether(owner: string, intentId: string): Promise<PaymentState> {
    const running = await this.looking.get(intentId);
    // A look that had begun before this page paid may have seen too little.
    if (running === 'succeeded' || running === 'processing') return running;
    return together(this.looking, intentId, () =>
      this.waits.take(owner, () => this.stateOf(owner, intentId)),
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

/** Whoever asks while the work is done gets its answer. */
function together<T>(running: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const known = running.get(key);
  if (known) return known;
  const begun = work().finally(() => running.delete(key));
  running.set(key, begun);
  return begun;
}

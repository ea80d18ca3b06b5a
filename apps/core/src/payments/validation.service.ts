import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Refusal } from '@sixpence/contracts/refusals';
import { DataSource } from 'typeorm';
import { one } from '../database/sql.js';
import { CreditingService } from './crediting.service.js';
import { isFinal, type PaymentState } from './payment-state.js';
import { StripeService } from './stripe.service.js';

/** So long a payment that is processing is waited for; later it is credited by itself. */
const patienceMs = 10_000;
const pauseMs = 1_000;

/** Whether a person's payment succeeded, asked by the page that they paid on. */
@Injectable()
export class ValidationService {
  /** Everybody who waits for the same payment waits once: the provider is not asked for each of them. */
  private readonly waits = new Map<string, Promise<boolean>>();

  constructor(
    private readonly database: DataSource,
    private readonly stripe: StripeService,
    private readonly crediting: CreditingService,
  ) {}

  /**
   * @returns true when it is in the balance
   * @throws Refusal `payment.unknown` for one that is not the person's own
   */
  async isPaid(owner: string, intentId: string): Promise<boolean> {
    if (!this.stripe.isSetUp) throw new Refusal('payment.not-set-up');
    const state = await this.stateOf(owner, intentId);
    return state === 'processing' ? this.shareWait(owner, intentId) : state === 'succeeded';
  }

  private shareWait(owner: string, intentId: string): Promise<boolean> {
    const known = this.waits.get(intentId);
    if (known) return known;
    const wait = this.wait(owner, intentId).finally(() => this.waits.delete(intentId));
    this.waits.set(intentId, wait);
    return wait;
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
    const payment = await one<{ state: PaymentState }>(
      this.database,
      'SELECT state FROM payments WHERE intent_id = :intentId AND owner_id = :owner',
      { owner, intentId },
    );
    if (!payment) throw new Refusal('payment.unknown', undefined, undefined, undefined, { found: false });
    if (isFinal(payment.state)) return payment.state;
    const intent = await this.stripe.read(intentId);
    return (intent && (await this.crediting.creditPayment(intent))) ?? payment.state;
  }
}

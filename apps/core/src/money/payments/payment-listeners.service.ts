import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ReadIntent } from './provider/intent.js';
import type { ProviderEvent } from './provider/stripe-answers.js';

type Credited = (tx: EntityManager, payment: { paymentId: string; ownerId: string }) => Promise<void>;
type Told = (event: ProviderEvent) => Promise<void>;
type Read = (intent: ReadIntent) => Promise<void>;

/** Features that go on where a payment ends: receipts, refunds, disputes. */
@Injectable()
export class PaymentListeners {
  private readonly credited: Credited[] = [];
  private readonly told: Told[] = [];
  private readonly read: Read[] = [];

  /** Takes part in the transaction that credits a payment: both happen, or neither. */
  whenCredited(listener: Credited): void {
    this.credited.push(listener);
  }

  /**
   * Hears of what the provider sends, before it counts as heard: whoever throws hears of it again. May hear of the same
   * twice, and in any order, so that it reads from the provider what is so now.
   */
  whenTold(listener: Told): void {
    this.told.push(listener);
  }

  /** Hears of each payment in the balance that was read from the provider again, for whatever reason. */
  whenRead(listener: Read): void {
    this.read.push(listener);
  }

  async tellCredited(tx: EntityManager, payment: { paymentId: string; ownerId: string }): Promise<void> {
    for (const listener of this.credited) await listener(tx, payment);
  }

  async tell(event: ProviderEvent): Promise<void> {
    for (const listener of this.told) await listener(event);
  }

  async tellRead(intent: ReadIntent): Promise<void> {
    for (const listener of this.read) await listener(intent);
  }
}

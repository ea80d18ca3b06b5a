import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ReadIntent } from './provider/intent.js';
import type { ProviderEvent } from './provider/stripe-answers.js';

type Credited = (tx: EntityManager, payment: { paymentId: string; ownerId: string }) => Promise<void>;
type Told = (event: ProviderEvent) => Promise<void>;
type Read = (intent: ReadIntent) => Promise<void>;

/** Lets other features listen to payments: receipts, refunds, disputes. */
@Injectable()
export class PaymentListeners {
  private readonly credited: Credited[] = [];
  private readonly told: Told[] = [];
  private readonly read: Read[] = [];

  /** Called in the transaction that credits a payment: both commit, or neither. */
  whenCredited(listener: Credited): void {
    this.credited.push(listener);
  }

  /**
   * Called for each event of the provider before the event is stored as handled. If the listener throws, the
   * provider sends the event again. Events come in any order and may repeat, so the listener reads the
   * current state from the provider.
   */
  whenTold(listener: Told): void {
    this.told.push(listener);
  }

  /** Called whenever a credited payment was read from the provider. */
  whenRead(listener: Read): void {
    this.read.push(listener);
  }

  async tellCredited(tx: EntityManager, payment: { paymentId: string; ownerId: string }): Promise<void> {
    for (const listener of this.credited) await listener(tx, payment);
  }

  async tellEvent(event: ProviderEvent): Promise<void> {
    for (const listener of this.told) await listener(event);
  }

  async tellRead(intent: ReadIntent): Promise<void> {
    for (const listener of this.read) await listener(intent);
  }
}

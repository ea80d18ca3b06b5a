import { Injectable } from '@nestjs/common';
import type { Money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';

/** Money of one payment that moved after it was credited. */
export interface MovedMoney {
  paymentId: string;
  ownerId: string;
  amount: Money;
}

/** `by` is who asked for a refund. */
export type SentMoney = MovedMoney & { by: 'person' | 'staff' | 'provider' };
/** `from` is what brought it back: a refund that failed, or a dispute that was won. */
export type ReturnedMoney = MovedMoney & { from: 'refund' | 'dispute' };

type Listener<T> = (tx: EntityManager, money: T) => Promise<void>;

/** Whoever tells people and staff of money that went to a card, or came back. They take part in its transaction. */
@Injectable()
export class RefundListeners {
  private readonly sent: Listener<SentMoney>[] = [];
  private readonly returned: Listener<ReturnedMoney>[] = [];

  /** The provider has a refund. */
  whenSent(listener: Listener<SentMoney>): void {
    this.sent.push(listener);
  }

  /** A wallet has money again that had left it. */
  whenReturned(listener: Listener<ReturnedMoney>): void {
    this.returned.push(listener);
  }

  async tellSent(tx: EntityManager, money: SentMoney): Promise<void> {
    for (const listener of this.sent) await listener(tx, money);
  }

  async tellReturned(tx: EntityManager, money: ReturnedMoney): Promise<void> {
    for (const listener of this.returned) await listener(tx, money);
  }
}

import { Injectable } from '@nestjs/common';
import type { Money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';

/** Money of one payment that moved after it was credited. */
export interface MovedMoney {
  paymentId: string;
  ownerId: string;
  amount: Money;
}

/** `by`: the person, staff here, or staff at the provider requested the refund. */
export type SentMoney = MovedMoney & { by: 'person' | 'staff' | 'provider' };
/** `from`: a failed refund or a won dispute brought the money back. */
export type ReturnedMoney = MovedMoney & { from: 'refund' | 'dispute' };

type Listener<T> = (tx: EntityManager, money: T) => Promise<void>;

/**
 * Lets other features listen to refunds and returned money. A listener runs in the transaction that books
 * them.
 */
@Injectable()
export class RefundListeners {
  private readonly sent: Listener<SentMoney>[] = [];
  private readonly returned: Listener<ReturnedMoney>[] = [];

  /** Called when the provider has accepted a refund. */
  whenSent(listener: Listener<SentMoney>): void {
    this.sent.push(listener);
  }

  /** Called when money has returned to a wallet. */
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

import { Injectable } from '@nestjs/common';
import type { Money } from '@sixpence/money/money';
import type { EntityManager } from 'typeorm';
import { Listeners } from '../../platform/process/listeners.js';

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

/** Other features listen to refunds and returned money, in the transaction that books them. */
@Injectable()
export class RefundListeners {
  /** The provider has accepted a refund. */
  readonly sent = new Listeners<[EntityManager, SentMoney]>();
  /** Money has returned to a wallet. */
  readonly returned = new Listeners<[EntityManager, ReturnedMoney]>();
}

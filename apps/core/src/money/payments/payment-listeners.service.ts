import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Listeners } from '../../platform/process/listeners.js';
import type { ReadIntent } from './provider/intent.js';
import type { ProviderEvent } from './provider/stripe-answers.js';

/** Other features listen to payments: receipts, refunds, disputes. */
@Injectable()
export class PaymentListeners {
  /** A payment is credited, in this transaction: both commit, or neither. */
  readonly credited = new Listeners<[EntityManager, { paymentId: string; ownerId: string }]>();

  /**
   * An event of the provider, before the event is stored as handled. If a listener throws, the provider sends
   * the event again. Events come in any order and may repeat, so a listener reads the current state from the
   * provider.
   */
  readonly event = new Listeners<[ProviderEvent]>();

  /** A credited payment was read from the provider; called at each read. */
  readonly read = new Listeners<[ReadIntent]>();
}

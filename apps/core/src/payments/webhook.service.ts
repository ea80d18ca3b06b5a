import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { changed, one } from '../database/sql.js';
import { TransactionsService } from '../database/transactions.service.js';
import { CardTestingService } from './card-testing.service.js';
import { CreditingService } from './crediting.service.js';
import { PaymentListeners } from './payment-listeners.service.js';
import { PaymentsService } from './payments.service.js';
import { StripeService, type ProviderEvent } from './stripe.service.js';

/** What the provider sends of its own accord: late, twice, in any order, or never. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: TransactionsService,
    private readonly stripe: StripeService,
    private readonly crediting: CreditingService,
    private readonly payments: PaymentsService,
    private readonly cardTesting: CardTestingService,
    private readonly listeners: PaymentListeners,
  ) {}

  /**
   * Believes nothing of an event but that there is something to read. Its id is written down last, so that one whose
   * effects are not complete is sent again.
   * @throws Refusal `payment.signature`
   */
  async hear(body: Buffer, signature: string): Promise<void> {
    const event = this.stripe.eventIn(body, signature);
    const known = await one(this.database, 'SELECT 1 FROM payment_events WHERE id = :id', { id: event.id });
    if (known) return;
    if (event.type.startsWith('payment_intent.')) await this.readPayment(event.subjectId);
    await this.listeners.tell(event);
    const toCancel = await this.transactions.run((tx) => this.writeDown(tx, event));
    if (toCancel !== undefined) await this.payments.giveUp(toCancel);
  }

  private async readPayment(intentId: string): Promise<void> {
    const intent = await this.stripe.read(intentId);
    if (intent) await this.crediting.creditPayment(intent);
  }

  private async writeDown(
    tx: EntityManager,
    { id, type, subjectId }: ProviderEvent,
  ): Promise<string | undefined> {
    const added = await changed(
      tx,
      'INSERT INTO payment_events (id, type) VALUES (:id, :type) ON CONFLICT DO NOTHING',
      { id, type },
    );
    // Counted with the event's id, so that an event that is sent twice is one declined card.
    if (added === 0 || type !== 'payment_intent.payment_failed') return undefined;
    return this.cardTesting.declined(tx, subjectId);
  }
}

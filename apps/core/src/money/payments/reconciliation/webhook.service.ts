import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { changed, one } from '../../../platform/database/sql.js';
import { PaymentListeners } from '../payment-listeners.service.js';
import { PaymentReconciliation } from './payment-reconciliation.service.js';
import { StripeService } from '../provider/stripe.service.js';

/** Takes events of the provider. They may come late, repeatedly, in any order, or never. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly database: DataSource,
    private readonly stripe: StripeService,
    private readonly reconciliation: PaymentReconciliation,
    private readonly listeners: PaymentListeners,
  ) {}

  /**
   * Uses an event only as a hint to read its object from the provider. The event's id is stored after all
   * effects, so that the provider repeats an event whose handling failed.
   * @throws Refusal `payment.signature`
   */
  async takeEvent(body: Buffer, signature: string): Promise<void> {
    const event = this.stripe.eventIn(body, signature);
    const known = await one(this.database, 'SELECT 1 FROM payment_events WHERE id = :id', { id: event.id });
    if (known) return;
    if (event.type.startsWith('payment_intent.')) await this.reconciliation.readPayment(event.subjectId);
    await this.listeners.event.notify(event);
    await changed(
      this.database,
      'INSERT INTO payment_events (id, type) VALUES (:id, :type) ON CONFLICT DO NOTHING',
      { id: event.id, type: event.type },
    );
  }
}

import type Stripe from 'stripe';
import type { Book, Reference } from './book/book.js';
import { openDispute } from './book/disputes.js';
import { failLate, settle } from './book/paying.js';
import { cardOf } from './book/payment-methods.js';
import { arriveRefund, failRefund } from './book/refunds.js';

/**
 * The later events of the test cards: processing payments and pending refunds end; some payments fail or are
 * disputed.
 */
export class TimePassing {
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly book: Book,
    private readonly laterMs: number,
  ) {
    book.onEvent((event) => this.scheduleOutcome(event));
  }

  /** Resumes the open payments of an earlier run. */
  resume(): void {
    for (const intent of this.book.all('payment_intent')) this.scheduleSettlement(intent);
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private scheduleOutcome({ type, data }: Stripe.Event): void {
    if (type === 'payment_intent.processing') this.scheduleSettlement(data.object);
    if (type === 'payment_intent.succeeded') this.scheduleSetback(data.object);
    if (type === 'refund.created') this.scheduleRefundEnd(data.object);
  }

  private scheduleSettlement({ id }: Stripe.PaymentIntent): void {
    this.later(() => {
      const now = this.book.get('payment_intent', id);
      if (now.status === 'processing') settle(this.book, now);
    });
  }

  private scheduleSetback({ id, payment_method: method, latest_charge: charge }: Stripe.PaymentIntent): void {
    const what = this.laterOf(method);
    if (what === 'disputed') {
      this.later(() => {
        const now = this.book.get('charge', charge);
        if (!now.disputed) openDispute(this.book, now);
      });
    }
    if (what === 'fails') {
      this.later(() => {
        const now = this.book.get('payment_intent', id);
        if (now.status === 'succeeded') failLate(this.book, now);
      });
    }
  }

  private scheduleRefundEnd({ id, payment_method: method }: Stripe.Refund): void {
    const what = this.laterOf(method);
    if (what === 'refunds-fail') this.later(() => failRefund(this.book, this.book.get('refund', id)));
    if (what === 'refunds-take-time') {
      this.later(() => {
        const now = this.book.get('refund', id);
        if (now.status === 'pending') arriveRefund(this.book, now);
      });
    }
  }

  private laterOf(method: Reference) {
    const kept = this.book.find('payment_method', method);
    return kept && cardOf(kept)?.later;
  }

  private later(work: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, this.laterMs);
    this.timers.add(timer.unref());
  }
}

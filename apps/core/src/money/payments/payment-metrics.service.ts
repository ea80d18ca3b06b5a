import { Inject, Injectable } from '@nestjs/common';
import { Counter, type Registry } from 'prom-client';
import { METRICS } from '../../platform/process/metrics.js';

/**
 * Outcomes of payments, as the metric counts them. Many `declined` or `limited` outcomes suggest that stolen
 * cards are tried. `alarm` counts hours with too many declined cards.
 */
export type PaymentOutcome = 'begun' | 'credited' | 'withheld' | 'declined' | 'limited' | 'alarm';

@Injectable()
export class PaymentMetrics {
  private readonly outcomes: Counter<'outcome'>;

  constructor(@Inject(METRICS) metrics: Registry) {
    this.outcomes = new Counter({
      name: 'sixpence_payments_total',
      help: 'Payments begun, credited, withheld because amount or currency differ, declined cards, payments refused by a limit, and hours with very many declined cards',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of ['begun', 'credited', 'withheld', 'declined', 'limited', 'alarm'] as const)
      this.outcomes.inc({ outcome }, 0);
  }

  countPayment(outcome: PaymentOutcome): void {
    this.outcomes.inc({ outcome });
  }
}

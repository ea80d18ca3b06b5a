import { Inject, Injectable } from '@nestjs/common';
import { Counter, type Registry } from 'prom-client';
import { METRICS } from '../../platform/process/metrics.js';

const kinds = ['contact', 'brochure'] as const;
const outcomes = ['kept', 'trapped'] as const;

/** Counts enquiries for `GET /metrics`. */
@Injectable()
export class EnquiryMetrics {
  private readonly enquiries: Counter<'kind' | 'outcome'>;

  constructor(@Inject(METRICS) metrics: Registry) {
    this.enquiries = new Counter({
      name: 'sixpence_enquiries_total',
      help: 'Enquiries: kept, or trapped because a program filled in the field that people do not see',
      labelNames: ['kind', 'outcome'],
      registers: [metrics],
    });
    for (const kind of kinds) for (const outcome of outcomes) this.enquiries.inc({ kind, outcome }, 0);
  }

  countEnquiry(kind: (typeof kinds)[number], outcome: (typeof outcomes)[number]): void {
    this.enquiries.inc({ kind, outcome });
  }
}

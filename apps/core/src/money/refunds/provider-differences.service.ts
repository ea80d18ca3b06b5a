import { Inject, Injectable } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { one } from '../../platform/database/sql.js';
import { METRICS } from '../../platform/process/metrics.js';

interface Differences {
  differingDisputes: number;
  missingPayments: number;
}

/**
 * Metrics of the last comparison with the provider's lists, which any core may have made: the number of
 * entries that could not be booked.
 */
@Injectable()
export class ProviderDifferences {
  constructor(
    private readonly database: DataSource,
    @Inject(METRICS) metrics: Registry,
  ) {
    const differences = () => this.lastDifferences();
    new Gauge({
      name: 'sixpence_disputes_differing',
      help: 'Disputes that are not in the books as the payment provider has them: see the log',
      registers: [metrics],
      async collect() {
        this.set((await differences()).differingDisputes);
      },
    });
    new Gauge({
      name: 'sixpence_payments_missing',
      help: 'Payments that succeeded at the provider and are in no books: see `operator payments credit`',
      registers: [metrics],
      async collect() {
        this.set((await differences()).missingPayments);
      },
    });
  }

  private async lastDifferences(): Promise<Differences> {
    const row = await one<Differences>(
      this.database,
      `SELECT differing_disputes, missing_payments FROM provider_looks WHERE name = 'money-back'`,
    );
    return row ?? { differingDisputes: 0, missingPayments: 0 };
  }
}

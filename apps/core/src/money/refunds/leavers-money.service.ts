import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { afterCommit } from '../../platform/database/after-commit.js';
import { hasLeft } from '../../people/users/person-locks.query.js';
import { LOGGER } from '../../platform/process/logger.js';
import { METRICS } from '../../platform/process/metrics.js';
import { LeaversMoneyQuery } from './views/leavers-money.query.js';
import { RefundListeners, type ReturnedMoney } from './refund-listeners.service.js';

/**
 * Tells staff when money comes back to a person who has left. The money belongs to that person, and only a
 * refund at the provider can send it.
 */
@Injectable()
export class LeaversMoneyService {
  constructor(
    leaversMoney: LeaversMoneyQuery,
    listeners: RefundListeners,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Registry,
  ) {
    listeners.returned.add((tx, returned) => this.logReturnedMoney(tx, returned));
    new Gauge({
      name: 'sixpence_left_wallets',
      help: 'Wallets of people who have left in which there is money: see `operator payments left`',
      registers: [metrics],
      async collect() {
        this.set(await leaversMoney.countWallets());
      },
    });
  }

  private async logReturnedMoney(
    tx: EntityManager,
    { paymentId, ownerId, amount, from }: ReturnedMoney,
  ): Promise<void> {
    if (!(await hasLeft(tx, ownerId))) return;
    afterCommit(tx, () => {
      this.logger.error(
        { paymentId, from, ...amount },
        'money came back to a person who has left: refund it at the provider, see `operator payments left`',
      );
    });
  }
}

import { AuditService } from '@sixpence/core/platform/audit/audit.service';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { LedgerService } from '@sixpence/core/money/ledger/ledger.service';
import type { TransactionsService } from '@sixpence/core/platform/database/transactions.service';
import { OutboxService } from '@sixpence/core/platform/outbox/outbox.service';
import { CreditingService } from '@sixpence/core/money/payments/reconciliation/crediting.service';
import { PaymentMetrics } from '@sixpence/core/money/payments/payment-metrics.service';
import { PaymentListeners } from '@sixpence/core/money/payments/payment-listeners.service';
import { TopUpsService } from '@sixpence/core/money/payments/top-ups.service';
import { PersonalDataService } from '@sixpence/core/platform/personal-data/personal-data.service';
import { DisputesService } from '@sixpence/core/money/refunds/disputes.service';
import { RefundListeners } from '@sixpence/core/money/refunds/refund-listeners.service';
import { RefundsService } from '@sixpence/core/money/refunds/refunds.service';
import type { Client } from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { MoneyServices } from './money-calls.js';

/** Core's services for payments and refunds, with every transaction on this connection. */
export function moneyServicesOn(client: Client): MoneyServices {
  const transactions = {
    run: (work: (tx: EntityManager) => Promise<unknown>) => inTransaction(client, work),
  } as unknown as TransactionsService;
  // No simulated act reads outside of a transaction.
  const database = undefined as unknown as DataSource;
  const ledger = new LedgerService(database, new OutboxService());
  const audit = new AuditService(new PersonalDataService());
  const credits = new CreditsService(database, transactions, ledger, audit);
  const metrics = new PaymentMetrics(new Registry());
  const logger = pino({ enabled: false });
  const listeners = new RefundListeners();
  const disputes = new DisputesService(transactions, ledger, new TopUpsService(), audit, listeners);
  return {
    crediting: new CreditingService(transactions, credits, new PaymentListeners(), metrics, logger),
    refunds: new RefundsService(database, transactions, credits, ledger, disputes, audit, listeners),
    disputes,
  };
}

async function inTransaction<T>(client: Client, work: (tx: EntityManager) => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work(queriesOn(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A cut connection has already rolled its transaction back.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The members of a TypeORM connection that `sql.ts` uses. */
function queriesOn(client: Client): EntityManager {
  const runner = {
    isTransactionActive: true,
    isReleased: false,
    connect: () => Promise.resolve(client),
  } satisfies Pick<QueryRunner, 'isTransactionActive' | 'isReleased' | 'connect'>;
  return runner as unknown as EntityManager;
}

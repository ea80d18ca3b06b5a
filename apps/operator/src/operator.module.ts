import { Module, type DynamicModule } from '@nestjs/common';
import { AccountsModule } from '@sixpence/core/accounts/accounts.module';
import type { CoreConfig } from '@sixpence/core/process/config';
import { ConfigModule } from '@sixpence/core/process/config.module';
import { CreditsModule } from '@sixpence/core/credits/credits.module';
import { EnquiriesModule } from '@sixpence/core/enquiries/enquiries.module';
import { HelpModule } from '@sixpence/core/help/help.module';
import { LeavingModule } from '@sixpence/core/leaving/leaving.module';
import { LegacyBalancesModule } from '@sixpence/core/legacy-balances/legacy-balances.module';
import { OutboxModule } from '@sixpence/core/outbox/outbox.module';
import { PaymentsModule } from '@sixpence/core/payments/payments.module';
import { PreparationModule } from '@sixpence/core/preparation/preparation.module';
import { PrintReportsModule } from '@sixpence/core/print-reports/print-reports.module';
import { RefundsModule } from '@sixpence/core/refunds/refunds.module';
import { ReleaseModule } from '@sixpence/core/release/release.module';
import { SitesModule } from '@sixpence/core/sites/sites.module';
import { StatementModule } from '@sixpence/core/statement/statement.module';
import { VerificationModule } from '@sixpence/core/verification/verification.module';

/** A command asks one thing after another. */
const connections = 4;

/**
 * Core's services over the same database, without its doors: no listeners, timers, or connection to NATS. What a command
 * changes is recorded in the outbox, and the running core's relay publishes it.
 */
@Module({
  imports: [
    AccountsModule,
    CreditsModule,
    EnquiriesModule,
    HelpModule,
    LeavingModule,
    LegacyBalancesModule,
    OutboxModule,
    PaymentsModule,
    PreparationModule,
    PrintReportsModule,
    RefundsModule,
    ReleaseModule,
    SitesModule,
    StatementModule,
    VerificationModule,
  ],
})
export class OperatorModule {
  static with(config: CoreConfig): DynamicModule {
    return {
      module: OperatorModule,
      imports: [ConfigModule.with({ ...config, DATABASE_POOL: connections })],
    };
  }
}

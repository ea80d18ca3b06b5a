import { Module, type DynamicModule } from '@nestjs/common';
import { AccountsModule } from '@sixpence/core/people/sign-in/accounts.module';
import type { CoreConfig } from '@sixpence/core/platform/process/config';
import { ConfigModule } from '@sixpence/core/platform/process/config.module';
import { CreditsModule } from '@sixpence/core/money/ledger/credits.module';
import { EnquiriesModule } from '@sixpence/core/help/enquiries/enquiries.module';
import { HelpModule } from '@sixpence/core/help/articles/help.module';
import { LeavingModule } from '@sixpence/core/leaving/leaving.module';
import { LegacyBalancesModule } from '@sixpence/core/money/legacy-balances/legacy-balances.module';
import { OutboxModule } from '@sixpence/core/platform/outbox/outbox.module';
import { PaymentsModule } from '@sixpence/core/money/payments/payments.module';
import { PreparationModule } from '@sixpence/core/documents/preparation/preparation.module';
import { PrintReportsModule } from '@sixpence/core/jobs/print-reports/print-reports.module';
import { RefundsModule } from '@sixpence/core/money/refunds/refunds.module';
import { CodesModule } from '@sixpence/core/codes/codes.module';
import { JobsModule } from '@sixpence/core/jobs/jobs.module';
import { NearbyModule } from '@sixpence/core/nearby/nearby.module';
import { PanelsModule } from '@sixpence/core/panels/panels.module';
import { SitesModule } from '@sixpence/core/sites/sites.module';
import { StatementModule } from '@sixpence/core/money/statement/statement.module';
import { VerificationModule } from '@sixpence/core/operation/verification/verification.module';

/** A command sends its queries one after another, so it needs few connections. */
const mostConnections = 4;

/**
 * Core's services on the same database, without HTTP, timers, and NATS. A command records its facts in the
 * outbox, and the relay of a running core publishes them.
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
    CodesModule,
    JobsModule,
    NearbyModule,
    PanelsModule,
    SitesModule,
    StatementModule,
    VerificationModule,
  ],
})
export class OperatorModule {
  static with(config: CoreConfig): DynamicModule {
    return {
      module: OperatorModule,
      imports: [ConfigModule.with({ ...config, DATABASE_POOL: mostConnections })],
    };
  }
}

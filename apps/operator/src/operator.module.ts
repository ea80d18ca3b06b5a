import { Module, type OnModuleDestroy } from '@nestjs/common';
import { AccountsService } from '@sixpence/core/accounts/accounts.service';
import { AttemptsService } from '@sixpence/core/accounts/attempts.service';
import { PasswordsService } from '@sixpence/core/accounts/passwords.service';
import { SessionsService } from '@sixpence/core/accounts/sessions.service';
import { CORE_CONFIG, type CoreConfig } from '@sixpence/core/config';
import { ConfigModule } from '@sixpence/core/config.module';
import { CreditsService } from '@sixpence/core/credits/credits.service';
import { LedgerAudit } from '@sixpence/core/credits/ledger-audit.query';
import { LedgerService } from '@sixpence/core/credits/ledger.service';
import { TransactionsService } from '@sixpence/core/credits/transactions.service';
import { createDataSource } from '@sixpence/core/database/data-source';
import { DocumentsService } from '@sixpence/core/documents/documents.service';
import { OutboxService } from '@sixpence/core/outbox/outbox.service';
import { JobAudit } from '@sixpence/core/release/job-audit.query';
import { JobsService } from '@sixpence/core/release/jobs.service';
import { AgentsService } from '@sixpence/core/sites/agents.service';
import { PricesService } from '@sixpence/core/sites/prices.service';
import { PrintersService } from '@sixpence/core/sites/printers.service';
import { SitesService } from '@sixpence/core/sites/sites.service';
import { DataSource } from 'typeorm';

const poolSize = 4;

/**
 * Core's services over the same database, without its listeners, timers, and connections to NATS: what a command
 * changes is recorded in the outbox, and the running core's relay publishes it.
 */
@Module({
  imports: [ConfigModule],
  providers: [
    {
      provide: DataSource,
      useFactory: (config: CoreConfig) =>
        createDataSource({ url: config.DATABASE_URL, poolSize }).initialize(),
      inject: [CORE_CONFIG],
    },
    OutboxService,
    SessionsService,
    PasswordsService,
    AttemptsService,
    AccountsService,
    TransactionsService,
    LedgerService,
    CreditsService,
    LedgerAudit,
    DocumentsService,
    JobsService,
    JobAudit,
    SitesService,
    PricesService,
    PrintersService,
    AgentsService,
  ],
})
export class OperatorModule implements OnModuleDestroy {
  constructor(private readonly database: DataSource) {}

  async onModuleDestroy(): Promise<void> {
    await this.database.destroy();
  }
}

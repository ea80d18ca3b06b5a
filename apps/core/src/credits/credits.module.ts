import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { CreditsController } from './credits.controller.js';
import { CreditsService } from './credits.service.js';
import { LedgerAudit } from './ledger-audit.query.js';
import { LedgerService } from './ledger.service.js';
import { TransactionsService } from './transactions.service.js';

/** The ledger: prepaid balances, holds while printers work, and what printed pages earned. */
@Module({
  imports: [DatabaseModule, OutboxModule, AccountsModule],
  controllers: [CreditsController],
  providers: [LedgerService, CreditsService, TransactionsService, LedgerAudit],
  exports: [CreditsService, TransactionsService, LedgerAudit],
})
export class CreditsModule {}

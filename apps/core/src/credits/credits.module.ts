import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { CreditsService } from './credits.service.js';
import { LedgerAudit } from './ledger-audit.query.js';
import { LedgerService } from './ledger.service.js';

/** The ledger: prepaid balances, holds while printers work, and what printed pages earned. */
@Module({
  imports: [DatabaseModule, OutboxModule],
  providers: [LedgerService, CreditsService, LedgerAudit],
  exports: [CreditsService, LedgerAudit],
})
export class CreditsModule {}

import { Module } from '@nestjs/common';
import { LeaversWalletsService } from './leavers-wallets.service.js';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { PersonalDataModule } from '../../platform/personal-data/personal-data.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { OutboxModule } from '../../platform/outbox/outbox.module.js';
import { CreditsService } from './credits.service.js';
import { LedgerVerifier } from './views/ledger-verifier.query.js';
import { LedgerService } from './ledger.service.js';

/** The ledger: prepaid balances, holds while printers work, and what printed pages earned. */
@Module({
  imports: [AuditModule, DatabaseModule, OutboxModule, PersonalDataModule],
  providers: [LedgerService, CreditsService, LeaversWalletsService, LedgerVerifier],
  exports: [CreditsService, LeaversWalletsService, LedgerVerifier, LedgerService],
})
export class CreditsModule {}

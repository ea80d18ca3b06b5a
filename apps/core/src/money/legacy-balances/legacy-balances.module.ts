import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { PersonalDataModule } from '../../platform/personal-data/personal-data.module.js';
import { AccountsModule } from '../../people/sign-in/accounts.module.js';
import { CreditsModule } from '../ledger/credits.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { BalanceImportService } from './balance-import.service.js';
import { LegacyBalancesService } from './legacy-balances.service.js';

/** The balances of the previous version, their import, and their claim. */
@Module({
  imports: [AccountsModule, AuditModule, CreditsModule, DatabaseModule, PersonalDataModule],
  providers: [BalanceImportService, LegacyBalancesService],
  exports: [BalanceImportService, LegacyBalancesService],
})
export class LegacyBalancesModule {}

import { Module } from '@nestjs/common';
import { AccountsModule } from '../sign-in/accounts.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { EmailCodesModule } from '../email-codes/email-codes.module.js';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountDetailsService } from './account-details.service.js';
import { OwnAddressesService } from './own-addresses.service.js';

/** Reads and changes of a person's own account. */
@Module({
  imports: [AccountsModule, BudgetsModule, DatabaseModule, EmailCodesModule, SessionsModule],
  providers: [AccountDetailsService, OwnAddressesService],
  exports: [AccountDetailsService, OwnAddressesService],
})
export class AccountPageModule {}

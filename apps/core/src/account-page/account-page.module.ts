import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountDetailsService } from './account-details.service.js';

/** What somebody sees and changes of their own account. */
@Module({
  imports: [AccountsModule, SessionsModule],
  providers: [AccountDetailsService],
  exports: [AccountDetailsService],
})
export class AccountPageModule {}

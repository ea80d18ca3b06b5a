import { Module } from '@nestjs/common';
import { AccountsModule } from '../sign-in/accounts.module.js';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountPageController } from './account-page.controller.js';
import { AccountPageModule } from './account-page.module.js';

/** The calls of the account page, over HTTP. */
@Module({
  imports: [AccountPageModule, AccountsModule, BudgetsModule, SessionsModule],
  controllers: [AccountPageController],
})
export class AccountPageApiModule {}

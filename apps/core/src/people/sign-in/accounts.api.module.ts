import { Module } from '@nestjs/common';
import { EmailCodesModule } from '../email-codes/email-codes.module.js';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsModule } from './accounts.module.js';
import { SignUpAndResetController } from './sign-up-and-reset.controller.js';

/** Sign-up, sign-in, sign-out, and password reset over HTTP. */
@Module({
  imports: [AccountsModule, BudgetsModule, EmailCodesModule, SessionsModule],
  controllers: [AccountsController, SignUpAndResetController],
})
export class AccountsApiModule {}

import { Module } from '@nestjs/common';
import { BudgetsModule } from '../http/budgets.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsModule } from './accounts.module.js';

/** Sign-in and sign-out over HTTP. */
@Module({ imports: [AccountsModule, BudgetsModule, SessionsModule], controllers: [AccountsController] })
export class AccountsApiModule {}

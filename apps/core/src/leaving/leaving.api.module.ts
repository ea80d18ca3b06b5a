import { Module } from '@nestjs/common';
import { AccountsModule } from '../people/sign-in/accounts.module.js';
import { BudgetsModule } from '../platform/http/network/budgets.module.js';
import { LeavingController } from './leaving.controller.js';
import { LeavingModule } from './leaving.module.js';

/** Export and erasure of a person's own account, over HTTP. */
@Module({ imports: [AccountsModule, BudgetsModule, LeavingModule], controllers: [LeavingController] })
export class LeavingApiModule {}

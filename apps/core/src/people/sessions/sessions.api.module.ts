import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { SessionGuard } from './session.guard.js';
import { SessionsModule } from './sessions.module.js';

/** Registers the guard that requires a session on every route by default. */
@Module({
  imports: [BudgetsModule, SessionsModule],
  providers: [{ provide: APP_GUARD, useClass: SessionGuard }],
})
export class SessionsApiModule {}

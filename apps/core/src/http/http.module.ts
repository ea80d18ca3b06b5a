import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { BudgetsModule } from './budgets.module.js';
import { NetworkBudgetGuard } from './network-budget.guard.js';
import { RefusalFilter } from './refusal.filter.js';
import { ServiceTokenGuard } from './service-token.guard.js';

/** What every call stands on: the one answer to errors, how often a call may be made, the service's own token. */
@Module({
  imports: [BudgetsModule],
  providers: [
    { provide: APP_FILTER, useClass: RefusalFilter },
    { provide: APP_GUARD, useClass: NetworkBudgetGuard },
    { provide: APP_GUARD, useClass: ServiceTokenGuard },
  ],
})
export class HttpModule {}

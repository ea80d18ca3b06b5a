import { Module } from '@nestjs/common';
import { CORE_CONFIG } from '../../process/config.js';
import { BUDGET_DATABASE, openBudgetDatabase } from './budget-database.js';
import { BudgetsService } from './budgets.service.js';
import { NetworksService } from './networks.service.js';

/** Budgets: how often a person, a network, or an account may make a call or a try. */
@Module({
  providers: [
    { provide: BUDGET_DATABASE, inject: [CORE_CONFIG], useFactory: openBudgetDatabase },
    BudgetsService,
    NetworksService,
  ],
  exports: [BudgetsService, NetworksService],
})
export class BudgetsModule {}

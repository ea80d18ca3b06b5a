import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { BudgetsService } from './budgets.service.js';
import { NetworksService } from './networks.service.js';

/** How often something may be done, by a person, from a network address, or against an account. */
@Module({
  imports: [DatabaseModule],
  providers: [BudgetsService, NetworksService],
  exports: [BudgetsService, NetworksService],
})
export class BudgetsModule {}

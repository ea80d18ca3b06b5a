import { Module } from '@nestjs/common';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { PapersController } from './papers.controller.js';
import { SellerController } from './seller.controller.js';
import { StatementController } from './statement.controller.js';
import { StatementModule } from './statement.module.js';

/** The statement over HTTP. */
@Module({
  imports: [BudgetsModule, StatementModule],
  controllers: [StatementController, PapersController, SellerController],
})
export class StatementApiModule {}

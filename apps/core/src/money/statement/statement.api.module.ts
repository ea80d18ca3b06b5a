import { Module } from '@nestjs/common';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { PapersController } from './papers.controller.js';
import { SellerController } from './seller.controller.js';
import { StatementController } from './statement.controller.js';
import { StatementModule } from './statement.module.js';

/** The HTTP calls of statements, receipts, and the seller. */
@Module({
  imports: [BudgetsModule, StatementModule],
  controllers: [StatementController, PapersController, SellerController],
})
export class StatementApiModule {}

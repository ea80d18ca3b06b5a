import { Module } from '@nestjs/common';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { EnquiriesController } from './enquiries.controller.js';
import { EnquiriesModule } from './enquiries.module.js';
import { ForgettingService } from './forgetting.service.js';

/** The calls of the two public forms, and the timer that deletes old enquiries. */
@Module({
  imports: [EnquiriesModule, BudgetsModule],
  controllers: [EnquiriesController],
  providers: [ForgettingService],
})
export class EnquiriesApiModule {}

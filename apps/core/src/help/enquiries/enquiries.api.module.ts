import { Module } from '@nestjs/common';
import { BudgetsModule } from '../../platform/http/network/budgets.module.js';
import { EnquiriesController } from './enquiries.controller.js';
import { EnquiriesModule } from './enquiries.module.js';

/** The calls of the two public forms. */
@Module({ imports: [EnquiriesModule, BudgetsModule], controllers: [EnquiriesController] })
export class EnquiriesApiModule {}

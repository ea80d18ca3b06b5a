import { Module } from '@nestjs/common';
import { DatabaseModule } from '../platform/database/database.module.js';
import { BudgetsModule } from '../platform/http/network/budgets.module.js';
import { NewsModule } from '../platform/news/news.module.js';
import { OutboxModule } from '../platform/outbox/outbox.module.js';
import { SessionsModule } from '../people/sessions/sessions.module.js';
import { CodeAlarmsService } from './code-alarms.service.js';
import { CodeSpaceService } from './code-space.service.js';
import { PrintCodesService } from './print-codes.service.js';
import { TryBudgetsService } from './try-budgets.service.js';

/**
 * The space of 6-digit codes: print codes, and limits on guesses at a printer, a site, and the whole service.
 */
@Module({
  imports: [BudgetsModule, DatabaseModule, NewsModule, OutboxModule, SessionsModule],
  providers: [CodeSpaceService, PrintCodesService, TryBudgetsService, CodeAlarmsService],
  exports: [CodeSpaceService, PrintCodesService, TryBudgetsService, CodeAlarmsService],
})
export class CodesModule {}

import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { BudgetsModule } from './network/budgets.module.js';
import { CallSlotsGuard } from './network/call-slots.guard.js';
import { CallSlotsService } from './network/call-slots.service.js';
import { RefusalFilter } from './refusal.filter.js';
import { ServiceTokenGuard } from './service-token.guard.js';

/**
 * Applies to every call: the filter that answers errors, the guard that checks service tokens, the guard that
 * limits concurrent calls.
 */
@Module({
  imports: [BudgetsModule],
  providers: [
    { provide: APP_FILTER, useClass: RefusalFilter },
    { provide: APP_GUARD, useClass: ServiceTokenGuard },
    { provide: APP_GUARD, useClass: CallSlotsGuard },
    CallSlotsService,
  ],
})
export class HttpModule {}

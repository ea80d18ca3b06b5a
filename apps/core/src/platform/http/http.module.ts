import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { BudgetsModule } from './network/budgets.module.js';
import { CallSlotsInterceptor } from './network/call-slots.interceptor.js';
import { CallSlotsService } from './network/call-slots.service.js';
import { RefusalFilter } from './refusal.filter.js';
import { ServiceTokenGuard } from './service-token.guard.js';

/**
 * Applies to every call: the filter that answers errors, the guard of service tokens, the limit of concurrent
 * calls.
 */
@Module({
  imports: [BudgetsModule],
  providers: [
    { provide: APP_FILTER, useClass: RefusalFilter },
    { provide: APP_GUARD, useClass: ServiceTokenGuard },
    { provide: APP_INTERCEPTOR, useClass: CallSlotsInterceptor },
    CallSlotsService,
  ],
})
export class HttpModule {}

import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { BudgetsModule } from './network/budgets.module.js';
import { NetworkPlacesInterceptor } from './network/network-places.interceptor.js';
import { NetworkPlacesService } from './network/network-places.service.js';
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
    { provide: APP_INTERCEPTOR, useClass: NetworkPlacesInterceptor },
    NetworkPlacesService,
  ],
})
export class HttpModule {}

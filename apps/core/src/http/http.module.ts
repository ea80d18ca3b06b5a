import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ConfigModule } from '../config.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { HealthController } from './health.controller.js';
import { MetricsService } from './metrics.service.js';
import { OpenApiController } from './openapi.controller.js';
import { RefusalFilter } from './refusal.filter.js';

/** What every call shares: one exception filter, and the health and figures of the process. */
@Module({
  imports: [ConfigModule, DatabaseModule, OutboxModule, StorageModule],
  controllers: [HealthController, OpenApiController],
  providers: [MetricsService, { provide: APP_FILTER, useClass: RefusalFilter }],
})
export class HttpModule {}

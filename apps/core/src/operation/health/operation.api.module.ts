import { Module } from '@nestjs/common';
import { MessagingModule } from '../../platform/news/messaging.module.js';
import { OutboxModule } from '../../platform/outbox/outbox.module.js';
import { StorageModule } from '../../documents/storage/storage.module.js';
import { HealthController } from './health.controller.js';
import { MetricsService } from './metrics.service.js';
import { OpenApiController } from './openapi.controller.js';

/** Health, metrics, and the description of the API, for operators and programs. */
@Module({
  imports: [MessagingModule, OutboxModule, StorageModule],
  controllers: [HealthController, OpenApiController],
  providers: [MetricsService],
})
export class OperationApiModule {}

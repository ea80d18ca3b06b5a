import { Module } from '@nestjs/common';
import { MessagingModule } from '../../platform/news/messaging.module.js';
import { OutboxModule } from '../../platform/outbox/outbox.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { ConversionsConsumer } from './conversions.consumer.js';
import { ConversionsController } from './conversions.controller.js';
import { PageSelectionController } from './page-selection.controller.js';
import { PreparationModule } from './preparation.module.js';
import { WaitingService } from './waiting.service.js';

/** The calls and reports of converters, the choice of pages over HTTP, and the sweep of waiting documents. */
@Module({
  imports: [MessagingModule, OutboxModule, StorageModule, PreparationModule],
  controllers: [ConversionsController, PageSelectionController],
  providers: [ConversionsConsumer, WaitingService],
})
export class PreparationApiModule {}

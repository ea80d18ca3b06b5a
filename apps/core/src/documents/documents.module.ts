import { Module } from '@nestjs/common';
import { ConfigModule } from '../config.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { ConversionsConsumer } from './conversions.consumer.js';
import { DocumentLifeService } from './document-life.service.js';
import { DocumentNewsService } from './document-news.service.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsService } from './documents.service.js';
import { PageSelectionService } from './page-selection.service.js';
import { PreviewsController } from './previews.controller.js';
import { PrintOptionsService } from './print-options.service.js';
import { RemovalService } from './removal.service.js';
import { RevisionsService } from './revisions.service.js';
import { TurnsService } from './turns.service.js';
import { UploadsService } from './uploads.service.js';
import { WaitingService } from './waiting.service.js';

/** Uploads, the list on the dashboard, print options, and the 72 hours of a document's life. */
@Module({
  imports: [ConfigModule, DatabaseModule, OutboxModule, StorageModule],
  controllers: [DocumentsController, PreviewsController],
  providers: [
    DocumentsService,
    UploadsService,
    RemovalService,
    RevisionsService,
    TurnsService,
    PageSelectionService,
    PrintOptionsService,
    DocumentNewsService,
    DocumentLifeService,
    WaitingService,
    ConversionsConsumer,
  ],
  exports: [DocumentsService],
})
export class DocumentsModule {}

import { Module } from '@nestjs/common';
import { DatabaseModule } from '../platform/database/database.module.js';
import { MessagingModule } from '../platform/news/messaging.module.js';
import { NewsModule } from '../platform/news/news.module.js';
import { StorageModule } from './storage/storage.module.js';
import { DocumentNewsService } from './document-news.service.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsModule } from './documents.module.js';
import { PreviewsController } from './previews.controller.js';
import { SendersService } from './senders.service.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsService } from './uploads.service.js';

/** Documents over HTTP: uploads, the list, images of pages, print options. */
@Module({
  imports: [DatabaseModule, MessagingModule, NewsModule, StorageModule, DocumentsModule],
  controllers: [DocumentsController, UploadsController, PreviewsController],
  providers: [DocumentNewsService, SendersService, UploadsService],
})
export class DocumentsApiModule {}

import { Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { DocumentsService } from './documents.service.js';

/** Uploads, the list on the dashboard, print options, and the 72 hours of a document's life. */
@Module({
  imports: [DatabaseModule, OutboxModule, StorageModule],
  providers: [DocumentsService],
  exports: [DocumentsService],
})
export class DocumentsModule {}

import { Module } from '@nestjs/common';
import { LeaversDocumentsService } from './leavers-documents.service.js';
import { PersonalDataModule } from '../../platform/personal-data/personal-data.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { OutboxModule } from '../../platform/outbox/outbox.module.js';
import { PreparationModule } from '../preparation/preparation.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { DocumentLifeService } from './document-life.service.js';
import { RemovalService } from './removal.service.js';

/** Ends documents, by their owner or by expiry, and removes their bytes and keys. */
@Module({
  imports: [DatabaseModule, OutboxModule, PersonalDataModule, StorageModule, PreparationModule],
  providers: [DocumentLifeService, LeaversDocumentsService, RemovalService],
  exports: [DocumentLifeService, RemovalService],
})
export class RemovalModule {}

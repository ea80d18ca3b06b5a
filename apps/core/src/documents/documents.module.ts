import { Module } from '@nestjs/common';
import { DocumentsPersonalDataService } from './documents-personal-data.service.js';
import { PersonalDataModule } from '../platform/personal-data/personal-data.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { NewsModule } from '../platform/news/news.module.js';
import { OutboxModule } from '../platform/outbox/outbox.module.js';
import { PreparationModule } from './preparation/preparation.module.js';
import { StorageModule } from './storage/storage.module.js';
import { ArrivalsService } from './arrivals.service.js';
import { DocumentsService } from './documents.service.js';
import { HeldFilesService } from './held-files.service.js';
import { PagePicturesService } from './page-pictures.service.js';
import { PrintOptionsService } from './print-options.service.js';

/** A person's documents: arrival, the list, the quota, and print options. */
@Module({
  imports: [DatabaseModule, NewsModule, OutboxModule, PersonalDataModule, StorageModule, PreparationModule],
  providers: [
    ArrivalsService,
    DocumentsService,
    HeldFilesService,
    DocumentsPersonalDataService,
    PagePicturesService,
    PrintOptionsService,
  ],
  exports: [ArrivalsService, DocumentsService, HeldFilesService, PagePicturesService, PrintOptionsService],
})
export class DocumentsModule {}

import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { NewsModule } from '../../platform/news/news.module.js';
import { OutboxModule } from '../../platform/outbox/outbox.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { ConversionsService } from './conversions.service.js';
import { ConvertedFilesService } from './converted-files.service.js';
import { PageSelectionService } from './page-selection.service.js';
import { ParkedReportsService } from './parked-reports.service.js';
import { RevisionsService } from './revisions.service.js';
import { TurnsService } from './turns.service.js';

/** Converts uploaded files to pages: revisions, turns, page selections, and converted files. */
@Module({
  imports: [DatabaseModule, NewsModule, OutboxModule, StorageModule],
  providers: [
    RevisionsService,
    TurnsService,
    PageSelectionService,
    ConversionsService,
    ConvertedFilesService,
    ParkedReportsService,
  ],
  exports: [RevisionsService, TurnsService, PageSelectionService, ConversionsService],
})
export class PreparationModule {}

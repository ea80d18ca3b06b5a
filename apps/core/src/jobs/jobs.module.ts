import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { CreditsModule } from '../money/ledger/credits.module.js';
import { AuditModule } from '../platform/audit/audit.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { NewsModule } from '../platform/news/news.module.js';
import { OutboxModule } from '../platform/outbox/outbox.module.js';
import { PersonalDataModule } from '../platform/personal-data/personal-data.module.js';
import { JobVerifier } from './views/job-verifier.query.js';
import { JobDecisionsService } from './job-decisions.service.js';
import { JobViews } from './views/job-views.query.js';
import { JobsService } from './jobs.service.js';
import { JobsPersonalDataService } from './jobs-personal-data.service.js';
import { OpenJobs } from './views/open-jobs.query.js';
import { ProgressPaceService } from './progress-pace.service.js';
import { ShortCountsService } from './short-counts.service.js';
import { SilentJobsService } from './silent-jobs.service.js';

/** Print jobs: their states, progress, settlement, and the decisions of staff about them. */
@Module({
  imports: [
    AuditModule,
    CreditsModule,
    DatabaseModule,
    DocumentsModule,
    NewsModule,
    OutboxModule,
    PersonalDataModule,
  ],
  providers: [
    JobsService,
    ProgressPaceService,
    ShortCountsService,
    SilentJobsService,
    JobDecisionsService,
    JobViews,
    JobVerifier,
    OpenJobs,
    JobsPersonalDataService,
  ],
  exports: [JobsService, JobDecisionsService, JobViews, JobVerifier, OpenJobs, JobsPersonalDataService],
})
export class JobsModule {}

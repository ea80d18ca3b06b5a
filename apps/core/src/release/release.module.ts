import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ConfigModule } from '../config.module.js';
import { CreditsModule } from '../credits/credits.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { SitesModule } from '../sites/sites.module.js';
import { JobAudit } from './job-audit.query.js';
import { JobViews } from './job-views.query.js';
import { JobsService } from './jobs.service.js';
import { ListingsService } from './listings.service.js';
import { PanelSessionsService } from './panel-sessions.service.js';
import { PrintCodesService } from './print-codes.service.js';
import { QuotesService } from './quotes.service.js';
import { ReleaseController } from './release.controller.js';
import { ReleasesService } from './releases.service.js';
import { SweeperService } from './sweeper.service.js';
import { TryBudgetsService } from './try-budgets.service.js';

/** From six digits to paid pages: codes, panel sessions, releases, jobs, and their settlement. */
@Module({
  imports: [
    ConfigModule,
    DatabaseModule,
    OutboxModule,
    AccountsModule,
    CreditsModule,
    DocumentsModule,
    SitesModule,
  ],
  controllers: [ReleaseController],
  providers: [
    PrintCodesService,
    TryBudgetsService,
    PanelSessionsService,
    QuotesService,
    ListingsService,
    ReleasesService,
    JobsService,
    SweeperService,
    JobViews,
    JobAudit,
  ],
  exports: [PanelSessionsService, ListingsService, ReleasesService, JobsService, JobViews, JobAudit],
})
export class ReleaseModule {}
